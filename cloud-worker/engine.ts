// Connects the parts of the scheduler, without its runtime: what requests, alarms and cron runs do with the one
// database. The alarm publishes posts on the second; the cron is the watchdog that writes the heartbeat and replaces
// a lost alarm.
import type { TokenVault } from '../core/engine/access/token-vault.ts'
import { createKeyedMutex } from '../core/keyed-mutex.ts'
import { createGraphPlatform } from '../core/engine/platform/graph/graph-platform.ts'
import { createPartnerPages } from '../core/engine/platform/graph/partner-pages.ts'
import { createPlatformLogin } from '../core/engine/platform/logins/platform-login.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { KvMirror } from '../core/ports/cloud/kv-mirror.ts'
import type { RemovableObjects } from '../core/ports/cloud/media-objects.ts'
import type { SchedulerApi } from '../core/engine/worker/scheduler-api.ts'
import type { Log } from '../core/ports/log.ts'
import type { OpenBlob } from '../core/ports/media/blob-store.ts'
import type { Pause } from '../core/ports/pause.ts'
import type { Random } from '../core/ports/random.ts'
import { createPublishing } from '../core/engine/publishing/publishing.ts'
import type { Duration } from '../core/time.ts'
import { createReporter, type IndexApi } from './index/reporter.ts'
import { createStoryLooks } from './insights/story-looks.ts'
import { createInvocations, createTending, type Invocations, type Tending } from './invocations.ts'
import { platformAccess, publicUrlOf, type Hosts } from './jobs/platform-access.ts'
import { createRunner } from './jobs/runner.ts'
import { createSqlLedger, releaseHeld } from './jobs/sql-ledger.ts'
import { createMirrorWriter } from './kv/mirror-writer.ts'
import { createRepostChecks, type RepostParts } from './reposts/repost-checks.ts'
import { createRequests } from './requests.ts'
import type { Sql } from './storage/sql.ts'
import { createTables } from './storage/tables.ts'
import { createWakeUp, type Alarm } from './wake-up.ts'

/** What the runtime provides. */
export interface EngineAdapters {
  readonly sql: Sql
  readonly alarm: Alarm
  readonly kv: KvMirror
  readonly media: RemovableObjects
  openMedia(key: string): Promise<OpenBlob | null>
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  pause(time: Duration): Pause
  /** Continues after the response. */
  inBackground(work: Promise<unknown>): void
  readonly version: string
  readonly hosts: Hosts
  readonly reposts: RepostParts
  /** Told what changes; null in the object that is the index. */
  readonly index: IndexApi | null
  /** Null without a usable encryption key. */
  keys(): Promise<{ readonly id: string; readonly vault: TokenVault } | null>
}

export interface Engine extends SchedulerApi, Invocations {
  /** What the object of one account does in addition. */
  readonly tend: Tending
  /** Reports to the index what changed. */
  report(): Promise<void>
}

/** Call when the object starts: every earlier claim is an orphan. */
export function createEngine(adapters: EngineAdapters): Engine {
  const { sql, alarm, kv, media, openMedia, fetch, clock, random, log, hosts, version } = adapters
  const { pause, inBackground, keys } = adapters
  createTables(sql)
  releaseHeld(sql, clock.now())
  const ledger = createSqlLedger(sql, log)
  const runner = createRunner({ clock, pause })
  const mirror = createMirrorWriter({ sql, kv, clock, log, pause })
  const writeMirror = () => inBackground(mirror.write())
  const { index } = adapters
  const wakeUp = createWakeUp({ sql, alarm, runner, clock, isOnItsOwn: index !== null })
  const reporter = index && createReporter({ sql, index, wakeUp, clock, log })
  const report = async () => reporter?.send()
  const vault = async () => (await keys())?.vault ?? null
  const platform = (counted: typeof fetch) => platformAccess({ sql, clock, hosts, vault }, counted)
  const publishing = (counted: typeof fetch) => {
    const { accessTo, ...reached } = platform(counted)
    return createPublishing({
      engine: 'cloud',
      ledger,
      platform: createGraphPlatform(reached),
      partnerPages: createPartnerPages(reached),
      accessTo,
      publicUrl: async ({ publicKey }, _access, jobId) => publicUrlOf(sql, jobId, publicKey),
      openMedia,
      clock,
      random,
      log,
    })
  }
  const checks = createRepostChecks({
    sql,
    parts: adapters.reposts,
    mutex: createKeyedMutex(),
    clock,
    random,
    log,
    sourceOptions: (counted) => ({
      ...platform(counted),
      fetchMedia: counted,
      pause: (time) => pause(time).over,
    }),
    onJobWritten: writeMirror,
  })
  const { refresh } = createPlatformLogin({ fetch, clock, hosts: () => loginHosts(hosts) })
  const tokens = { sql, clock, log, vault, refresh }
  const storyLooks = createStoryLooks({ sql, clock }, platform)
  const shared = { sql, runner, wakeUp, checks, mirror, writeMirror, publishing, tokens, storyLooks }
  const invocations = { ...shared, media, fetch, pause, clock, log }
  return {
    ...createRequests({ sql, runner, wakeUp, clock, random, log, version, keys, writeMirror }),
    ...createInvocations(invocations),
    tend: createTending(invocations, report),
    report,
  }
}

/** Tokens are only renewed here: the user logs in at the server. */
function loginHosts({ platformGraphUrl: graphUrl }: Hosts) {
  return { graphUrl, apiUrl: graphUrl, authUrl: graphUrl }
}
