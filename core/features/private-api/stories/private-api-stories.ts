// Stories with mentions, published through the app's host where the account has a session of its own there. Wraps the official
// platform for stories, which keeps those without mentions, and all of them where there is no such session.
//
// A container of the private API is the name of uploaded bytes (story-container.ts). The platform keeps no status for it, and a second
// configure call may make a second story. So we report the status ourselves, and it decides whether the publish call is
// made again (publishing/reconcile.ts): FINISHED, twice and a minute apart, is proof that nothing was published. Hence:
//
//   never sent, in this run of the process         FINISHED. No call is needed to know it.
//   sent, "transcode not finished" (202)           FINISHED after ten seconds: known to have had no effect, and the same is
//                                                  sent again.
//   sent, the platform said no                     ERROR, once that is a minute ago and the story is not visible: the
//                                                  post fails with what was said. Until then UNKNOWN.
//   sent, and the answer was lost                  PUBLISHED when the own reel shows a story not older than the upload with
//                                                  all of its mentions. Else UNKNOWN, never FINISHED: no look proves that a
//                                                  story was not live and deleted since. It is never sent again.
//   of an earlier run of the process               The same look; if it finds nothing, a refusal of the class `new`: it lets a
//                                                  publication that certainly never sent anything (no intent) ask for another
//                                                  container, and proves nothing to one that may have.
//   sent, or of an earlier run, two days old       EXPIRED: a story would have ended by now.
//
// After a stop no call is made on behalf of the container any more.
import type { Stop } from '../../../ports/reposts/mention-source.ts'
import type {
  PrivateApiReply,
  PrivateApiSession,
  PrivateApiStore,
} from '../../../ports/reposts/private-api.ts'
import type {
  ContainerRequest,
  ContainerStatus,
  CreatedContainer,
  Platform,
  PlatformAccess,
  PlatformReply,
  PublishedStory,
} from '../../../ports/platform/platform.ts'
import {
  PROOF_AGE,
  TOO_OLD_TO_USE,
  type PayloadItem,
  type PublicationPayload,
} from '../../../rules/publication/publication.ts'
import { DAY, SECOND, type Duration } from '../../../time.ts'
import type { ResolvedUser } from '../resolve-username.ts'
import { configureRequest, type ConfiguredMedia } from './configure-story.ts'
import {
  isPrivateApiContainer,
  isPrivateApiMedia,
  parseContainerName,
  pkOf,
  uploadedAt,
  type PrivateApiContainer,
} from './story-container.ts'
import { LOST, NOT_READY, ok, OWNER_NEEDED, refused, storyRefusal, unasked, unknown } from './replies.ts'
import { findOurs, readOwnReel } from './own-reel.ts'
import { notPrepared, prepareStory, type PrepareStoryDeps } from './prepare-story.ts'
import { createSends, type Sends } from './sends.ts'

export interface PrivateApiStoriesDeps extends PrepareStoryDeps {
  readonly sessions: Pick<PrivateApiStore, 'get'>
  /** Where the web page is, without a trailing slash. */
  webUrl(isSandbox: boolean): string
  /** Called with each stop that publishing meets, so that reposting stops with it. */
  noteStop(accountId: string, stop: Stop): Promise<void>
}

interface StoryDeps extends PrivateApiStoriesDeps {
  readonly sends: Sends
}

export function withPrivateApiStories(platform: Platform, given: PrivateApiStoriesDeps): Platform {
  const sends = createSends(given.clock)
  const deps: StoryDeps = { ...given, ...reportingStops(given), sends }
  return {
    ...platform,
    takesFiles: async (access, payload) =>
      privateApiItem(payload) !== null && (await goesThroughPrivateApi(deps, access)),
    async createContainer(access, request) {
      const item = request.kind === 'single' ? privateApiItem(request.payload) : null
      if (item !== null && (await goesThroughPrivateApi(deps, access)))
        return createStory(deps, access, request, item)
      return hasNothingToFetch(request)
        ? unknown('the session has just ended')
        : platform.createContainer(access, request)
    },
    uploadVideo: async (access, container, video) =>
      isPrivateApiContainer(container.containerId)
        ? unknown('the bytes of this story are there already')
        : platform.uploadVideo(access, container, video),
    containerStatus: async (access, containerId) =>
      isPrivateApiContainer(containerId)
        ? statusOf(deps, access, containerId)
        : platform.containerStatus(access, containerId),
    publishContainer: async (access, containerId) =>
      isPrivateApiContainer(containerId)
        ? publish(deps, access, containerId)
        : platform.publishContainer(access, containerId),
    permalink: async (access, mediaId) =>
      isPrivateApiMedia(mediaId)
        ? ok({ permalink: await addressOf(deps, access, mediaId), timestamp: null })
        : platform.permalink(access, mediaId),
    missingMentions: (access, story) => missingMentions(deps, access, story).catch(() => []),
  }
}

