// How long the server has run over this data folder, which no change of the wall clock moves: what must not be forgotten or end
// because a clock was put right ages by it. While the computer is off or asleep it stands still, so what ages by it is kept
// longer, never shorter.
import * as z from 'zod'
import type { Clock } from './ports/clock.ts'
import type { SettingsStore } from './ports/settings-store.ts'
import { LATEST, MINUTE, type Duration, type Instant } from './time.ts'

export interface RunningTime {
  /** Begins at what the wall clock showed when the folder was first opened, and differs from it since. */
  now(): Promise<Instant>
  /** To be called often: what has passed since it was last stored is lost with the process. */
  store(): Promise<void>
}

const NAME = 'runningTime'
/** Beyond it, what ends at a time could not be stored. A damaged one counts as not set. */
const StoredTime = z.int().min(0).max(LATEST).nullable().catch(null)
/** Each write makes readers ask again, and wakes a disk. */
const STORED_EVERY: Duration = 10 * MINUTE
/** How far a killed process can throw it back. */
export const LOST_AT_MOST: Duration = STORED_EVERY + 2 * MINUTE

export function createRunningTime({
  settings,
  clock,
}: {
  readonly settings: Pick<SettingsStore, 'get' | 'put'>
  readonly clock: Clock
}): RunningTime {
  let start: { readonly time: Instant; readonly monotonic: number } | null = null
  let stored: Instant | null = null

  async function now(): Promise<Instant> {
    const found = start ?? (await load())
    return found.time + Math.floor(clock.monotonic() - found.monotonic)
  }

  async function load() {
    const before = await settings.get(NAME)
    if (start) return start
    stored = StoredTime.parse(before)
    start = { time: stored ?? clock.now(), monotonic: clock.monotonic() }
    // A next start must not begin at another time. On a full disk it is stored later.
    if (stored === null) await store(start.time).catch(() => {})
    return start
  }

  async function store(time: Instant): Promise<void> {
    await settings.put({ [NAME]: time })
    stored = time
  }

  return {
    now,
    async store() {
      const time = await now()
      if (stored === null || time - stored >= STORED_EVERY) await store(time)
    },
  }
}
