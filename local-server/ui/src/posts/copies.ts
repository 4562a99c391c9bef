// Copies of posts as new drafts.
import type { PostBody, PublishablePostBody } from '../../../../core/api/posts.ts'
import { draftBodyOf } from '../../../../core/rules/content/draft-body.ts'
import { api, pageApi, parseResponse, withIdempotencyKey } from '../api-client.ts'
import { groups } from '../query-keys.ts'
import { useChange } from '../shared/use-change.ts'

export interface Copy {
  readonly post: PostBody
  /** Absent: its own. */
  readonly accountId?: string
  /** Of the request: sent again under it, it makes no second copy. */
  readonly key?: string
}

export const useCopyToDraft = () => useChange(copyToDraft, groups.posts)

export async function copyToDraft({ key, ...copy }: Copy): Promise<PostBody> {
  return parseResponse(api.posts.draft.$post({ json: await contentToCopy(copy) }, withIdempotencyKey(key)))
}

/** The copy on the linked Page was meant for that of the post's own account; another one may have none, and would be refused. */
export async function contentToCopy({
  post,
  accountId = post.platformAccountId,
}: Copy): Promise<PublishablePostBody> {
  const cover = post.cover?.mediaFileId
  const isCoverGone = cover !== undefined && (await isFileGone(cover))
  const crossPostToPartner = post.crossPostToPartner && accountId === post.platformAccountId
  return draftBodyOf({ ...post, crossPostToPartner }, accountId, isCoverGone)
}

/** Bypasses the cache, which still has what this page has deleted. */
async function isFileGone(id: string): Promise<boolean> {
  const { files } = await parseResponse(pageApi.library.files.$get({ query: { id: [id] } }))
  return files.length === 0
}