function reportingStops({
  host,
  names,
  noteStop,
}: PrivateApiStoriesDeps): Pick<PrivateApiStoriesDeps, 'host' | 'names'> {
  const report = async <T extends PrivateApiReply<unknown> | ResolvedUser>(accountId: string, reply: T) => {
    if (reply.kind === 'stopped') await noteStop(accountId, reply.stop).catch(() => {})
    return reply
  }
  return {
    host: {
      transportOf: (accountId) => host.transportOf(accountId),
      mayBeginStory: (accountId) => host.mayBeginStory(accountId),
      call: async (accountId, request) => report(accountId, await host.call(accountId, request)),
    },
    names: { resolve: async (accountId, name) => report(accountId, await names.resolve(accountId, name)) },
  }
}

/** The file of a story with mentions. One that the platform itself hosts is fetched by the platform. */
function privateApiItem({ mediaType, storyMentions, items }: PublicationPayload): PayloadItem | null {
  const [item] = items
  if (mediaType !== 'STORIES' || storyMentions.length === 0 || !item || item.url !== undefined) return null
  return item
}

/** It was meant for the private API a moment ago. */
const hasNothingToFetch = (request: ContainerRequest) =>
  request.kind === 'single' && request.source.kind === 'image' && request.source.url === null

async function goesThroughPrivateApi(
  { host }: PrivateApiStoriesDeps,
  { accountId }: PlatformAccess,
): Promise<boolean> {
  return (await host.transportOf(accountId)) === 'mobile' && (await host.mayBeginStory(accountId))
}

async function createStory(
  deps: StoryDeps,
  { accountId }: PlatformAccess,
  { payload }: ContainerRequest,
  item: PayloadItem,
): Promise<PlatformReply<CreatedContainer>> {
  const reply = await prepareStory(deps, accountId, payload, item).catch(notPrepared)
  if (reply.kind === 'ok') deps.sends.set(reply.value.containerId, 'ready')
  return reply
}

async function publish(
  deps: StoryDeps,
  { accountId }: PlatformAccess,
  containerId: string,
): Promise<PlatformReply<{ mediaId: string }>> {
  const { host, sends, clock } = deps
  const container = parseContainerName(containerId)
  const sent = sends.of(containerId)
  if (container === null || sent?.state === 'refused')
    return refused(LOST, 'the upload can no longer be used')
  if (sent?.state === 'open' || sent?.state === 'done') return unknown('it was sent before')
  const session = await sessionOf(deps, accountId)
  if (session === null) {
    sends.set(containerId, 'refused')
    return refused(LOST, 'the session that had uploaded it has ended')
  }
  // Before the call: if it is interrupted, the next run finds it open.
  sends.set(containerId, 'open')
  const reply = await host.call(accountId, configureRequest(container, session, clock.now()))
  return afterConfigure(deps, containerId, session, reply)
}

function afterConfigure(
  { sends }: StoryDeps,
  containerId: string,
  { userId }: PrivateApiSession,
  reply: PrivateApiReply<ConfiguredMedia>,
): PlatformReply<{ mediaId: string }> {
  if (reply.kind === 'stopped') return afterStop(sends, containerId, reply.stop)
  if (reply.kind === 'unknown') return unknown(reply.reason)
  if (reply.kind === 'ok') {
    if (!reply.value) return unknown('the story was accepted, but no id came back')
    const { pk, id } = reply.value
    sends.set(containerId, 'done')
    sends.claimed.add(pkOf(pk))
    return ok({ mediaId: id !== null && isPrivateApiMedia(id) ? id : `${pkOf(pk)}_${userId}` })
  }
  const { httpStatus, message } = reply.refusal
  // An error inside the platform may have come after it acted.
  if (httpStatus >= 500) return unknown(`HTTP ${httpStatus}`)
  if (httpStatus === 202 || /transcode not finished/i.test(message)) {
    sends.set(containerId, 'lagging')
    return refused(NOT_READY, message, httpStatus)
  }
  sends.set(containerId, 'refused')
  return storyRefusal(reply.refusal)
}

