// The story behind a mention, for the eyes of the owner who decides about it. Read through, never kept.
import { CodedError } from '../../errors.ts'
import type { StoryViewer } from '../../ports/reposts/story-download.ts'
import { callBarrier } from '../limits.ts'
import type { RepostsDeps } from '../reposts-deps.ts'

type Story = NonNullable<Awaited<ReturnType<StoryViewer['open']>>>

/** Throws NOT_FOUND where there is nothing to see, PLATFORM_ERROR where no host answers. After a warning none is asked. */
export async function showStory(deps: RepostsDeps, id: string): Promise<Story> {
  const { reposts, accounts, clock, storyView } = deps
  const record = await reposts.record(id)
  const account = record && (await accounts.get(record.accountId))
  if (!account || record.mediaUrl === null || record.gone !== null || record.expiresAt <= clock.now())
    throw new CodedError('NOT_FOUND', 'Story not found.')
  const config = await reposts.config(record.accountId)
  const barrier = config && callBarrier(config, clock.now())
  if (barrier) throw new CodedError('NOT_FOUND', barrier.message)
  const story = await storyView.open(record.mediaUrl, account).catch((cause: unknown) => {
    throw new CodedError('PLATFORM_ERROR', 'The story could not be loaded.', { cause })
  })
  if (story === null) throw new CodedError('NOT_FOUND', 'Story not found.')
  return story
}
