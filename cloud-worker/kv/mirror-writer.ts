// Keeps KV equal to the rows. An entry to be written is recorded in the transaction that changes the row, and removed
// once it is written; so it is written even if KV failed, a quota was spent, or the object ended in between. The text
// is made from the row at the time of writing.
import {
  accountEntry,
  CRON_KEY,
  jobEntries,
  type MirrorEntry,
} from '../../core/cloud/worker/mirror-entries.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { Log } from '../../core/ports/log.ts'
import type { KvMirror } from '../../core/ports/cloud/kv-mirror.ts'
import type { Pause } from '../../core/ports/pause.ts'
import { MINUTE, SECOND, toIso, type Duration, type Instant } from '../../core/time.ts'
import { readAccount } from '../accounts/account-rows.ts'
import { envelopeOf, jobRow, jobViewOf } from '../jobs/job-rows.ts'
import { dueMirrorWrites, postponeMirrorWrite, removeMirrorWrite, type MirrorWrite } from './mirror-outbox.ts'
import type { Sql } from '../storage/sql.ts'

export interface MirrorWriterDeps {
  readonly sql: Sql
  readonly kv: KvMirror
  readonly clock: Clock
  readonly log: Log
  pause(time: Duration): Pause
}

export interface MirrorWriter {
  /**
   * Writes the recorded entries. Never rejects, and ends within seconds: a failed write is repeated by a later call.
   */
  write(): Promise<void>
  /** False when it could not be written. */
  writeCronRun(at: Instant): Promise<boolean>
}

/** Entries of one call: writing costs CPU time, too. */
const AT_ONCE = 20
/** A store that hangs must not delay a post. */
const PATIENCE: Duration = 5 * SECOND
const LONGEST_BACKOFF: Duration = 30 * MINUTE

export function createMirrorWriter(deps: MirrorWriterDeps): MirrorWriter {
  let writing: Promise<void> | null = null
  let isRequestedAgain = false
  const writeAll = async () => {
    do {
      isRequestedAgain = false
      await writePending(deps)
    } while (isRequestedAgain)
  }
  return {
    write() {
      // One after the other: of two concurrent writes of one key, the older text could remain.
      if (writing) isRequestedAgain = true
      writing ??= writeAll()
        .catch((error: unknown) => deps.log.error('pending KV writes could not be read', { error }))
        .finally(() => (writing = null))
      return writing
    },
    writeCronRun: (at) => put(deps, { key: CRON_KEY, text: toIso(at) }),
  }
}

async function writePending(deps: MirrorWriterDeps): Promise<void> {
  const { sql, clock } = deps
  for (const write of dueMirrorWrites(sql, clock.now(), AT_ONCE)) {
    for (const entry of entriesOf(deps, write)) {
      if (await put(deps, entry)) continue
      // What keeps this one from being written will most likely keep the others.
      return postponeMirrorWrite(sql, write, clock.now() + backoffFor(write.tries + 1))
    }
    removeMirrorWrite(sql, write)
  }
}

function backoffFor(tries: number): Duration {
  return Math.min(MINUTE * 2 ** Math.min(tries - 1, 10), LONGEST_BACKOFF)
}

function entriesOf({ sql, clock }: MirrorWriterDeps, { kind, of }: MirrorWrite): MirrorEntry[] {
  if (kind === 'account') return [accountEntry(of, readAccount(sql, of))]
  const row = jobRow(sql, of)
  return row ? jobEntries(jobViewOf(row), envelopeOf(row), clock.now()) : []
}

async function put(
  { kv, log, pause }: MirrorWriterDeps,
  { key, text, keepFor }: MirrorEntry,
): Promise<boolean> {
  const options = keepFor === undefined ? {} : { keepFor }
  const writing = (text === null ? kv.remove(key) : kv.put(key, text, options)).then(
    () => true,
    (error: unknown) => {
      log.warn('KV could not be written', { key, error })
      return false
    },
  )
  const patience = pause(PATIENCE)
  const isWritten = await Promise.race([writing, patience.over.then(() => false)])
  patience.end()
  return isWritten
}
