// The fields of the Graph API: what its answers look like and what we make of them, then those that create a container. In
// answers any field may be missing.
import * as z from 'zod'
import type {
  CommentListing,
  ContainerRequest,
  ContainerSource,
  ContainerStatus,
  Published,
  PublishedMedia,
  PublishingQuota,
} from '../../../ports/platform/platform.ts'
import { askedOptions } from '../../../rules/content/post-options.ts'
import { safeLink } from '../../../rules/content/safe-link.ts'
import type { PublicationPayload } from '../../../rules/publication/publication.ts'
import { safeText } from '../../../redact.ts'
import { parseLooseTime } from '../../../time.ts'
import type { FormFields } from './graph-request.ts'

const Id = z.union([z.string().regex(/^\d{1,40}$/), z.number().int().transform(String)])

export const Created = z.object({ id: Id, uri: z.string().max(2_000).optional().catch(undefined) })
export const Named = z.object({ id: Id })
export const Deleted = z.object({ success: z.literal(true) }).transform(() => ({ deleted: true }) as const)

const Media = z.object({
  id: Id,
  caption: z.string().optional(),
  timestamp: z.string().optional(),
  media_type: z.string().optional(),
  permalink: z.string().optional(),
})
export const MEDIA_FIELDS = 'id,caption,timestamp,media_type,permalink'
export const MediaList = z
  .object({
    data: z.array(Media),
    paging: z
      .object({ next: z.string(), cursors: z.object({ after: z.string().min(1) }) })
      .nullish()
      .catch(null),
  })
  .transform(({ data, paging }) => ({
    media: data.map(readMedia),
    /** Where the list goes on; null at its end. */
    after: paging?.cursors.after ?? null,
  }))
export const PERMALINK_FIELDS = 'id,permalink,timestamp'
export const PermalinkAnswer = Media.transform((media): Published => {
  const { permalink, timestamp } = readMedia(media)
  return { permalink, timestamp }
})

const Author = z.object({ id: Id }).nullish().catch(null)
const Comment = z.object({ id: Id, text: z.string().nullish(), from: Author, user: Author })
export const COMMENT_FIELDS = 'id,text,from,user'
export const CommentList = z.object({
  data: z.array(Comment),
  paging: z.object({ next: z.string().optional() }).optional(),
})

/** `user` occurs on the account's own comments only; the id in `from` may differ from the one stored here. */
export function toCommentListing(
  { data, paging }: z.infer<typeof CommentList>,
  igUserId: string,
): CommentListing {
  const comments = data.map(({ id, text, from, user }) => {
    return { id, text: text ?? '', isOwn: Boolean(user) || from?.id === igUserId }
  })
  return { comments, isComplete: paging?.next === undefined }
}

/** Comment settings of a media. Without the permission for it, a field is left out. */
export const CommentFacts = z.object({
  is_comment_enabled: z.boolean().nullish().catch(null),
  comments_count: z.number().nullish().catch(null),
})
export const COMMENT_FACTS_FIELDS = 'id,is_comment_enabled,comments_count'

/** An empty list is also the answer while comments are switched off, or may not be read. */
export function provesNoComments(facts: z.infer<typeof CommentFacts>): boolean {
  return facts.is_comment_enabled === true && (facts.comments_count ?? 0) === 0
}

export const Quota = z
  .object({
    data: z.tuple([
      z.object({
        quota_usage: z.number().int().nonnegative(),
        config: z.object({ quota_total: z.number().int().positive() }).optional(),
      }),
    ]),
  })
  .transform(({ data: [{ quota_usage, config }] }): PublishingQuota => {
    return { used: quota_usage, allowed: config?.quota_total ?? null }
  })

export const StatusAnswer = z.object({ status_code: z.string().optional(), status: z.string().optional() })

const KNOWN: ReadonlyMap<string, ContainerStatus['status']> = new Map(
  (['IN_PROGRESS', 'FINISHED', 'PUBLISHED', 'ERROR', 'EXPIRED'] as const).map((status) => [status, status]),
)

