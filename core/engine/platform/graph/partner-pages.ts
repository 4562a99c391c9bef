// The PartnerPages port: a copy of a post on the linked Page, with the Page's own token. Pictures by address, videos by
// bytes. Source: developers.facebook.com, Pages API posts and the video API's guide to publishing reels.
import { safePageLink } from '../../../rules/content/safe-link.ts'
import * as z from 'zod'
import type { PartnerPages, PartnerPost, PartnerSource } from '../../../ports/platform/partner-pages.ts'
import type { PlatformAccess, PlatformReply } from '../../../ports/platform/platform.ts'
import { NO_ANSWER } from '../../../ports/platform/platform.ts'
import type { PublicationPayload } from '../../../rules/publication/publication.ts'
import { safeText } from '../../../redact.ts'
import { SECOND } from '../../../time.ts'
import { Named } from './graph-fields.ts'
import { graphRequest, mapReply, type FormFields } from './graph-request.ts'
import type { GraphHosts } from './graph-platform.ts'
import { GRAPH_VERSION } from './graph-version.ts'
import { uploadBytes } from './upload-bytes.ts'

const TIMEOUT = 60 * SECOND
const PARTNER_SITE = 'https://www.facebook.com'

const Id = Named.shape.id
const PostId = z.string().regex(/^[\d_]{1,100}$/)
const Photo = z.object({ id: Id, post_id: PostId.optional() })
const Started = z.object({ video_id: Id, upload_url: z.string().optional() })
const Finished = z.object({ success: z.literal(true), post_id: PostId.optional() })
const Problem = z.object({ message: z.string() })
const VideoStatus = z.object({
  video_status: z.string(),
  processing_phase: z
    .object({ status: z.string().optional(), error: Problem.optional(), errors: z.array(Problem).optional() })
    .nullish()
    .catch(null),
})
const Shown = z.object({
  permalink_url: z.string().optional(),
  status: VideoStatus.nullish().catch(null),
})

export function createPartnerPages(options: GraphHosts): PartnerPages {
  return {
    prepare(access, { mediaType }, source) {
      const story = mediaType === 'STORIES'
      if (source.kind === 'video') return startVideo(options, access, edgeOf(story), source)
      // A photo on the Page's timeline is one call; for a story it is uploaded unpublished first.
      return story ? hidePhoto(options, access, source.url) : Promise.resolve(NOTHING_TO_PREPARE)
    },
    async publish(access, payload, { handle, source }) {
      const story = payload.mediaType === 'STORIES'
      if (source.kind === 'video')
        return finishVideo(options, access, { edge: edgeOf(story), payload, handle })
      if (story) {
        const asked = { edge: 'photo_stories', fields: { photo_id: handle }, answer: Finished }
        return mapReply(await onPage(options, access, asked), (answer) => finishedPost(answer, handle))
      }
      const asked = { edge: 'photos', fields: photoFields(payload, source.url), answer: Photo }
      return mapReply(await onPage(options, access, asked), ({ id, post_id: post }) => {
        return { partnerPostId: post ?? id }
      })
    },
    async permalink(access, { items }, { partnerPostId, handle }) {
      const read = async (path: string, fields: string) => {
        const asked = { method: 'GET', path, fields: { fields }, answer: Shown } as const
        return mapReply(await call(options, access, asked), (answer) => toPartnerPost(answer, access))
      }
      if (items[0]?.kind !== 'video' || handle === null) return read(partnerPostId, 'permalink_url')
      if (handle === partnerPostId) return read(handle, 'permalink_url,status')
      // A post has no status, its video has.
      const video = await read(handle, 'status')
      if (video.kind !== 'ok') return read(partnerPostId, 'permalink_url')
      if (video.value.failure !== null) return video
      const post = await read(partnerPostId, 'permalink_url')
      return mapReply(post, ({ permalink }) => ({ ...video.value, permalink }))
    },
  }
}

type VideoEdge = 'video_reels' | 'video_stories'
const edgeOf = (story: boolean): VideoEdge => (story ? 'video_stories' : 'video_reels')

