// Which API version is the platform's latest? It publishes no list, so this is a best effort: its changelog page says it in
// prose. When nothing can be read the answer is null and nobody is told that they are outdated.
import type { Clock } from '../ports/clock.ts'
import { DAY, MINUTE, SECOND, type Instant } from '../time.ts'
import { GRAPH_VERSION } from './graph-platform.ts'

export interface VersionReport {
  readonly currentVersion: string
  readonly latestVersion: string | null
  readonly isOutdated: boolean
  readonly lastCheckedAt: Instant
}

const CHANGELOG = 'https://developers.facebook.com/docs/graph-api/changelog'
const TIMEOUT = 3 * SECOND
const LARGEST_PAGE = 2_000_000
const ASK_AGAIN = DAY
const ASK_AGAIN_AFTER_FAILURE = 10 * MINUTE

/** Asks at most once a day, or every ten minutes while asking fails. */
export function createVersionCheck({
  fetch,
  clock,
}: {
  fetch: typeof globalThis.fetch
  clock: Clock
}): () => Promise<VersionReport> {
  let latest: string | null = null
  let checkedAt: Instant | null = null
  let askAfter = 0
  return async () => {
    if (checkedAt === null || clock.monotonic() >= askAfter) {
      const found = await readLatest(fetch)
      latest = found ?? latest
      checkedAt = clock.now()
      askAfter = clock.monotonic() + (found === null ? ASK_AGAIN_AFTER_FAILURE : ASK_AGAIN)
    }
    const isOutdated = latest !== null && numberOf(latest) > numberOf(GRAPH_VERSION)
    return { currentVersion: GRAPH_VERSION, latestVersion: latest, isOutdated, lastCheckedAt: checkedAt }
  }
}

async function readLatest(fetch: typeof globalThis.fetch): Promise<string | null> {
  try {
    const response = await fetch(CHANGELOG, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT) })
    if (!response.ok) return null
    return latestIn((await response.text()).slice(0, LARGEST_PAGE))
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

function numberOf(version: string): number {
  return Number(version.slice(1))
}
