// Makes a backup a day in one folder, which may hold those of other data folders, too, and keeps the newest. Each is opened when it
// is made; the newest is opened again every week, because disks forget.
import type { Clock } from '../../core/ports/clock.ts'
import type { SettingsStore } from '../../core/ports/settings-store.ts'
import { DAY, HOUR, MINUTE, parseIso, toIso, type Duration, type Instant } from '../../core/time.ts'

export interface ScheduledBackupsDeps {
  /** Of the data folder; part of the names. */
  readonly folderId: string
  readonly keep: number
  readonly folder: BackupFolder
  readonly settings: SettingsStore
  readonly clock: Clock
}

export interface BackupFolder {
  names(): Promise<readonly string[]>
  /** Rejects when no backup could be made, or when it could not be opened. */
  make(name: string, stopping: AbortSignal): Promise<void>
  /** Rejects when it could not be restored. */
  check(name: string, stopping: AbortSignal): Promise<void>
  remove(name: string): Promise<void>
}

const MAKE_EVERY: Duration = DAY
const OPEN_EVERY: Duration = 7 * DAY
/** One may fail: the disk may be away for a night. */
const OVERDUE_AFTER: Duration = 2 * DAY
/** When one was last made and opened again, and since when we have tried without success. */
const SETTING = 'backups'

interface State {
  readonly madeAt: Instant
  readonly openedAt: Instant
  readonly failingSince: Instant | null
}

export function createScheduledBackups(deps: ScheduledBackupsDeps) {
  const { folderId, keep, folder, settings, clock } = deps
  const list = async () => newestFirst(await folder.names(), folderId, clock.now())
  const note = (state: State) => settings.put({ [SETTING]: state })
  const readState = async (): Promise<State> => {
    const stored = ((await settings.get(SETTING)) ?? {}) as Partial<State>
    const past = (time = 0) => (isPast(time, clock.now()) ? time : 0)
    return {
      madeAt: past(stored.madeAt),
      openedAt: past(stored.openedAt),
      failingSince: stored.failingSince ?? null,
    }
  }
  const attempt = async <Result>(stopping: AbortSignal, work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      if (stopping.aborted) throw error
      const state = await readState()
      await note({ ...state, failingSince: state.failingSince ?? clock.now() })
      throw error
    }
  }
  const removeUnfinished = async (now: Instant) => {
    const left = (await folder.names()).filter((name) => isLeftBehind(name, now))
    // What cannot be removed must not keep a backup from being made.
    await Promise.allSettled(left.map((name) => folder.remove(name)))
  }
  const removeOld = async () => {
    const removals = (await list()).slice(keep).map((name) => folder.remove(name))
    const failed = (await Promise.allSettled(removals)).find((each) => each.status === 'rejected')
    if (failed)
      throw new Error('the backup was made, but an old one could not be removed', { cause: failed.reason })
  }
  return {
    /** Makes or opens a backup where that is due. Resolves with when to look again; rejects when the backup is bad, or an old one stays. */
    async run(stopping: AbortSignal): Promise<Duration> {
      const now = clock.now()
      const { madeAt, openedAt, failingSince } = await readState()
      // The disk may be away for as long as no backup is due.
      const [newest] = await (now - madeAt < MAKE_EVERY ? list() : attempt(stopping, list))
      if (newest === undefined || failingSince !== null || now - timeOf(newest) >= MAKE_EVERY) {
        await attempt(stopping, async () => {
          await removeUnfinished(now)
          await folder.make(nameAt(now, folderId), stopping)
        })
        // Its week starts over when there is nothing good to open.
        const startsOver = failingSince !== null || openedAt === 0
        await note({ madeAt: now, openedAt: startsOver ? now : openedAt, failingSince: null })
        await removeOld()
      } else if (now - openedAt >= OPEN_EVERY) {
        await attempt(stopping, () => folder.check(newest, stopping))
        await note({ madeAt: timeOf(newest), openedAt: now, failingSince: null })
      }
      return HOUR
    },
    /** Null while there is a backup to restore. */
    async overdueSince(): Promise<Instant | null> {
      const { failingSince } = await readState()
      const [newest] = await list().catch(() => [])
      const isOld = newest !== undefined && isOverdue(newest, clock.now())
      return failingSince ?? (isOld ? timeOf(newest) + OVERDUE_AFTER : null)
    },
  }
}

export type ScheduledBackups = ReturnType<typeof createScheduledBackups>

/** With the id of the data folder. */
const NAME = /^nightpost-([\da-f]{8})-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.age$/

/** As `backUp` calls what it has not finished. */
const UNFINISHED = /^\.(nightpost-[\da-f]{8}-\d{8}T\d{6}Z\.age)\.backup-\w+$/

/** A killed backup left it. A younger one may still be written, also by another computer. */
function isLeftBehind(name: string, now: Instant): boolean {
  const [, backup] = UNFINISHED.exec(name) ?? []
  return backup !== undefined && now - timeOf(backup) >= MAKE_EVERY
}

/** Those of one data folder. One from the future was made by a clock that was ahead: it must not push out those to come. */
export function newestFirst(names: readonly string[], folderId: string, now: Instant): string[] {
  const isOurs = (name: string) => {
    const [, id] = NAME.exec(name) ?? []
    return id === shortOf(folderId) && isPast(timeOf(name), now)
  }
  return names.filter(isOurs).toSorted((one, other) => timeOf(other) - timeOf(one))
}

export function isOverdue(name: string, now: Instant): boolean {
  return now - timeOf(name) > OVERDUE_AFTER
}

function isPast(time: Instant, now: Instant): boolean {
  return time <= now + MINUTE
}

const shortOf = (folderId: string) => folderId.slice(0, 8)

/** Is valid on every system. */
function nameAt(now: Instant, folderId: string): string {
  return `nightpost-${shortOf(folderId)}-${toIso(now).replaceAll(/[-:]|\.\d+/g, '')}.age`
}

function timeOf(name: string): Instant {
  return parseIso(name.replace(NAME, '$2-$3-$4T$5:$6:$7Z')) ?? 0
}