/**
 * `status_code` can be missing while the sentence in `status` already says `Error:`. `token`: what that sentence must not
 * repeat.
 */
export function toContainerStatus(answer: z.infer<typeof StatusAnswer>, token: string): ContainerStatus {
  const detail = answer.status === undefined ? null : safeText(answer.status, [token])
  const subcode = /\b2207\d{3}\b/.exec(detail ?? '')?.[0]
  const known = answer.status_code ? KNOWN.get(answer.status_code) : undefined
  const failedByText = known === undefined && /^error\b/i.test(detail ?? '')
  return {
    status: failedByText ? 'ERROR' : (known ?? 'UNKNOWN'),
    detail,
    subcode: subcode ? Number(subcode) : null,
  }
}

function readMedia({ id, caption, timestamp, media_type, permalink }: z.infer<typeof Media>): PublishedMedia {
  return {
    id,
    caption: caption ?? null,
    timestamp: timestamp === undefined ? null : parseLooseTime(timestamp),
    mediaType: media_type ?? null,
    permalink: safeLink(permalink),
  }
}

/** The fields of a container, per kind of post. Source: the reference of POST /{ig-user}/media. */
export function containerFields(request: ContainerRequest): FormFields {
  const { payload } = request
  switch (request.kind) {
    case 'carousel': {
      const children = request.children.join(',')
      return { media_type: 'CAROUSEL', children, ...common(payload), ...optionFields(payload, null) }
    }
    case 'child':
      return childFields(request)
    case 'single':
      return { ...singleFields(payload, request.source), ...optionFields(payload, request.coverUrl ?? null) }
  }
}

function optionFields({ mediaType, options = {} }: PublicationPayload, coverUrl: string | null): FormFields {
  const asked = askedOptions(options)
  return Object.assign(
    {},
    ...asked.map(([, { inContainer }, value]) => inContainer?.(value, { mediaType, coverUrl })),
  ) as FormFields
}

function itemFields({ options = {}, items }: PublicationPayload, index: number): FormFields {
  const item = items[index]
  const asked = item ? askedOptions(options) : []
  return Object.assign(
    {},
    ...asked.map(([, { inItem }, value]) => item && inItem?.(value, item)),
  ) as FormFields
}

function singleFields(payload: PublicationPayload, source: ContainerSource): FormFields {
  switch (payload.mediaType) {
    case 'REELS':
      return {
        media_type: 'REELS',
        ...fileFields(source),
        // The default is not documented, so it is always sent: a reel is also shown in the feed.
        share_to_feed: true,
        ...common(payload),
      }
    case 'STORIES':
      // No caption, no collaborators, no place: the platform ignores the first and refuses the second.
      return { media_type: 'STORIES', ...fileFields(source), user_tags: listed(storyTags(payload)) }
    default:
      return { ...fileFields(source), ...common(payload), user_tags: listed(payload.userTags) }
  }
}

/** The author of a reposted story is tagged, too. */
function storyTags({ userTags, storyMentions }: PublicationPayload): PublicationPayload['userTags'] {
  return [...userTags, ...storyMentions]
}

/** Tags go on the first picture: they do not name an item. */
function childFields({ payload, index, source }: ContainerRequest & { kind: 'child' }): FormFields {
  const tagged = payload.items.findIndex(({ kind }) => kind === 'image') === index
  return {
    is_carousel_item: true,
    // Without it a video is taken for a picture, and image_url is missed.
    media_type: source.kind === 'video' ? 'VIDEO' : undefined,
    ...fileFields(source),
    user_tags: tagged ? listed(payload.userTags) : undefined,
    ...itemFields(payload, index),
  }
}

function fileFields({ kind, url }: ContainerSource): FormFields {
  if (kind === 'image') return { image_url: url }
  return url === null ? { upload_type: 'resumable' } : { video_url: url }
}

/** A place without an id is none. */
function common({ caption, collaborators, locationId }: PublicationPayload): FormFields {
  return { caption, collaborators: listed(collaborators), location_id: locationId || undefined }
}

function listed<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined
}
