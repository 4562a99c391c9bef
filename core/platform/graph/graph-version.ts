// The version of the Graph API that we use, and the platform's latest. It publishes no list, so this is a best
// effort: its changelog page names it in prose. When nothing can be read the result is null, and there is no update
// notice.
import { readText } from '../../http-calls/call-json.ts'
import type { Clock } from '../../ports/clock.ts'
import { DAY, MINUTE, SECOND, type Instant } from '../../time.ts'

/** The Graph version that we speak. Always named in the path: unversioned calls follow a dashboard setting. */
export const GRAPH_VERSION = 'v26.0'

export interface VersionReport {
  readonly currentVersion: string
  readonly latestVersion: string | null
  readonly isOutdated: boolean
  readonly lastCheckedAt: Instant
}

const CHANGELOG = 'https://developers.facebook.com/docs/graph-api/changelog'
const TIMEOUT = 3 * SECOND
const LARGEST_PAGE = 2_000_000
const VERSION = /^v\d{2}\.0$/
const ASK_AGAIN = DAY
const ASK_AGAIN_AFTER_FAILURE = 10 * MINUTE

export interface VersionCheck {
  /** Asks at most once a day, or every ten minutes while asking fails. */
  report(): Promise<VersionReport>
  /** The version that answered a call. A retired version is answered by the oldest that still works. */
  noteAnswered(version: string): void
}

export function createVersionCheck({
  fetch,
  clock,
}: {
  fetch: typeof globalThis.fetch
  clock: Clock
}): VersionCheck {
  let published: string | null = null
  let answering: string | null = null
  let checkedAt: Instant | null = null
  let askAfter = 0
  return {
    async report() {
      if (checkedAt === null || clock.monotonic() >= askAfter) {
        const found = await readLatest(fetch)
        published = found ?? published
        checkedAt = clock.now()
        askAfter = clock.monotonic() + (found === null ? ASK_AGAIN_AFTER_FAILURE : ASK_AGAIN)
      }
      const latest = newer(published, answering)
      const isOutdated = latest !== null && isNewer(latest, GRAPH_VERSION)
      return { currentVersion: GRAPH_VERSION, latestVersion: latest, isOutdated, lastCheckedAt: checkedAt }
    },
    noteAnswered(version) {
      if (!VERSION.test(version)) return
      // Our own version in a reply says that it still works, not that it is the latest.
      answering = isNewer(version, GRAPH_VERSION) ? version : null
    },
  }
}

/** A fetch that reports the version of each reply to the check. */
export function notingVersion(fetch: typeof globalThis.fetch, check: VersionCheck): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const answered = response.headers.get('facebook-api-version')
    const asked = input instanceof Request ? input.url : input.toString()
    if (answered !== null && asked.includes(`/${GRAPH_VERSION}/`)) check.noteAnswered(answered)
    return response
  }
}

async function readLatest(fetch: typeof globalThis.fetch): Promise<string | null> {
  try {
    const response = await fetch(CHANGELOG, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT) })
    if (!response.ok) return null
    return latestIn(await readText(response, LARGEST_PAGE))
  } catch {
    return null
  }
}

/** The version named next to the word "latest", else null: other pages name old ones. */
export function latestIn(page: string): string | null {
  const text = page.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  const near = /latest[^.]{0,80}?\b(v\d{2}\.0)\b|\b(v\d{2}\.0)\b[^.]{0,40}?latest/i.exec(text)
  return near?.[1] ?? near?.[2] ?? null
}

function newer(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b
  return isNewer(a, b) ? a : b
}

function isNewer(a: string, b: string): boolean {
  return Number(a.slice(1)) > Number(b.slice(1))
}
