// The Platform port over the real hosts' HTTP dialect. Ids stay strings.
import type * as z from 'zod'
import type {
  CommentCalls,
  ContainerStatus,
  CreatedContainer,
  MediaListing,
  Platform,
  PlatformAccess,
  PlatformReply,
  Published,
  PublishedMedia,
  RecordedMedia,
} from '../../../ports/platform/platform.ts'
import { safeText } from '../../../redact.ts'
import { SECOND, type Duration } from '../../../time.ts'
import {
  COMMENT_FACTS_FIELDS,
  COMMENT_FIELDS,
  CommentFacts,
  CommentList,
  containerFields,
  Created,
  Deleted,
  MEDIA_FIELDS,
  MediaList,
  Named,
  PERMALINK_FIELDS,
  PermalinkAnswer,
  Quota,
  StatusAnswer,
  provesNoComments,
  toCommentListing,
  toContainerStatus,
} from './graph-fields.ts'
import { graphRequest, mapReply, type FormFields } from './graph-request.ts'
import { GRAPH_VERSION } from './graph-version.ts'
import { uploadBytes } from './upload-bytes.ts'

export interface GraphHosts {
  readonly fetch: typeof fetch
  /** The Graph host that answers for an account, without a trailing slash. */
  graphUrl(access: PlatformAccess): string
  /** The host that takes bytes for it. */
  uploadUrl(access: PlatformAccess): string
}

/** The platform does its work while we wait; clients in production allow it up to a minute. */
const PUBLISH_TIMEOUT = 60 * SECOND
const CREATE_TIMEOUT = 60 * SECOND
/** How far back a permalink is looked for in the account's lists when the media itself cannot be read. */
const LISTED = 25
/** As many as the platform lists at once. */
const MOST_LISTED = 100
/** A list of media is not read further. */
const MOST_PAGES = 4
const NOTHING_SHOWN = safeText('a list of which nothing is shown')
/** More than anybody gets in the minute after a post. */
const LISTED_COMMENTS = 100

export function createGraphPlatform(options: GraphHosts): Platform {
  const call = createCall(options)
  return {
    async createContainer(access, request) {
      const reply = await call(access, 'POST', {
        path: `${access.igUserId}/media`,
        fields: containerFields(request),
        answer: Created,
        timeout: CREATE_TIMEOUT,
      })
      const byBytes =
        request.kind !== 'carousel' && request.source.kind === 'video' && request.source.url === null
      return mapReply(reply, (answer) => created(options, access, answer, byBytes))
    },
    uploadVideo: (access, { containerId, uploadUrl }, file) => {
      const url = uploadUrl ?? uploadAddress(options, access, containerId)
      return uploadBytes({ fetch: options.fetch, url, token: access.token, file })
    },
    containerStatus: (access, containerId) => readStatus(call, access, containerId),
    async publishContainer(access, containerId) {
      const reply = await call(access, 'POST', {
        path: `${access.igUserId}/media_publish`,
        fields: { creation_id: containerId },
        answer: Named,
        timeout: PUBLISH_TIMEOUT,
      })
      return mapReply(reply, ({ id }) => ({ mediaId: id }))
    },
    recentMedia: (access, listing) => withEitherToken(access, (as) => listMedia(call, as, listing)),
    permalink: (access, mediaId) => readPermalink(call, access, mediaId),
    publishingQuota: (access) =>
      withEitherToken(access, (as) =>
        call(as, 'GET', {
          path: `${access.igUserId}/content_publishing_limit`,
          fields: { fields: 'quota_usage,config' },
          answer: Quota,
        }),
      ),
    ...commentCalls(call),
    deleteMedia: (access, mediaId) => call(access, 'DELETE', { path: mediaId, fields: {}, answer: Deleted }),
    findMedia: (access, media) => findMedia(call, access, media),
  }
}

type MediaPage = z.infer<typeof MediaList>

interface CallOf<T> {
  readonly path: string
  readonly fields: FormFields
  readonly answer: z.ZodType<T>
  readonly timeout?: Duration
}

type Call = <T>(
  access: PlatformAccess,
  method: 'GET' | 'POST' | 'DELETE',
  request: CallOf<T>,
) => Promise<PlatformReply<T>>

function createCall({ fetch, graphUrl }: GraphHosts): Call {
  return (access, method, { path, ...request }) => {
    const url = `${graphUrl(access)}/${GRAPH_VERSION}/${path}`
    return graphRequest({ fetch, method, url, token: access.token, ...request })
  }
}

function commentCalls(call: Call): CommentCalls {
  return {
    async addComment(access, mediaId, text) {
      const asked = { path: `${mediaId}/comments`, fields: { message: text }, answer: Named }
      return mapReply(await call(access, 'POST', asked), ({ id }) => ({ commentId: id }))
    },
    async listComments(access, mediaId) {
      const fields = { fields: COMMENT_FIELDS, limit: LISTED_COMMENTS }
      const asked = { path: `${mediaId}/comments`, fields, answer: CommentList }
      const reply = await withEitherToken(access, (as) => call(as, 'GET', asked))
      const listing = mapReply(reply, (answer) => toCommentListing(answer, access.igUserId))
      if (listing.kind !== 'ok' || listing.value.comments.length > 0) return listing
      const facts = await withEitherToken(access, (as) =>
        call(as, 'GET', {
          path: mediaId,
          fields: { fields: COMMENT_FACTS_FIELDS },
          answer: CommentFacts,
        }),
      )
      const isProven = facts.kind === 'ok' && provesNoComments(facts.value)
      return mapReply(listing, (value) => ({ ...value, isComplete: value.isComplete && isProven }))
    },
    async disableComments(access, mediaId) {
      const asked = { path: mediaId, fields: { comment_enabled: 'false' }, answer: Deleted }
      return mapReply(await call(access, 'POST', asked), () => ({ disabled: true }))
    },
  }
}

