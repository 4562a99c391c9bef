// Holds the queue when a data folder was copied or restored: what it says is waiting may have gone out elsewhere. The same
// record lies in the database and beside it, in `instance.json`, and says where the folder is and how often it was started
// and stopped. A record that does not fit its folder, or two that do not fit each other, hold everything until the user
// confirms; so does a folder with fewer runs than were seen of it here, which the state folder remembers. The database is
// written first: it may be one run ahead of the others, never behind.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Clock } from '../../core/ports/clock.ts'
import type { Log } from '../../core/ports/log.ts'
import {
  HOLD_REASONS,
  type Hold,
  type HoldReason,
  type QueueHold,
} from '../../core/ports/posts/queue-hold.ts'
import type { PostLedger } from '../../core/ports/posts/publication-ledger.ts'
import type { Random } from '../../core/ports/random.ts'
import { parseJsonAs } from '../../core/parse-json-as.ts'
import type { Instant } from '../../core/time.ts'
import { difference, Place, findPlace } from './data-folder-place.ts'
import { writeFileDurably } from '../disk/write-file-durably.ts'
import { listOnTheirWay, markHeld, recallReleased } from '../sqlite/cloud/handover-rows.ts'
import { LAST_REMEMBERED, lastRemembered, markReleased } from '../sqlite/posts/job-marks.ts'
import { leaveGapInEvents } from '../sqlite/requests/sqlite-event-store.ts'
import { leaveMentionsToPerson } from '../sqlite/reposts/sqlite-repost-store.ts'
import { changeInstance, readInstance } from '../sqlite/settings/instance-values.ts'
import { retryWrite } from '../sqlite/retry-while-locked.ts'
import type { OpenDatabase } from '../sqlite/open-database.ts'
import { makePrivateFolder } from '../disk/private-folder.ts'

const Entry = z.object({
  id: z.uuid(),
  /** Rises at each start and each orderly stop. */
  life: z.int().min(0),
  place: Place,
})
type Entry = z.infer<typeof Entry>

const StoredHold = z.object({ reason: z.enum(HOLD_REASONS), since: z.number() })

export interface FolderHold extends QueueHold {
  /** Of this folder alone: a copy gets another one. */
  readonly folderId: string
  /** At an orderly stop, while the database is open: copies made before count as older from now on. */
  stopped(): void
}

