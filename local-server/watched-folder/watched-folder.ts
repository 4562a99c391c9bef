// The watched folder: files that no longer change in `inbox/<username>/` become drafts of that account. First a file is claimed:
// moved into a folder whose id is the key of the requests that upload it and make its draft. So wherever the process ends,
// what was made of a file is known, and each file is in exactly one place.
import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs/promises'
import type { Clock } from '../../core/ports/clock.ts'
import type { Log } from '../../core/ports/log.ts'
import { MINUTE, SECOND, type Duration } from '../../core/time.ts'
import { openClaims, type Claim, type FileWrites } from './claims.ts'
import { listFound, type FoundFile } from './found.ts'
import { hasBegun, take, type TakeDeps } from './take.ts'

export interface WatchedFolderDeps extends TakeDeps {
  /** `inbox/` of the data folder. */
  readonly folder: string
  readonly clock: Clock
  readonly log: Log
  readonly files?: FileWrites
}

const STILL_FOR: Duration = 5 * SECOND
const LOOK_EVERY: Duration = 5 * SECOND

export function createWatchedFolder(deps: WatchedFolderDeps) {
  const { folder, clock, log, files = fs } = deps
  const claims = openClaims(folder, files)
  let seen = new Map<string, SettlingFile>()

  async function carryOn(claim: Claim, stopping?: AbortSignal): Promise<void> {
    if (claim.end !== null) return claims.leave(claim)
    const outcome = await take(deps, claim)
    if (outcome.kind === 'made') return claims.taken(claim)
    if (outcome.kind === 'nothing') return claims.putBack(claim)
    // The media process ends before us.
    if (stopping?.aborted) return
    return claims.refused(claim, outcome.name, outcome.sentence)
  }

  /** False when it does not work now: every file stays where it is. */
  async function succeeds(work: Promise<void>): Promise<boolean> {
    try {
      await work
      return true
    } catch (error) {
      log.error('a file of the watched folder could not be taken', { error })
      return false
    }
  }

  return {
    /** Finishes what an earlier process has begun. To be called before old requests are forgotten. */
    async recover(): Promise<void> {
      for (const claim of await claims.list())
        if (claim.end !== null || (await hasBegun(deps, claim.id))) await succeeds(carryOn(claim))
    },
    /** Takes what no longer changes, and resolves with when to look again. */
    async look(stopping: AbortSignal): Promise<Duration> {
      seen = note(await listFound(folder), seen, clock.monotonic())
      const waits = [...seen.values()].map(({ since }) => since + STILL_FOR - clock.monotonic())
      let succeeded = true
      for (const { found, since } of seen.values())
        if (clock.monotonic() - since >= STILL_FOR)
          succeeded = (await succeeds(claims.add(found, randomUUID()))) && succeeded
      for (const claim of await claims.list())
        if (!stopping.aborted) succeeded = (await succeeds(carryOn(claim, stopping))) && succeeded
      return succeeded ? Math.min(LOOK_EVERY, ...waits.filter((wait) => wait > 0)) : MINUTE
    },
  }
}

export type WatchedFolder = ReturnType<typeof createWatchedFolder>

interface SettlingFile {
  readonly found: FoundFile
  /** It has not changed since then. */
  readonly since: number
}

function note(
  all: readonly FoundFile[],
  before: ReadonlyMap<string, SettlingFile>,
  now: number,
): Map<string, SettlingFile> {
  return new Map(
    all.map((found) => {
      const known = before.get(found.path)
      return [found.path, { found, since: known?.found.looks === found.looks ? known.since : now }]
    }),
  )
}
