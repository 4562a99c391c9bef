// What story repost stands on here: two sources of mentions, the way into a post, and the owner's session at the private API.
import type { TokenVault } from '../../core/accounts/token-vault.ts'
import { createRepostDelegation } from '../../core/cloud/delegation/reposts/repost-delegation.ts'
import type { HandoverPorts } from '../../core/cloud/delegation/handover-ports.ts'
import { createOfficialSource } from '../../core/platform/mentions/official-source.ts'
import { canReadMessages } from '../../core/platform/mentions/permissions.ts'
import { SANDBOX_PRIVATE_API } from '../../core/platform/private-api/hosts.ts'
import { createPrivateApi } from '../../core/platform/private-api/private-api.ts'
import { createPrivateApiSetup } from '../../core/platform/private-api/session-setup.ts'
import { createPrivateApiSource } from '../../core/platform/private-api/private-api-source.ts'
import type { PrivateApiLoginWorld } from '../../core/platform/private-api/private-api-world.ts'
import { createThrottle } from '../../core/platform/private-api/throttle.ts'
import { createNameCache, createUsernameResolver } from '../../core/platform/private-api/resolve-username.ts'
import { withPrivateApiStories } from '../../core/platform/private-api/stories/private-api-stories.ts'
import type { AccountStore } from '../../core/ports/account-store.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { Log } from '../../core/ports/log.ts'
import type { MediaStore } from '../../core/ports/media/media-store.ts'
import type { PrivateApi, PrivateApiStore } from '../../core/ports/reposts/private-api.ts'
import type { Pause } from '../../core/ports/pause.ts'
import type { Platform, PlatformAccess } from '../../core/ports/platform/platform.ts'
import type { PostStore } from '../../core/ports/posts/post-store.ts'
import type { PostLedger } from '../../core/ports/posts/publication-ledger.ts'
import type { Random } from '../../core/ports/random.ts'
import type { RepostCommands } from '../../core/ports/reposts/repost-commands.ts'
import type { RepostStore } from '../../core/ports/reposts/repost-store.ts'
import type { RepeatingJobs } from '../../core/ports/repeating-jobs.ts'
import { afterStop } from '../../core/reposts/breaker.ts'
import { changeConfig } from '../../core/reposts/settings/change-config.ts'
import type { RepostsDeps } from '../../core/reposts/reposts.ts'
import type { ServerRepostPorts } from '../../core/reposts/server-ports.ts'
import { createServerStories } from '../../core/reposts/stories/server-stories.ts'
import { storeStoryMedia } from '../../core/reposts/stories/store-story-media.ts'
import type { Renderings } from './media.ts'
import type { Config } from '../config.ts'
import type { DiskBlobStore } from '../disk/disk-blob-store.ts'
import { sealPassword } from '../private-api/seal-password.ts'
import type { Db } from '../sqlite/open-database.ts'
import type { DownloadAccess } from '../undici/guarded-download.ts'
import { publicAddressesOnly } from '../undici/public-address.ts'
import { createStoryDownload, createStoryView } from '../undici/story-download.ts'
import { createOutgoing, type Outgoing } from '../undici/undici-fetch.ts'

export interface StoryRepostWorld {
  readonly config: Config
  readonly db: Db
  readonly vault: TokenVault
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly accounts: AccountStore
  readonly posts: PostStore
  readonly ledger: PostLedger
  readonly media: MediaStore
  readonly blobs: DiskBlobStore
  readonly renderings: Pick<Renderings, 'images' | 'videos' | 'remuxer' | 'superseded'>
  readonly repeatingJobs: RepeatingJobs
  readonly reposts: RepostStore & RepostCommands
  readonly privateApi: PrivateApiStore
  readonly userId: string
  readonly outgoing: Outgoing
  /** Where the sandbox answers, without a trailing slash. */
  sandbox(): string
  graphUrl(access: PlatformAccess): string
  accessTo(accountId: string): Promise<PlatformAccess>
  wake(): void
  wakeSync(): void
}

interface StoryRepost {
  readonly deps: RepostsDeps
  /** The platform, with stories that mention people going out through the owner's session where there is one. */
  publishing(platform: Platform): Platform
  close(): Promise<void>
}