function afterStop(sends: Sends, containerId: string, stop: Stop): PlatformReply<never> {
  const { signal, message } = stop
  // Nothing was reached, so nothing was sent.
  if (signal === 'offline') {
    sends.set(containerId, 'ready')
    return unasked(stop)
  }
  sends.looksNoMore(containerId)
  if (signal === 'failed') return unknown(message)
  sends.set(containerId, 'refused')
  return refused(OWNER_NEEDED, message)
}

const STORY_ENDS: Duration = 2 * DAY
/** After "not ready yet". */
const LAG: Duration = 10 * SECOND

async function statusOf(
  deps: StoryDeps,
  access: PlatformAccess,
  containerId: string,
): Promise<PlatformReply<ContainerStatus>> {
  const { sends, clock, host } = deps
  const container = parseContainerName(containerId)
  if (container === null) return lost()
  const sent = sends.of(containerId)
  const age = clock.monotonic() - (sent?.since ?? 0)
  if (sent?.state === 'done') return status('PUBLISHED')
  if (sent?.state === 'lagging' && age < LAG) return status('IN_PROGRESS')
  if (sent?.state === 'ready' || sent?.state === 'lagging') {
    const isUsable = age < TOO_OLD_TO_USE && (await host.transportOf(access.accountId)) === 'mobile'
    return isUsable ? status('FINISHED') : lost()
  }
  if (sends.takesLook(containerId) && (await isInReel(deps, access, containerId, container)))
    return status('PUBLISHED')
  if (sent?.state === 'refused') return status(age >= PROOF_AGE ? 'ERROR' : 'UNKNOWN')
  const hasEnded = sent === null ? clock.now() - uploadedAt(container) >= STORY_ENDS : age >= STORY_ENDS
  if (hasEnded) return status('EXPIRED')
  return sent === null ? lost() : status('UNKNOWN')
}

/** Once found, it is remembered. */
async function isInReel(
  deps: StoryDeps,
  { accountId }: PlatformAccess,
  containerId: string,
  container: PrivateApiContainer,
): Promise<boolean> {
  const { sends, host } = deps
  const session = await sessionOf(deps, accountId)
  if (session === null) return false
  const reel = await readOwnReel(host, accountId, session.userId)
  if (reel.kind === 'stopped') sends.looksNoMore(containerId)
  const ours = reel.kind === 'ok' ? findOurs(reel.value, container, sends.claimed) : null
  if (ours === null) return false
  sends.set(containerId, 'done')
  sends.claimed.add(ours.pk)
  return true
}

/** An answer of 200 does not prove that the mentions are there: the platform silently drops what it does not know. */
async function missingMentions(
  deps: StoryDeps,
  { accountId }: PlatformAccess,
  { containerId, mediaId }: PublishedStory,
): Promise<readonly string[]> {
  const container = parseContainerName(containerId)
  const session = container && isPrivateApiMedia(mediaId) ? await sessionOf(deps, accountId) : null
  if (container === null || session === null) return []
  const reel = await readOwnReel(deps.host, accountId, session.userId)
  const story = reel.kind === 'ok' ? reel.value.find(({ pk }) => pk === pkOf(mediaId)) : undefined
  if (!story) return []
  return container.mentions.filter(({ pk }) => !story.mentions.has(pk)).map(({ username }) => username)
}

async function addressOf(
  { sessions, webUrl }: StoryDeps,
  { accountId, isSandbox }: PlatformAccess,
  mediaId: string,
): Promise<string | null> {
  const state = await sessions.get(accountId)
  const username = state?.session?.username
  return username ? `${webUrl(isSandbox)}/stories/${username}/${pkOf(mediaId)}/` : null
}

async function sessionOf(
  { host, sessions }: StoryDeps,
  accountId: string,
): Promise<PrivateApiSession | null> {
  if ((await host.transportOf(accountId)) !== 'mobile') return null
  return (await sessions.get(accountId))?.session ?? null
}

function status(is: ContainerStatus['status']): PlatformReply<ContainerStatus> {
  return ok({ status: is, detail: null, subcode: null })
}

function lost(): PlatformReply<never> {
  return refused(LOST, 'the upload is too old and can no longer be used')
}
