import type { VersionReport } from '../platform/graph/graph-version.ts'
import type { Duration } from '../time.ts'
import type { StorageTrouble } from './data-storage.ts'

export interface Probed {
  /** Posts wait for the user's word. */
  readonly isHeld: boolean
  /** A post waits for the user to look at the platform, or its time has passed. */
  readonly needsAttention: boolean
  readonly storage: StorageTrouble | null
}

export interface SystemFacts {
  readonly version: string
  /** Absolute paths on this computer. */
  readonly dataDir: string
  readonly logDir: string
  readonly maxUploadBytes: number
  /** ffmpeg was found: videos can be converted. */
  readonly canTranscode: boolean
  readonly sandbox: boolean
  /** Ids of the sandbox's accounts, also while it is switched off and they are hidden. */
  readonly sandboxAccountIds: readonly string[]
}

export interface DataRevision {
  /** Another one after each start of the server. */
  readonly start: string
  /** Another one after each write of this server to its database. */
  readonly data: number
}

/** Tells that this computer goes to sleep by itself. */
export interface SleepSetting {
  /** Without anyone using it, on mains power. */
  readonly sleepsAfter: Duration
  /** Where a person changes it. */
  readonly setIn: 'macos' | 'windows' | 'gnome' | 'logind'
}

/** This computer and this server on it. */
export interface System {
  /** Rejects when the database cannot be read. */
  probe(): Promise<Probed>
  platformVersion(): Promise<VersionReport>
  readFacts(): Promise<SystemFacts>
  /** Null when it stays awake, and when that cannot be read. Asks programs of the system, for seconds at worst. Never rejects. */
  readSleepSetting(): Promise<SleepSetting | null>
  /** Costs next to nothing. */
  revision(): DataRevision
}