const NOTHING_TO_PREPARE = {
  kind: 'ok',
  value: { handle: null },
  platformTime: null,
  facts: NO_ANSWER,
} as const

async function hidePhoto(options: GraphHosts, access: PlatformAccess, url: string) {
  const asked = { edge: 'photos', fields: { url, published: false }, answer: Named }
  return mapReply(await onPage(options, access, asked), ({ id }) => ({ handle: id }))
}

async function startVideo(
  options: GraphHosts,
  access: PlatformAccess,
  edge: VideoEdge,
  { video }: PartnerSource & { kind: 'video' },
): Promise<PlatformReply<{ handle: string | null }>> {
  const started = await onPage(options, access, {
    edge,
    fields: { upload_phase: 'start' },
    answer: Started,
  })
  if (started.kind !== 'ok') return started
  const { video_id: id, upload_url: named } = started.value
  // As with containers: the token is sent to the known host, even if the reply names another address.
  const known = options.uploadUrl(access)
  const url = named?.startsWith(`${known}/`) ? named : `${known}/video-upload/${GRAPH_VERSION}/${id}`
  const sent = await uploadBytes({ fetch: options.fetch, url, token: access.page?.token ?? '', file: video })
  return mapReply(sent, () => ({ handle: id }))
}

async function finishVideo(
  options: GraphHosts,
  access: PlatformAccess,
  { edge, payload, handle }: { edge: VideoEdge; payload: PublicationPayload; handle: string | null },
): Promise<PlatformReply<{ partnerPostId: string }>> {
  const fields = {
    upload_phase: 'finish',
    video_id: handle,
    video_state: 'PUBLISHED',
    description: edge === 'video_reels' ? payload.caption : undefined,
  }
  // Accepted, not yet live: the Page continues to process it.
  const reply = await onPage(options, access, { edge, fields, answer: Finished })
  return mapReply(reply, (answer) => finishedPost(answer, handle))
}

function photoFields({ caption, locationId }: PublicationPayload, url: string): FormFields {
  return { url, caption, place: locationId || undefined, published: true }
}

function finishedPost({ post_id: id }: z.infer<typeof Finished>, handle: string | null) {
  return { partnerPostId: id ?? handle ?? '' }
}

const NEVER_LIVE: ReadonlySet<string> = new Set(['error', 'upload_failed', 'expired'])

function toPartnerPost(
  { permalink_url: link, status }: z.infer<typeof Shown>,
  { page }: PlatformAccess,
): PartnerPost {
  const { video_status: state = 'ready', processing_phase: phase } = status ?? {}
  const [problem] = [phase?.error ?? [], phase?.errors ?? []].flat()
  const said = problem?.message ?? 'Facebook could not process the video'
  const isFailed = NEVER_LIVE.has(state) || phase?.status === 'error'
  return {
    permalink: link ? safePageLink(absolute(link)) : null,
    isLive: state === 'ready',
    failure: isFailed ? safeText(said, [page?.token ?? '']) : null,
  }
}

interface PageCall<T> {
  readonly edge: string
  readonly fields: FormFields
  readonly answer: z.ZodType<T>
}

function onPage<T>(
  options: GraphHosts,
  access: PlatformAccess,
  { edge, ...request }: PageCall<T>,
): Promise<PlatformReply<T>> {
  return call(options, access, { method: 'POST', path: `${access.page?.id ?? ''}/${edge}`, ...request })
}

function call<T>(
  { fetch, graphUrl }: GraphHosts,
  access: PlatformAccess,
  { path, ...request }: { method: 'GET' | 'POST'; path: string; fields: FormFields; answer: z.ZodType<T> },
): Promise<PlatformReply<T>> {
  const url = `${graphUrl(access)}/${GRAPH_VERSION}/${path}`
  return graphRequest({ fetch, url, token: access.page?.token ?? '', timeout: TIMEOUT, ...request })
}

/** For videos the reply has a path only. */
function absolute(link: string): string {
  return link.startsWith('/') ? PARTNER_SITE + link : link
}