interface HoldDeps {
  readonly dataDir: string
  /** Null where nothing can be kept outside the data folder. */
  readonly stateDir: string | null
  readonly database: OpenDatabase
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

const NONE: ReadonlySet<string> = new Set()

/** Checks whether the folder is what it was, and records that it is in use again. Call once for each start. */
export function openQueueHold(deps: HoldDeps): FolderHold {
  const { dataDir, stateDir, database, clock, random } = deps
  const { db } = database
  const stored = readInstance(db)
  const here = findPlace(dataDir)
  const file = readEntry(fileIn(dataDir))
  const row = parseJsonAs(Entry, stored['place'])
  const highestLife = createHighestLife(stateDir, dataDir)
  const mismatch = database.isNew ? null : misfit({ file, row, highestLife }, here)
  let hold = readHold(stored['hold'], clock.now())
  // Of a folder that was held before, what it remembered then.
  const remembered = mismatch && ((hold && stored[LAST_REMEMBERED]) || lastRemembered(db))
  if (mismatch) hold = { reason: mismatch, since: hold?.since ?? clock.now() }
  const onTheirWay = hold ? listOnTheirWay(db) : NONE
  // From now on a copy is a folder of its own.
  const known = mismatch ? null : (row ?? file)
  let entry: Entry = {
    id: known?.id ?? random.uuid(),
    life: Math.max(file?.life ?? 0, row?.life ?? 0),
    place: here,
  }
  const values = remembered === null ? {} : { [LAST_REMEMBERED]: remembered }
  const write = () => record({ ...deps, highestLife }, entry, { hold, values, isOther: mismatch !== null })
  const live = () => {
    entry = { ...entry, life: entry.life + 1 }
    write()
  }
  // Life 0 says that nothing but this was recorded: a database with it and without a file was killed right here.
  if (!file && !row) write()
  live()
  return {
    folderId: entry.id,
    current: () => hold,
    async release() {
      await retryWrite(() => {
        changeInstance(db, { hold: null }, (tx) => {
          markReleased(tx, clock.now())
          recallReleased(tx, onTheirWay, clock.now())
          leaveMentionsToPerson(tx, clock.now())
        })
        hold = null
      })
    },
    stopped: live,
  }
}

/** A hold that cannot be understood, such as a newer version's, still is one: the folder came from there. */
function readHold(stored: string | undefined, now: Instant): Hold | null {
  return stored === undefined ? null : (parseJsonAs(StoredHold, stored) ?? { reason: 'copied', since: now })
}

interface Records {
  readonly file: Entry | null
  readonly row: Entry | null
  readonly highestLife: HighestLife
}

function misfit({ file, row, highestLife }: Records, here: Place): HoldReason | null {
  // Nothing was recorded yet, or the first record was not finished.
  if (!file && (!row || row.life === 0)) return null
  if (!file || !row || file.id !== row.id || row.life < file.life) return 'restored'
  return difference(file.place, here) ?? (row.life < highestLife.read(row.id) ? 'restored' : null)
}

interface Recorded {
  readonly hold: Hold | null
  readonly values: Readonly<Record<string, string>>
  /** Than the folder was at its last start. */
  readonly isOther: boolean
}

/**
 * On a full disk the server still starts and answers. If nothing could be recorded in the folder, it is as it was, and
 * nothing may be remembered elsewhere; if only the latter fails, an older folder goes unnoticed the next time.
 */
function record(
  { dataDir, database, clock, log, highestLife }: HoldDeps & { readonly highestLife: HighestLife },
  entry: Entry,
  { hold, values, isOther }: Recorded,
): void {
  const text = JSON.stringify(entry)
  const held = hold ? { hold: JSON.stringify(hold) } : {}
  try {
    changeInstance(database.db, { place: text, ...held, ...values }, (tx) => {
      if (isOther) leaveGapInEvents(tx, clock.now())
      if (hold) markHeld(tx, clock.now())
    })
    writeFileDurably(fileIn(dataDir), text)
  } catch (error) {
    log.warn('the use of the data folder could not be recorded', { error })
    return
  }
  try {
    highestLife.write(entry.id, entry.life)
  } catch (error) {
    log.warn('the use of the data folder could not be recorded outside the folder', { error })
  }
}

/** As `folderId` of the last start; null when there is none that can be read. */
export function readFolderId(dataDir: string): string | null {
  return readEntry(fileIn(dataDir))?.id ?? null
}

const fileIn = (dataDir: string) => join(dataDir, 'instance.json')

function readEntry(path: string): Entry | null {
  try {
    return parseJsonAs(Entry, readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

/** While it is held, nothing is claimed. */
export function heldLedger(ledger: PostLedger, isHeld: () => boolean): PostLedger {
  return {
    ...ledger,
    claim: async (...asked) => (isHeld() ? null : ledger.claim(...asked)),
    nextDue: async (...asked) => (isHeld() ? null : ledger.nextDue(...asked)),
  }
}

const StoredLife = z.object({ life: z.int().min(0) })

/**
 * The highest run that a data folder has had here, kept outside of it: a backup put in its place brings back a
 * lower one. It is written after the folder's own record, so that a kill between the two leaves it behind and never ahead.
 */
interface HighestLife {
  /** Zero when nothing is known of the folder: it is new here, or nothing could be kept. */
  read(instanceId: string): number
  /** Throws when it cannot be kept. */
  write(instanceId: string, life: number): void
}

function createHighestLife(stateDir: string | null, dataDir: string): HighestLife {
  if (stateDir === null) return { read: () => 0, write() {} }
  const fileOf = (instanceId: string) => join(stateDir, `${instanceId}.json`)
  return {
    read(instanceId) {
      try {
        return StoredLife.parse(JSON.parse(readFileSync(fileOf(instanceId), 'utf8'))).life
      } catch {
        return 0
      }
    },
    write(instanceId, life) {
      makePrivateFolder(stateDir)
      // The folder is named for people who come across the file.
      writeFileDurably(fileOf(instanceId), JSON.stringify({ life, dataDir }))
    },
  }
}