export function composeStoryRepost(world: StoryRepostWorld, sync: HandoverPorts): StoryRepost {
  const { clock, log, random, accounts, userId, repeatingJobs, reposts, privateApi, wake, wakeSync } = world
  const privateApiWorld = privateApiWorldOf(world)
  const host = createPrivateApi(privateApiWorld)
  const privateApiSource = createPrivateApiSource({ host, store: privateApi })
  const officialSource = createOfficialSource({ ...world, fetch: world.outgoing.fetch, pause: sleep })
  const guarded = createOutgoing(publicAddressesOnly())
  const access = storyDownloadAccess(world, guarded)
  const storyRepost: ServerRepostPorts = {
    owner: 'here',
    // The same as for delegation: an account is not delegated while it is looked into.
    mutex: sync.mutex,
    reposts,
    sourceOf: (transport) => (transport === 'official' ? officialSource : privateApiSource),
    stories: storiesOf(world, access),
    clock,
    random,
    log,
    accounts,
    userId,
    // Asked for when somebody sets it up: the tables behind it take eight megabytes.
    timezone: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
    repeatingJobs,
    sourcesFor: async ({ id, loginMethod, grantedScopes }) => ({
      official: canReadMessages(loginMethod, grantedScopes),
      native: await host.transportOf(id),
    }),
    delegation: createRepostDelegation(sync),
    wakeChecks: wake,
    wakeSync,
  }
  return {
    deps: {
      storyRepost,
      privateApiSetup: createPrivateApiSetup(privateApiWorld),
      storyView: createStoryView(access),
    },
    publishing: (platform) => withPrivateApiStories(platform, publishingPorts(world, privateApiWorld, host)),
    close: () => guarded.close(),
  }
}

function privateApiWorldOf({
  config,
  outgoing,
  sandbox,
  privateApi: store,
  ...world
}: StoryRepostWorld): PrivateApiLoginWorld {
  return {
    ...world,
    store,
    fetch: outgoing.fetch,
    throttle: createThrottle({ ...world, pause }),
    sealPassword,
    apiUrl: (isSandbox) => (isSandbox ? sandbox() + SANDBOX_PRIVATE_API.api : config.privateApiUrl),
    webUrl: (isSandbox) => (isSandbox ? sandbox() + SANDBOX_PRIVATE_API.web : config.privateApiWebUrl),
  }
}

function storyDownloadAccess(
  { blobs, outgoing, sandbox }: StoryRepostWorld,
  guarded: Outgoing,
): DownloadAccess {
  return {
    stagingDir: blobs.stagingDir,
    guardedFetch: guarded.fetchExactly,
    localFetch: outgoing.fetchExactly,
    localOrigins: ({ isSandbox }) => (isSandbox ? [new URL(sandbox()).origin] : []),
  }
}

function storiesOf(world: StoryRepostWorld, access: DownloadAccess) {
  const { renderings, reposts } = world
  const { superseded, images: painter } = renderings
  const taking = { ...world, ...renderings, painter, stories: createStoryDownload(access) }
  return createServerStories({
    ...world,
    commands: reposts,
    superseded,
    takeMedia: (story) => storeStoryMedia(taking, story),
  })
}

function publishingPorts(world: StoryRepostWorld, { webUrl }: PrivateApiLoginWorld, host: PrivateApi) {
  const { clock, renderings, reposts, privateApi } = world
  return {
    ...world,
    host,
    sessions: privateApi,
    webUrl,
    painter: renderings.images,
    names: createUsernameResolver({ host, clock, cache: createNameCache() }),
    // What publishing is warned of holds for reposting, too. A call that was surely not made says nothing.
    async noteStop(accountId: string, stop: Parameters<typeof afterStop>[1]) {
      if (stop.signal === 'offline') return
      await changeConfig({ reposts, clock }, accountId, (config) => afterStop(config, stop, clock.now()))
    },
  }
}

function pause(time: number): Pause {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, time)
  return {
    over: promise,
    end() {
      clearTimeout(timer)
      resolve()
    },
  }
}

const sleep = (time: number) => pause(time).over