function readStatus(
  call: Call,
  access: PlatformAccess,
  containerId: string,
): Promise<PlatformReply<ContainerStatus>> {
  const asked = { path: containerId, fields: { fields: 'status_code,status' }, answer: StatusAnswer }
  return withEitherToken(access, async (as) =>
    mapReply(await call(as, 'GET', asked), (answer) => toContainerStatus(answer, as.token)),
  )
}

/** A token is sent to the known upload host alone, even if the answer names another address. */
function created(
  options: GraphHosts,
  access: PlatformAccess,
  { id, uri }: z.infer<typeof Created>,
  byBytes: boolean,
): CreatedContainer {
  if (!byBytes) return { containerId: id, uploadUrl: null }
  const known = `${options.uploadUrl(access)}/`
  return {
    containerId: id,
    uploadUrl: uri?.startsWith(known) && !/[?#]/.test(uri) ? uri : uploadAddress(options, access, id),
  }
}

function uploadAddress({ uploadUrl }: GraphHosts, access: PlatformAccess, containerId: string): string {
  return `${uploadUrl(access)}/ig-api-upload/${GRAPH_VERSION}/${containerId}`
}

/** What an app may not see is left out of a page, which then is short or empty although the list goes on. */
async function listMedia(
  call: Call,
  access: PlatformAccess,
  { of, limit }: MediaListing,
): Promise<PlatformReply<PublishedMedia[]>> {
  const path = `${access.igUserId}/${of === 'stories' ? 'stories' : 'media'}`
  const listed: PublishedMedia[] = []
  let after: string | null = null
  for (let page = 1; ; page += 1) {
    const fields: FormFields = { fields: MEDIA_FIELDS, limit, after }
    const reply: PlatformReply<MediaPage> = await call(access, 'GET', { path, fields, answer: MediaList })
    if (reply.kind !== 'ok') return reply
    const { platformTime, facts } = reply
    listed.push(...reply.value.media)
    after = reply.value.after
    const isEnough = listed.length >= limit || (page >= MOST_PAGES && listed.length > 0)
    if (isEnough || after === null) return { ...reply, value: listed }
    if (page >= MOST_PAGES) return { kind: 'unknown', reason: NOTHING_SHOWN, platformTime, facts }
  }
}

/** The account's list shows a media that only cannot be read, and also one whose id is another one for this login. */
async function findMedia(
  call: Call,
  access: PlatformAccess,
  { mediaId, permalink }: RecordedMedia,
): Promise<PlatformReply<{ mediaId: string | null }>> {
  const asked = { path: mediaId, fields: { fields: 'id' }, answer: Named }
  const direct = await withEitherToken(access, (as) => call(as, 'GET', asked))
  if (!isMissing(direct)) return mapReply(direct, () => ({ mediaId }))
  const listing = { of: 'posts', limit: MOST_LISTED } as const
  const listed = await withEitherToken(access, (as) => listMedia(call, as, listing))
  return mapReply(listed, (media) => {
    const isIt = (one: PublishedMedia) =>
      one.id === mediaId || (permalink !== null && one.permalink === permalink)
    return { mediaId: media.find(isIt)?.id ?? null }
  })
}

/** A new media can be unreadable for a while although the account's list already shows it. */
async function readPermalink(
  call: Call,
  access: PlatformAccess,
  mediaId: string,
): Promise<PlatformReply<Published>> {
  const fields = { fields: PERMALINK_FIELDS }
  const direct = await withEitherToken(access, (as) =>
    call(as, 'GET', { path: mediaId, fields, answer: PermalinkAnswer }),
  )
  if (!isMissing(direct)) return direct
  let read = direct
  // Live stories are in a list of their own.
  for (const list of ['media', 'stories']) {
    const path = `${access.igUserId}/${list}`
    const listed = await call(access, 'GET', {
      path,
      fields: { ...fields, limit: LISTED },
      answer: MediaList,
    })
    if (listed.kind !== 'ok') return read
    const { permalink = null, timestamp = null } = listed.value.media.find(({ id }) => id === mediaId) ?? {}
    read = mapReply(listed, () => ({ permalink, timestamp }))
    if (permalink !== null) break
  }
  return read
}

/** Reads have answered "no such object" for weeks with one token of an account and not with the other. */
async function withEitherToken<T>(
  access: PlatformAccess,
  read: (access: PlatformAccess) => Promise<PlatformReply<T>>,
): Promise<PlatformReply<T>> {
  const reply = await read(access)
  if (access.page === null || !isMissing(reply)) return reply
  const other = await read({ ...access, token: access.page.token })
  return other.kind === 'ok' ? other : reply
}

function isMissing(reply: PlatformReply<unknown>): boolean {
  return reply.kind === 'refused' && reply.refusal.code === 100 && reply.refusal.subcode === 33
}
