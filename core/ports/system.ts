import type { Instant } from '../time.ts'
import type { Duration } from '../time.ts'
import type { StorageHealth } from './data-storage.ts'

export interface VersionReport {
  readonly currentVersion: string
  readonly latestVersion: string | null
  readonly isOutdated: boolean
  readonly lastCheckedAt: Instant
  /** When a check last succeeded; null: none has since this server started. */
  readonly lastLearnedAt: Instant | null
}

export interface Probed {
  /** Posts wait for the user's confirmation. */
  readonly isHeld: boolean
  /** A post waits for the user to check the platform, or its time has passed. */
  readonly needsAttention: boolean
  readonly storage: StorageHealth
}

export interface SystemFacts {
  readonly version: string
  /** Absolute paths on this computer. */
  readonly dataDir: string
  /** Where the daily backups go; null: there are none. */
  readonly backupDir: string | null
  readonly logDir: string
  readonly maxUploadBytes: number
  /** ffmpeg was found: videos can be converted. */
  readonly canTranscode: boolean
  readonly sandbox: boolean
  /** The https origin by which a phone can reach the page; null: there is none. */
  readonly proxyOrigin: string | null
  /** Ids of the sandbox's accounts, also while it is switched off and they are hidden. */
  readonly sandboxAccountIds: readonly string[]
}

export interface DataRevision {
  /** Different after each start of the server. */
  readonly start: string
  /** Different after each write to its database, also by another program. */
  readonly data: number
}

/** Says that this computer goes to sleep automatically. */
export interface SleepSetting {
  /** Without anyone using it, on mains power. */
  readonly sleepsAfter: Duration
  /** Where to change it. */
  readonly setIn: 'macos' | 'windows' | 'gnome' | 'logind'
}

export interface BackupOrder {
  /** One line, of at least `SHORTEST_PASSPHRASE` characters. */
  readonly passphrase: string
  /** Pictures and videos, too. */
  readonly withMedia: boolean
}

/** An encrypted backup, which is kept nowhere else. */
export interface BackupFile {
  /** Bytes. */
  readonly size: number
  /** Read once, or cancelled. */
  readonly body: ReadableStream<Uint8Array>
}

/** This computer and this server on it. */
export interface System {
  /** What to type to start Nightpost, as it is installed here. */
  readonly startCommand: string
  /** Rejects when the database cannot be read. */
  probe(): Promise<Probed>
  platformVersion(): Promise<VersionReport>
  readFacts(): Promise<SystemFacts>
  /**
   * Null when it stays awake, and when that cannot be read. Runs programs of the system, for seconds at worst. Never
   * rejects.
   */
  readSleepSetting(): Promise<SleepSetting | null>
  /**
   * Backs up the data folder and opens the backup once, as `nightpost backup` does. Rejects with CodedError UNKNOWN_ERROR, and
   * leaves nothing behind, when it cannot be made; what helps is in the message.
   */
  makeBackup(order: BackupOrder, stopping: AbortSignal): Promise<BackupFile>
  /** Costs next to nothing. */
  revision(): DataRevision
  /** Begins to end this server as Ctrl+C does: nothing is interrupted. */
  stop(): void
}
