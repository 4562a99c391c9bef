// Story repost among fakes: strangers who mention the accounts, a platform that stops us when a test says so, no Worker.
import type { TokenVault } from '../../../core/engine/access/token-vault.ts'
import { createKeyedMutex } from '../../../core/keyed-mutex.ts'
import { CodedError } from '../../../core/coded-error.ts'
import { canReadMessages } from '../../../core/rules/accounts/permissions.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import type { Log } from '../../../core/ports/log.ts'
import type {
  MentionCandidate,
  MentionSource,
  Stop,
  StoryLook,
} from '../../../core/ports/reposts/mention-source.ts'
import type { PrivateApiTransport } from '../../../core/ports/reposts/private-api.ts'
import type { Random } from '../../../core/ports/random.ts'
import type { PrivateApiSetup } from '../../../core/features/reposts/settings/private-api-setup.ts'
import type { RepostsDeps } from '../../../core/features/reposts/reposts-deps.ts'
import { createServerStories } from '../../../core/features/reposts/stories/server-stories.ts'
import type { MemoryBlobStore } from '../media/memory-blob-store.ts'
import { HOUR } from '../../../core/time.ts'
import { createSqlitePrivateApiStore } from '../../../local-server/sqlite/reposts/sqlite-private-api-store.ts'
import type { Stores } from '../../memory-database.ts'
import type { TestPorts } from '../test-app.ts'
import { moveRecord } from './repost-records.ts'

export interface Strangers {
  /** Found by the next look, until their stories end. */
  mentions: MentionCandidate[]
  /** Said to the next look, once. */
  stop: Stop | null
  /** What is seen of a story right before it is reposted; null: it lives. */
  look: StoryLook | null
  /** Calls that were made, of looks for mentions and at stories. */
  readonly calls: ('scan' | 'look')[]
  /** The account's own session, if it has one. */
  session: PrivateApiTransport | null
  /** What the Worker says about a mention that it has. */
  worker: 'yours' | 'too-late' | 'limit' | 'unreachable'
  /** What the session set-up was asked, in order. */
  readonly asked: unknown[]
  /** What it answers with, once, instead of success. */
  refusal: CodedError | null
  /** What lies at the address of each story. */
  story: { readonly contentType: string; readonly bytes: Uint8Array } | null
}

export function newStrangers(): Strangers {
  return {
    mentions: [],
    stop: null,
    look: null,
    calls: [],
    session: null,
    worker: 'yours',
    asked: [],
    refusal: null,
    story: { contentType: 'image/jpeg', bytes: new Uint8Array([0xff, 0xd8, 0xff]) },
  }
}

interface World extends Pick<Stores, 'db' | 'accounts' | 'posts' | 'ledger' | 'reposts' | 'repeatingJobs'> {
  readonly clock: Clock
  readonly log: Log
  readonly random: Random
  readonly blobs: MemoryBlobStore
  readonly userId: string
  readonly vault: TokenVault
}

type FakedPorts = RepostsDeps & Pick<TestPorts, 'reposts' | 'privateApi'>

export function fakeRepostPorts(world: World, strangers: Strangers): FakedPorts {
  const { clock, log, random, accounts, blobs, reposts, repeatingJobs, userId } = world
  const source = sourceOf(clock, strangers)
  return {
    owner: 'here',
    mutex: createKeyedMutex(),
    reposts,
    sourceOf: () => source,
    stories: createServerStories({
      ...world,
      commands: reposts,
      blobs,
      superseded: { removeOf: async () => {} } as never,
      transcodes: { stop() {} },
      takeMedia: async () => null,
      wake: () => {},
    }),
    clock,
    random,
    log,
    accounts,
    userId,
    timeZone: () => 'Europe/Berlin',
    repeatingJobs,
    sourcesFor: async ({ loginMethod, grantedScopes }) => ({
      official: canReadMessages(loginMethod, grantedScopes),
      native: strangers.session,
    }),
    delegation: {
      async recall(accountId) {
        if (strangers.worker === 'unreachable') throw new CodedError('WORKER_UNREACHABLE')
        return reposts.config(accountId)
      },
      async claim(record) {
        if (strangers.worker === 'unreachable') throw new CodedError('WORKER_UNREACHABLE')
        const next = { ...record, runner: 'here', version: record.version + 1 } as const
        if (strangers.worker === 'yours') await moveRecord(reposts, next)
        return strangers.worker
      },
    },
    wakeChecks: () => {},
    wakeSync: () => {},
    privateApi: createSqlitePrivateApiStore(world.db, world.vault),
    privateApiSetup: fakePrivateApiSetup(strangers),
    storyView: {
      open: async () => strangers.story && { ...strangers.story, body: streamOf(strangers.story.bytes) },
    },
  }
}

function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes)
      controller.close()
    },
  })
}

function sourceOf(clock: Clock, strangers: Strangers): MentionSource {
  const called = async (what: 'scan' | 'look', mayCall: () => Promise<boolean>) => {
    if (!(await mayCall())) throw new Error('no call may be made')
    strangers.calls.push(what)
  }
  return {
    async scan({ mayCall }) {
      await called('scan', mayCall)
      const { stop } = strangers
      strangers.stop = null
      const now = clock.now()
      const living = strangers.mentions.filter(({ expiresAt }) => now < expiresAt)
      return { mentions: stop ? [] : living, memory: null, stop }
    },
    async look({ mayCall }, { media, expiresAt }) {
      await called('look', mayCall)
      const url = media?.url ?? 'https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=1'
      return strangers.look ?? { kind: 'live', media: { kind: media?.kind ?? 'image', url }, expiresAt }
    },
  }
}

function fakePrivateApiSetup(strangers: Strangers): PrivateApiSetup {
  const ask = (what: unknown): void => {
    strangers.asked.push(what)
    const { refusal } = strangers
    strangers.refusal = null
    if (refusal) throw refusal
  }
  return {
    sources: async () => ({
      official: true,
      native: strangers.session && { transport: strangers.session, username: 'night.owl' },
      sessionEnded: false,
      challenge: null,
    }),
    login: async (attempt) => ask(attempt),
    importSession: async (session) => ask(session),
    forget: async (accountId) => ask({ forget: accountId }),
    async startChallenge(accountId) {
      ask({ startChallenge: accountId })
      return { stepName: 'verify_email', contactPoint: 'n***@g***.com', expiresAt: HOUR }
    },
    submitChallenge: async (accountId, code) => ask({ accountId, code }),
  }
}
