// A backup a day into one folder, of which the newest are kept. Each was opened when it was made; the newest is opened again every week,
// because disks forget.
import type { Clock } from '../../core/ports/clock.ts'
import type { SettingsStore } from '../../core/ports/settings-store.ts'
import { DAY, HOUR, parseIso, toIso, type Duration, type Instant } from '../../core/time.ts'

export interface ScheduledBackupsDeps {
  readonly keep: number
  readonly folder: BackupFolder
  readonly settings: SettingsStore
  readonly clock: Clock
}

export interface BackupFolder {
  names(): Promise<readonly string[]>
  /** Rejects when no backup could be made, or when it could not be opened. */
  make(name: string): Promise<void>
  /** Rejects when it could not be restored. */
  check(name: string): Promise<void>
  remove(name: string): Promise<void>
}

const MAKE_EVERY: Duration = DAY
const OPEN_EVERY: Duration = 7 * DAY
/** One may fail: the disk may be away for a night. */
const OVERDUE_AFTER: Duration = 2 * DAY
/** When one was last opened again, and since when we have tried without success. */
const SETTING = 'backups'

interface State {
  readonly openedAt: Instant
  readonly failingSince: Instant | null
}

export function createScheduledBackups({ keep, folder, settings, clock }: ScheduledBackupsDeps) {
  const newestFirst = async () => (await folder.names()).filter(isOurs).toSorted().toReversed()
  const note = (state: State) => settings.put({ [SETTING]: state })
  const readState = async (): Promise<State> => {
    const { openedAt = 0, failingSince = null } = ((await settings.get(SETTING)) ?? {}) as Partial<State>
    return { openedAt, failingSince }
  }
  const attempt = async (work: () => Promise<void>, openedAt: Instant) => {
    const before = await readState()
    try {
      await work()
    } catch (error) {
      await note({ ...before, failingSince: before.failingSince ?? clock.now() })
      throw error
    }
    await note({ openedAt, failingSince: null })
  }
  return {
    /** Makes or opens a backup where that is due. Resolves with when to look again; rejects when the backup is bad. */
    async run(): Promise<Duration> {
      const now = clock.now()
      const { openedAt, failingSince } = await readState()
      const [newest] = await newestFirst()
      if (newest === undefined || failingSince !== null || now - timeOf(newest) >= MAKE_EVERY) {
        // Its week starts over when there is nothing good to open.
        await attempt(() => folder.make(nameAt(now)), failingSince === null && openedAt > 0 ? openedAt : now)
        for (const old of (await newestFirst()).slice(keep)) await folder.remove(old)
      } else if (now - openedAt >= OPEN_EVERY) await attempt(() => folder.check(newest), now)
      return HOUR
    },
    /** Null while there is a backup to restore. */
    async overdueSince(): Promise<Instant | null> {
      const { failingSince } = await readState()
      const [newest] = await newestFirst().catch(() => [])
      const isOld = newest !== undefined && clock.now() - timeOf(newest) > OVERDUE_AFTER
      return failingSince ?? (isOld ? timeOf(newest) + OVERDUE_AFTER : null)
    },
  }
}

export type ScheduledBackups = ReturnType<typeof createScheduledBackups>

const NAME = /^nightpost-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.age$/

function isOurs(name: string): boolean {
  return NAME.test(name)
}

/** Sorts by time, and is valid on every system. */
function nameAt(now: Instant): string {
  return `nightpost-${toIso(now).replaceAll(/[-:]|\.\d+/g, '')}.age`
}

function timeOf(name: string): Instant {
  return parseIso(name.replace(NAME, '$1-$2-$3T$4:$5:$6Z')) ?? 0
}
