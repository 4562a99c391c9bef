// What story repost needs here: two sources of mentions, the way into a post, and the owner's session at the private API.
import { createRepostDelegation } from '../../core/features/cloud/delegation/reposts/repost-delegation.ts'
import { canReadMessages } from '../../core/rules/accounts/permissions.ts'
import { SANDBOX_PRIVATE_API } from '../../core/features/private-api/hosts.ts'
import { createPrivateApi } from '../../core/features/private-api/private-api.ts'
import type { PrivateApiLoginDeps } from '../../core/features/private-api/private-api-deps.ts'
import { createThrottle } from '../../core/features/private-api/throttle.ts'
import { createUsernameResolver } from '../../core/features/private-api/resolve-username.ts'
import {
  withPrivateApiStories,
  type PrivateApiStoriesDeps,
} from '../../core/features/private-api/stories/private-api-stories.ts'
import type { PrivateApi } from '../../core/ports/reposts/private-api.ts'
import type { Platform, PlatformAccess } from '../../core/ports/platform/platform.ts'
import { webCryptoRandom as random } from '../../core/random.ts'
import { noteStop } from '../../core/features/reposts/note-stop.ts'
import type { RepostsDeps } from '../../core/features/reposts/reposts-deps.ts'
import { createServerStories } from '../../core/features/reposts/stories/server-stories.ts'
import { storeStoryMedia } from '../../core/features/reposts/stories/store-story-media.ts'
import { nodeClock as clock, startPause, timeZoneHere } from '../node-clock.ts'
import type { Folder } from './data-folder.ts'
import { loadedWithFirstCall } from './first-call.ts'
import type { Renderings } from './media.ts'
import type { Config } from '../config.ts'
import { sealPassword } from '../private-api/seal-password.ts'
import type { DownloadAccess } from '../undici/guarded-download.ts'
import { publicAddressesOnly } from '../undici/public-address.ts'
import { createStoryDownload, createStoryLook, createStoryView } from '../undici/story-download.ts'
import { createOutgoing, type Outgoing } from '../undici/undici-fetch.ts'
import type { DelegationDeps } from '../../core/features/cloud/delegation/delegation-deps.ts'

interface RepostDeps {
  readonly renderings: Renderings
  readonly exchange: DelegationDeps
  readonly outgoing: Outgoing
  /** Where the sandbox answers, without a trailing slash. */
  sandbox(): string
  graphUrl(access: PlatformAccess): string
  accessTo(accountId: string): Promise<PlatformAccess>
  wake(): void
  wakeChecks(): void
  wakeSync(): void
}

interface ComposedReposts {
  readonly deps: RepostsDeps
  /** The platform for stories: those that mention people go out through the owner's session where there is one. */
  storiesOver(platform: Platform): Platform
  /** Whether it has such a session. */
  sendsStoryFiles(accountId: string): Promise<boolean>
  close(): Promise<void>
}

export function composeReposts(config: Config, folder: Folder, given: RepostDeps): ComposedReposts {
  const { accounts, log, repeatingJobs, reposts, userId } = folder
  const { exchange, graphUrl, accessTo, wakeChecks, wakeSync } = given
  const reached = privateApiDeps(config, folder, given)
  const host = createPrivateApi(reached)
  const privateApi = loadedWithFirstCall(async () => {
    const { createPrivateApiSource } = await import('../../core/features/private-api/private-api-source.ts')
    return createPrivateApiSource({ host, store: folder.privateApi })
  })
  const guarded = createOutgoing(publicAddressesOnly())
  const download = downloadAccess(folder, given, guarded)
  const official = loadedWithFirstCall(async () => {
    const { createOfficialSource } = await import('../../core/engine/platform/mentions/official-source.ts')
    const pause = (time: number) => startPause(time).over
    const { fetch } = given.outgoing
    return createOfficialSource({ fetch, fetchMedia: createStoryLook(download), graphUrl, accessTo, pause })
  })
  return {
    deps: {
      owner: 'here',
      // The same as for delegation: an account is not delegated while it is being checked.
      mutex: exchange.mutex,
      reposts,
      sourceOf: (transport) => (transport === 'official' ? official : privateApi),
      stories: storiesOf(folder, given, download),
      clock,
      random,
      log,
      accounts,
      userId,
      // Asked for when somebody sets it up: the tables behind it take eight megabytes.
      timezone: timeZoneHere,
      repeatingJobs,
      sourcesFor: async ({ id, loginMethod, grantedScopes }) => ({
        official: canReadMessages(loginMethod, grantedScopes),
        native: await host.transportOf(id),
      }),
      delegation: createRepostDelegation(exchange),
      privateApiSetup: loadedWithFirstCall(async () => {
        const { createPrivateApiSetup } = await import('../../core/features/private-api/session-setup.ts')
        return createPrivateApiSetup(reached)
      }),
      storyView: createStoryView(download),
      wakeChecks,
      wakeSync,
    },
    storiesOver: (platform) => withPrivateApiStories(platform, storyDeps(folder, given, host, reached)),
    sendsStoryFiles: async (accountId) => (await host.transportOf(accountId)) === 'mobile',
    close: () => guarded.close(),
  }
}

function privateApiDeps(
  { privateApiUrl, privateApiWebUrl }: Config,
  { accounts, log, privateApi }: Folder,
  { outgoing, sandbox }: RepostDeps,
): PrivateApiLoginDeps {
  return {
    accounts,
    store: privateApi,
    fetch: outgoing.fetch,
    throttle: createThrottle({ clock, random, pause: startPause }),
    sealPassword,
    apiUrl: (isSandbox) => (isSandbox ? sandbox() + SANDBOX_PRIVATE_API.api : privateApiUrl),
    webUrl: (isSandbox) => (isSandbox ? sandbox() + SANDBOX_PRIVATE_API.web : privateApiWebUrl),
    clock,
    random,
    log,
  }
}

function downloadAccess(
  { blobs }: Folder,
  { outgoing, sandbox }: RepostDeps,
  guarded: Outgoing,
): DownloadAccess {
  return {
    stagingDir: blobs.stagingDir,
    guardedFetch: guarded.fetchExactly,
    localFetch: outgoing.fetchExactly,
    localOrigins: ({ isSandbox }) => (isSandbox ? [new URL(sandbox()).origin] : []),
  }
}

function storiesOf(folder: Folder, { renderings, wake }: RepostDeps, download: DownloadAccess) {
  const { accounts, blobs, ledger, media, posts, reposts, userId } = folder
  const { images, videos, remuxer, superseded, transcodes } = renderings
  const stories = createStoryDownload(download)
  const storing = { stories, images, videos, remuxer, painter: images, blobs, media, clock, random }
  return createServerStories({
    accounts,
    posts,
    ledger,
    commands: reposts,
    blobs,
    superseded,
    transcodes,
    clock,
    random,
    userId,
    takeMedia: (story) => storeStoryMedia(storing, story),
    wake,
  })
}

function storyDeps(
  { blobs, media, privateApi, reposts }: Folder,
  { renderings, wakeSync }: RepostDeps,
  host: PrivateApi,
  { webUrl }: PrivateApiLoginDeps,
): PrivateApiStoriesDeps {
  return {
    host,
    sessions: privateApi,
    webUrl,
    painter: renderings.images,
    blobs,
    media,
    names: createUsernameResolver({ host, clock }),
    clock,
    random,
    noteStop: (accountId, stop) => noteStop({ reposts, clock, wakeSync }, accountId, stop),
  }
}
