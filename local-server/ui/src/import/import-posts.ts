// Turns many files at once into a post each, with a time or as a draft: one request for all of them, and one to take them back.
import type { MediaFileBody } from '../../../../core/api/media.ts'
import { MOST_POSTS } from '../../../../core/rules/content/content-limits.ts'
import type { ManyDraftsResultBody } from '../../../../core/api/post-drafts.ts'
import type { MediaType } from '../../../../core/rules/publication/post-words.ts'
import { isVideo } from '../../../../core/rules/fit/fixes.ts'
import { addDays, type Day } from '../../../../core/rules/times/calendar-days.ts'
import { resolveWallTime } from '../../../../core/rules/times/wall-time.ts'
import { parseResponse, api, withIdempotencyKey } from '../api-client.ts'

/** `slots`: each takes the next free slot. `daily`: one a day, at one time. `drafts`: no time at all. */
export type ImportTimes = 'slots' | 'daily' | 'drafts'

export interface ImportPlan {
  readonly accountId: string
  readonly times: ImportTimes
  /** The first day of `daily`, and its time: `18:00`. */
  readonly from: Day
  readonly time: string
  readonly timeZone: string
}

export interface ReadyFile {
  /** Of its row. */
  readonly id: number
  readonly media: MediaFileBody
  readonly caption: string
}

/** A request, to be repeated as it is until it is answered. */
export interface Batch {
  readonly files: readonly ReadyFile[]
  readonly plan: ImportPlan
  /** Counts from 0: of its first file. */
  readonly place: number
  readonly key: string
}

/** What became of a file: its post, or the first of its problems. */
export interface Imported {
  readonly file: ReadyFile
  readonly postId: string | null
  readonly problem: ManyDraftsResultBody['results'][number]['problems'][number] | null
}

export function mediaTypeFor(media: MediaFileBody): MediaType {
  return isVideo(media) ? 'REELS' : 'IMAGE'
}

/** As many as a request takes. */
export function batchesOf(files: readonly ReadyFile[], plan: ImportPlan, place: number): Batch[] {
  return Array.from({ length: Math.ceil(files.length / MOST_POSTS) }, (_, index) => ({
    files: files.slice(index * MOST_POSTS, (index + 1) * MOST_POSTS),
    plan,
    place: place + index * MOST_POSTS,
    key: crypto.randomUUID(),
  }))
}

/** Rejects as every request does: then nothing is known of any of them, or nothing was done. */
export async function sendBatch({ files, plan, place, key }: Batch): Promise<Imported[]> {
  const contents = files.map(({ media, caption }) => ({
    accountId: plan.accountId,
    mediaType: mediaTypeFor(media),
    mediaFileId: media.id,
    caption,
  }))
  const made = await (plan.times === 'drafts'
    ? saveDrafts(contents, key)
    : schedule(
        contents.map((content, index) => ({ ...content, ...timeAt(plan, place + index) })),
        key,
      ))
  return files.map((file, index) => ({ file, ...(made[index] ?? { postId: null, problem: null }) }))
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

async function schedule(posts: Record<string, unknown>[], key: string) {
  const { results } = await parseResponse(
    api.schedule.bulk.$post({ json: { posts } }, withIdempotencyKey(key)),
  )
  return results.map(({ post, problems: [problem] }) => ({
    postId: post?.postId ?? null,
    problem: problem ?? null,
  }))
}

function timeAt(plan: ImportPlan, place: number) {
  if (plan.times === 'slots') return { nextSlot: true as const }
  return { scheduledFor: new Date(dailyTime(plan, place)).toISOString(), timezone: plan.timeZone }
}

/** Milliseconds since 1970: the chosen time of the day that is `place` days after the first. */
function dailyTime({ from, time, timeZone }: ImportPlan, place: number): number {
  const resolved = resolveWallTime({
    wall: `${addDays(from, place)}T${time}`,
    timeZone,
    // A time that comes twice means the first, as it does for slots.
    choice: 'earlier',
  })
  if (resolved.kind === 'instant') return resolved.at
  throw new Error(`no such time: ${time}`)
}
