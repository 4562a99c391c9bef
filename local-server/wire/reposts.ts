// What story repost needs here: two sources of mentions, the way into a post, and the owner's session at the private API.
import { createRepostDelegation } from '../../core/features/cloud/delegation/reposts/repost-delegation.ts'
import { canReadMessages } from '../../core/rules/accounts/permissions.ts'
import { SANDBOX_PRIVATE_API } from '../../core/features/private-api/hosts.ts'
import { createPrivateApi } from '../../core/features/private-api/private-api.ts'
import { createThrottle } from '../../core/features/private-api/throttle.ts'
import { createUsernameResolver } from '../../core/features/private-api/resolve-username.ts'
import { withPrivateApiStories } from '../../core/features/private-api/stories/private-api-stories.ts'
import { noteStop } from '../../core/features/reposts/note-stop.ts'
import type { RepostsDeps } from '../../core/features/reposts/reposts-deps.ts'
import { createServerStories } from '../../core/features/reposts/stories/server-stories.ts'
import { storeStoryMedia } from '../../core/features/reposts/stories/store-story-media.ts'
import type { Config } from '../config.ts'
import { sealPassword } from '../private-api/seal-password.ts'
import { createStoryDownload, createStoryLook, createStoryView } from '../undici/story-download.ts'
import type { Base } from './base.ts'
import type { Delegation } from './delegation.ts'
import { loadedWithFirstCall } from './first-call.ts'
import type { Renderings } from './media.ts'
import type { ReachedPlatform } from './platform.ts'

type Given = Base & ReachedPlatform & Renderings & Pick<Delegation, 'exchange' | 'mutex'>

export function composeReposts(config: Config, given: Given) {
  const { blobs, fetchPublic: fetch, privateApi: store, startPause } = given
  const reached = privateApiDeps(config, given)
  const host = createPrivateApi(reached)
  const access = {
    stagingDir: blobs.stagingDir,
    guardedFetch: given.guarded.fetchExactly,
    localFetch: given.outgoing.fetchExactly,
    localOrigins: ({ isSandbox }: { readonly isSandbox: boolean }) =>
      isSandbox ? [new URL(given.sandboxOrigin()).origin] : [],
  }
  const privateApi = loadedWithFirstCall(async () => {
    const { createPrivateApiSource } = await import('../../core/features/private-api/private-api-source.ts')
    return createPrivateApiSource(host, store)
  })
  const official = loadedWithFirstCall(async () => {
    const { createOfficialSource } = await import('../../core/engine/platform/mentions/official-source.ts')
    const pause = (time: number) => startPause(time).over
    return createOfficialSource({ ...given, fetch, fetchMedia: createStoryLook(access), pause })
  })
  const keeping = { ...given, stories: createStoryDownload(access) }
  const deps: RepostsDeps = {
    ...given,
    owner: 'here',
    sourceOf: (transport) => (transport === 'official' ? official : privateApi),
    stories: createServerStories({
      ...given,
      commands: given.reposts,
      takeMedia: (story) => storeStoryMedia(keeping, story),
    }),
    sourcesFor: async ({ id, loginMethod, grantedScopes }) => ({
      official: canReadMessages(loginMethod, grantedScopes),
      native: await host.transportOf(id),
    }),
    delegation: createRepostDelegation(given.exchange),
    privateApiSetup: loadedWithFirstCall(async () => {
      const { createPrivateApiSetup } = await import('../../core/features/private-api/session-setup.ts')
      return createPrivateApiSetup(reached)
    }),
    storyView: createStoryView(access),
  }
  return {
    repostsDeps: deps,
    /** Stories that mention people go out through the owner's session where there is one. */
    storyPlatform: withPrivateApiStories(given.platform, {
      ...reached,
      host,
      sessions: store,
      names: createUsernameResolver({ ...given, host }),
      noteStop: (accountId, stop) => noteStop(given, accountId, stop),
    }),
    /** Whether it has such a session. */
    sendsStoryFiles: async (accountId: string) => (await host.transportOf(accountId)) === 'mobile',
  }
}

function privateApiDeps({ privateApiUrl, privateApiWebUrl }: Config, given: Given) {
  const at = (address: string) => given.sandboxOrigin() + address
  return {
    ...given,
    store: given.privateApi,
    fetch: given.fetchPublic,
    throttle: createThrottle({ ...given, pause: given.startPause }),
    sealPassword,
    apiUrl: (isSandbox: boolean) => (isSandbox ? at(SANDBOX_PRIVATE_API.api) : privateApiUrl),
    webUrl: (isSandbox: boolean) => (isSandbox ? at(SANDBOX_PRIVATE_API.web) : privateApiWebUrl),
  }
}
