// Mutations of a post. Each ends when what it changed has been read again.
import { useQueryClient } from '@tanstack/react-query'
import type { PostBody, PublishablePostBody } from '../../../../core/api/posts.ts'
import { draftBodyOf } from '../../../../core/rules/content/draft-body.ts'
import { parseResponse, api, pageApi } from '../api-client.ts'
import { groups } from '../query-keys.ts'
import { sendPostChanges, requireAllDone } from './bulk-changes.ts'
import { sendDeletion } from '../shared/deletions.ts'
import { useChange } from '../shared/use-change.ts'
import { ofVersion, type ShownVersion } from '../shared/versions.ts'

/**
 * Several are one request; when some are refused, the others are retried, and the first refusal says why. `onRetried` is called even when what asked is gone by
 * then: the post is under way, and the button with it.
 */
export function useRetry(onRetried?: () => void) {
  return useChange(async (ids: readonly string[]) => {
    const [first = '', ...others] = ids
    if (others.length === 0) await parseResponse(api.posts[':id'].retry.$post({ param: { id: first } }))
    else {
      const posts = ids.map((id) => ({ id, action: 'retry' as const }))
      requireAllDone(await sendPostChanges({ posts, key: crypto.randomUUID() }))
    }
    onRetried?.()
  }, groups.posts)
}

function useDeletion<Answer>(send: (id: string) => Promise<Answer>) {
  const client = useQueryClient()
  return useChange((id: string) => sendDeletion(client, id, () => send(id)), groups.posts)
}

/** Deletes it here only. */
export const useDeletePost = () =>
  useDeletion((id) => parseResponse(api.posts[':id'].$delete({ param: { id } })))

/** At the platform and here. `wasDeletedFromPlatform` says whether it worked there; here it is gone in any case. */
export const useDeleteFromPlatform = () =>
  useDeletion((id) => parseResponse(api.posts[':id'].platform.$delete({ param: { id } })))

interface Copy {
  readonly post: PostBody
  /** Absent: its own. */
  readonly accountId?: string
}

export const useCopyToDraft = () =>
  useChange(
    async (copy: Copy) => parseResponse(api.posts.draft.$post({ json: await contentToCopy(copy) })),
    groups.posts,
  )

export async function contentToCopy({ post, accountId }: Copy): Promise<PublishablePostBody> {
  const cover = post.cover?.mediaFileId
  const isCoverGone = cover !== undefined && (await isFileGone(cover))
  return draftBodyOf(post, accountId, isCoverGone)
}

/** Bypasses the cache, which still has what this page has deleted. */
async function isFileGone(id: string): Promise<boolean> {
  const { files } = await parseResponse(pageApi.library.files.$get({ query: { id: [id] } }))
  return files.length === 0
}

export const usePublishDraft = () =>
  useChange(
    (shown: ShownVersion) =>
      parseResponse(api.posts.draft[':id'].publish.$post({ param: { id: shown.id } }, ofVersion(shown))),
    groups.posts,
  )

/** It is a draft again, with the content that it has by then: nothing is published by this. */
export const useCancelSchedule = () =>
  useChange((id: string) => parseResponse(api.schedule[':id'].$delete({ param: { id } })), groups.posts)

/** Takes it from a Worker that does not answer; the person has accepted that it may be live, or go live twice. */
export const useTakeOver = () =>
  useChange(
    (id: string) =>
      parseResponse(
        pageApi.cloud.posts[':id']['take-over'].$post({ param: { id }, json: { confirm: true } }),
      ),
    groups.posts,
  )
