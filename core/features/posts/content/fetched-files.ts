import { fetchesFile } from '../../../rules/accounts/public-address.ts'
import type { AccountRecord } from '../../../ports/account-store.ts'
import type { MediaRecord, MediaStore } from '../../../ports/media/media-store.ts'
import type { PostContent } from './post-content.ts'
import { mediaIdsOf } from '../../../engine/publishing/stored.ts'

/** Files that the platform fetches from an address when this computer publishes the post. */
export async function listFetched(
  {
    media,
    sendsStoryFiles,
  }: {
    readonly media: Pick<MediaStore, 'getMany'>
    /** Whether stories that mention people go out through the owner's own session, which sends their files. */
    sendsStoryFiles(accountId: string): Promise<boolean>
  },
  post: PostContent,
  account: AccountRecord,
): Promise<MediaRecord[]> {
  const records = await media.getMany(mediaIdsOf(post))
  const fetched = records.filter(({ kind }) => fetchesFile(account, kind))
  const mentions = post.mediaType === 'STORIES' && post.storyMentions !== null
  return fetched.length > 0 && mentions && (await sendsStoryFiles(account.id)) ? [] : fetched
}
