// The version of the Graph API that we use, and the platform's latest. It publishes no list, so this is a best
// effort: its changelog page names it in prose and in a table. When nothing can be read the result is null, which says
// that the latest version is unknown, never that the one used here is the latest.
import type { VersionReport } from '../../../ports/system.ts'
import { readText } from '../../http-calls/call-json.ts'
import type { Clock } from '../../../ports/clock.ts'
import { DAY, MINUTE, SECOND, toIso, type Instant } from '../../../time.ts'

/** The Graph version that we speak. Always named in the path: unversioned calls follow a dashboard setting. */
export const GRAPH_VERSION = 'v27.0'

const CHANGELOG = 'https://developers.facebook.com/documentation/development/graph-api/changelog'
/** The page has moved before: it is followed on its own host. */
const MOST_MOVES = 3
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
  let learnedAt: Instant | null = null
  let askAfter = 0
  return {
    async report() {
      if (checkedAt === null || clock.monotonic() >= askAfter) {
        const found = await readLatest(fetch, clock.now())
        published = found ?? published
        checkedAt = clock.now()
        if (found !== null) learnedAt = checkedAt
        askAfter = clock.monotonic() + (found === null ? ASK_AGAIN_AFTER_FAILURE : ASK_AGAIN)
      }
      const latest = newer(published, answering)
      const isOutdated = latest !== null && isNewer(latest, GRAPH_VERSION)
      return {
        currentVersion: GRAPH_VERSION,
        latestVersion: latest,
        isOutdated,
        lastCheckedAt: checkedAt,
        lastLearnedAt: learnedAt,
      }
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

async function readLatest(fetch: typeof globalThis.fetch, now: Instant): Promise<string | null> {
  try {
    const page = await readPage(fetch, CHANGELOG, AbortSignal.timeout(TIMEOUT))
    return page === null ? null : latestIn(page, now)
  } catch {
    return null
  }
}

/** Null when it is not there. No other host is asked, even if the page names one. */
async function readPage(
  fetch: typeof globalThis.fetch,
  url: string,
  signal: AbortSignal,
): Promise<string | null> {
  let address = new URL(url)
  for (let moves = 0; moves <= MOST_MOVES; moves += 1) {
    const response = await fetch(address, { redirect: 'manual', signal })
    if (response.ok) return readText(response, LARGEST_PAGE)
    await response.body?.cancel()
    const location = response.status >= 300 && response.status < 400 && response.headers.get('location')
    if (!location) return null
    const next = new URL(location, address)
    if (next.origin !== address.origin) return null
    address = next
  }
  return null
}

/** The latest version that the page names, in prose or in its table of versions; null when it names none. */
export function latestIn(page: string, now: Instant): string | null {
  const text = page.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  const near =
    /(?:latest|most recent)[^.]{0,80}?\bv(?:ersion )?(\d{2}\.0)\b|\bv(?:ersion )?(\d{2}\.0)\b[^.]{0,40}?(?:latest|most recent)/i.exec(
      text,
    )
  const told = near?.[1] ?? near?.[2]
  return newer(told === undefined ? null : `v${told}`, latestInTable(text, now))
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** A row begins with its version, sometimes its path, then the day on which it was introduced. */
const ROW =
  /\bv(\d{2}\.0) (?:\/v\S+ )?(?:(\d{4}-\d\d-\d\d)|([a-z]{3})[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4}))\b/gi
/** A single row may be a sentence about an old version. */
const FEWEST_ROWS = 2

function latestInTable(text: string, now: Instant): string | null {
  const today = toIso(now).slice(0, 10)
  const rows = [...text.matchAll(ROW)].map(([, version = '', iso, month = '', day = '', year = '']) => {
    const number = MONTHS.indexOf(month.toLowerCase()) + 1
    return { version: `v${version}`, from: iso ?? `${year}-${twoDigits(number)}-${twoDigits(day)}` }
  })
  if (new Set(rows.map(({ version }) => version)).size < FEWEST_ROWS) return null
  return rows
    .filter(({ from }) => from <= today)
    .reduce<string | null>((latest, { version }) => newer(latest, version), null)
}

const twoDigits = (number: number | string) => String(number).padStart(2, '0')

function newer(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b
  return isNewer(a, b) ? a : b
}

function isNewer(a: string, b: string): boolean {
  return Number(a.slice(1)) > Number(b.slice(1))
}
