// What the platform's answers look like, and what we make of them. Fields may be missing in all of them.
import * as z from 'zod'
import type {
  CommentListing,
  ContainerStatus,
  PublishedMedia,
  PublishingQuota,
} from '../../ports/platform/platform.ts'
import { safeLink } from '../../posts/content/safe-link.ts'
import { parseLooseTime } from '../../time.ts'

const Id = z.union([z.string().regex(/^\d+$/), z.number().int().transform(String)])

export const Created = z.object({ id: Id, uri: z.string().optional() })
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
  .object({ data: z.array(Media) })
  .transform(({ data }): PublishedMedia[] => data.map(readMedia))
export const PermalinkAnswer = Media.transform(({ permalink }) => ({ permalink: safeLink(permalink) }))

const Author = z.object({ id: Id }).nullish().catch(null)
const Comment = z.object({ id: Id, text: z.string().nullish(), from: Author, user: Author })
export const COMMENT_FIELDS = 'id,text,from,user'
/** `user` stands on the account's own comments only; `from` has an id that can be another one than ours. */
export const commentList = (igUserId: string) =>
  z
    .object({ data: z.array(Comment), paging: z.object({ next: z.string().optional() }).optional() })
    .transform(({ data, paging }): CommentListing => {
      const comments = data.map(({ id, text, from, user }) => {
        return { id, text: text ?? '', isOwn: Boolean(user) || from?.id === igUserId }
      })
      return { comments, isComplete: paging?.next === undefined }
    })

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

export const Status = z
  .object({ status_code: z.string().optional(), status: z.string().optional() })
  .transform(readStatus)

const KNOWN: ReadonlyMap<string, ContainerStatus['status']> = new Map(
  (['IN_PROGRESS', 'FINISHED', 'PUBLISHED', 'ERROR', 'EXPIRED'] as const).map((status) => [status, status]),
)

/** `status_code` can be missing while the sentence in `status` already says `Error:`. */
function readStatus(answer: {
  status_code?: string | undefined
  status?: string | undefined
}): ContainerStatus {
  const detail = answer.status ?? null
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
