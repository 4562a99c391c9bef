// Turns many files at once into a post each, with a time or as a draft: one request for all of them, and one to take them back.
import type { MediaFileBody } from '../../../../core/api/media.ts'
import { MOST_POSTS } from '../../../../core/rules/content/content-limits.ts'
import type { ManyDraftsResultBody } from '../../../../core/api/post-drafts.ts'
import type { MediaType } from '../../../../core/rules/publication/post-words.ts'
import { isVideo } from '../../../../core/rules/fit/fixes.ts'
import { toIso, type Instant } from '../../../../core/time.ts'
import { parseResponse, api, withIdempotencyKey } from '../api-client.ts'
import type { RowMark } from '../../../../core/rules/tables/row-mark.ts'
import type { ImportPlan, RowChoice } from './row-times.ts'
import type { ReadRow } from './table-rows.ts'

export interface ReadyPost {
  /** As it is sent. */
  readonly row: RowChoice & Pick<ReadRow, 'caption' | 'options' | 'mark'>
  readonly media: MediaFileBody
  readonly accountId: string
  /** Null for a draft. */
  readonly at: Instant | null
}

/** A request, to be repeated as it is until it is answered. */
export interface Batch {
  readonly posts: readonly ReadyPost[]
  readonly asDrafts: boolean
  readonly timeZone: string
  readonly key: string
}

/** What became of a row: its post, or the first of its problems. */
export interface Imported {
  readonly sent: ReadyPost
  readonly postId: string | null
  readonly problem: ManyDraftsResultBody['results'][number]['problems'][number] | null
}

export function mediaTypeFor(media: MediaFileBody): MediaType {
  return isVideo(media) ? 'REELS' : 'IMAGE'
}

/** As many as a request takes. */
export function batchesOf(
  posts: readonly ReadyPost[],
  plan: Pick<ImportPlan, 'times' | 'timeZone'>,
): Batch[] {
  return Array.from({ length: Math.ceil(posts.length / MOST_POSTS) }, (_, index) => ({
    posts: posts.slice(index * MOST_POSTS, (index + 1) * MOST_POSTS),
    asDrafts: plan.times === 'drafts',
    timeZone: plan.timeZone,
    key: crypto.randomUUID(),
  }))
}

/** Rejects as every request does: then nothing is known of any of them, or nothing was done. */
export async function sendBatch({ posts, asDrafts, timeZone, key }: Batch): Promise<Imported[]> {
  const contents = posts.map(({ accountId, media, row: { caption, options }, at }) => ({
    accountId,
    mediaType: mediaTypeFor(media),
    mediaFileId: media.id,
    caption,
    ...options,
    ...(at !== null && { scheduledFor: toIso(at), timezone: timeZone }),
  }))
  const made = await (asDrafts ? saveDrafts(contents, key) : schedule(contents, marksOf(posts), key))
  return posts.map((sent, index) => ({ sent, ...(made[index] ?? { postId: null, problem: null }) }))
}

async function saveDrafts(posts: Record<string, unknown>[], key: string) {
  const { results } = await parseResponse(
    api.posts.draft.bulk.$post({ json: { posts } }, withIdempotencyKey(key)),
  )
  return results.map(({ post, problems: [problem] }) => ({
    postId: post?.id ?? null,
    problem: problem ?? null,
  }))
}

/** Only where every row of the request has one. */
function marksOf(posts: readonly ReadyPost[]): RowMark[] | undefined {
  const marks = posts.flatMap(({ row }) => row.mark ?? [])
  return marks.length === posts.length ? marks : undefined
}

async function schedule(posts: Record<string, unknown>[], rows: RowMark[] | undefined, key: string) {
  const { results } = await parseResponse(
    api.schedule.bulk.$post({ json: { posts, ...(rows && { rows }) } }, withIdempotencyKey(key)),
  )
  return results.map(({ post, problems: [problem] }) => ({
    postId: post?.postId ?? null,
    problem: problem ?? null,
  }))
}
