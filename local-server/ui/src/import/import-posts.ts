// Turns many files at once into a post each, with a time or as a draft. One Undo takes all of it back.
import type { MediaFileBody } from '../../../../core/api/media.ts'
import type { MediaType } from '../../../../core/api/posts.ts'
import { isVideo } from '../../../../core/media/fit/fixes.ts'
import { addDays, type Day } from '../../../../core/scheduling/calendar-days.ts'
import { resolveWallTime } from '../../../../core/scheduling/wall-time.ts'
import type { QueryClient } from '@tanstack/react-query'
import { parseResponse, api, underKey } from '../api-client.ts'
import { sendDeletion } from '../shared/deletions.ts'

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
  readonly media: MediaFileBody
  readonly caption: string
  readonly requestKey: string
}

export interface CreatedPost {
  readonly id: string
  readonly isScheduled: boolean
}

export function mediaTypeFor(media: MediaFileBody): MediaType {
  return isVideo(media) ? 'REELS' : 'IMAGE'
}

/** `place` counts from 0. Rejects as every request does. */
export async function createPost(file: ReadyFile, plan: ImportPlan, place: number): Promise<CreatedPost> {
  const content = {
    accountId: plan.accountId,
    mediaType: mediaTypeFor(file.media),
    mediaFileId: file.media.id,
    caption: file.caption,
  }
  if (plan.times === 'drafts') {
    const { id } = await parseResponse(api.posts.draft.$post({ json: content }, underKey(file.requestKey)))
    return { id, isScheduled: false }
  }
  const when =
    plan.times === 'slots'
      ? { nextSlot: true as const }
      : { scheduledFor: new Date(dailyTime(plan, place)).toISOString(), timezone: plan.timeZone }
  const json = { ...content, ...when }
  const { postId } = await parseResponse(api.schedule.$post({ json }, underKey(file.requestKey)))
  return { id: postId, isScheduled: true }
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

/** Deletes what was created here, newest first; the files stay in the library. One that cannot be deleted keeps none of the others. */
export async function takeBackPosts(client: QueryClient, created: readonly CreatedPost[]): Promise<void> {
  const problems: unknown[] = []
  for (const { id, isScheduled } of created.toReversed()) {
    try {
      if (isScheduled) await parseResponse(api.schedule[':id'].$delete({ param: { id } }))
      await sendDeletion(client, id, () => parseResponse(api.posts[':id'].$delete({ param: { id } })))
    } catch (error) {
      problems.push(error)
    }
  }
  if (problems.length > 0) throw problems[0]
}
