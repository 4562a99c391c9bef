// Publishes a story from the server as an ordinary post. What the platform can fetch from its own address is never
// stored here; a file is kept only when text is drawn into it or only its bytes can be sent, and is removed once the
// post is live.
import { CodedError } from '../../../coded-error.ts'
import { warning } from '../../../rules/notices/warnings.ts'
import { removeMedia } from '../../media/remove.ts'
import type { Superseded } from '../../media/superseded.ts'
import type { Transcodes } from '../../media/transcodes.ts'
import { progressOf } from '../../../engine/publishing/end-publication.ts'
import { newPost, publishJob } from '../../posts/new-post.ts'
import type { AccountStore } from '../../../ports/account-store.ts'
import type { BlobStore } from '../../../ports/media/blob-store.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { MediaRecord } from '../../../ports/media/media-store.ts'
import type { PostRecord, PostStore } from '../../../ports/posts/post-store.ts'
import type { PostLedger } from '../../../ports/posts/publication-ledger.ts'
import type { Random } from '../../../ports/random.ts'
import type { CountRepost, RepostCommands } from '../../../ports/reposts/repost-commands.ts'
import type { RepostConfig, RepostRecord } from '../../../ports/reposts/repost-store.ts'
import type { PaintedText } from '../../../ports/reposts/story-painter.ts'
import { shownStatus } from '../../../rules/publication/awaits-link.ts'
import { overlayText, readOverlay } from '../../../rules/reposts/overlay.ts'
import type {
  PreparedStory,
  StoryPublisher,
  StoryToPublish,
  PostOutcome,
} from '../../../engine/reposts/reposting-deps.ts'
import { storyContent } from './story-content.ts'
import type { StoryToStore } from './store-story-media.ts'
import { reflectionOf } from '../../../engine/publishing/reflect.ts'

export interface ServerStoryDeps {
  readonly accounts: AccountStore
  readonly posts: PostStore
  readonly ledger: PostLedger
  readonly commands: RepostCommands
  readonly blobs: BlobStore
  readonly superseded: Superseded
  readonly transcodes: Pick<Transcodes, 'stop'>
  readonly clock: Clock
  readonly random: Random
  readonly userId: string
  /** Keeps the story as a media file, with these texts in its picture. Null when it is gone. */
  takeMedia(story: StoryToStore): Promise<MediaRecord | null>
  /** Wakes the job loop: there is work. */
  wake(): void
}

export function createServerStories(deps: ServerStoryDeps): StoryPublisher {
  return {
    prepare: (record, config) => prepareRepost(deps, record, config),
    begin: (next, story) => beginRepost(deps, next, story),
    beginAgain: (next, count) => beginRepostAgain(deps, next, count),
    async discard({ media }) {
      if ('mediaFileId' in media) await removeUnused(deps, media.mediaFileId, null)
    },
    outcomeOf: (record) => outcomeOf(deps, record),
    tidy: (record) => removeLeftovers(deps, record),
  }
}

/** Throws NOT_FOUND when the account is gone, and what taking a file throws. */
async function prepareRepost(
  deps: ServerStoryDeps,
  record: RepostRecord,
  config: RepostConfig,
): Promise<PreparedStory> {
  const account = await deps.accounts.get(record.accountId)
  if (!account) throw new CodedError('NOT_FOUND', 'The account of this mention was disconnected.')
  const { mediaUrl: url, mediaKind: kind, originalUsername: author, transport, auto } = record
  if (url === null || kind === null) return { kind: 'gone' }
  const { signatureOverlay, autoTagOriginalPoster } = config
  const texts = signatureOverlay === null ? [] : textsOf(signatureOverlay, author)
  const media = await mediaOf(deps, { id: record.id, url, kind, account, texts }, transport)
  if (media === null) return { kind: 'gone' }
  const story: StoryToPublish = {
    sourceType: auto ? 'AUTO_REPOST' : 'STORY_REPOST',
    media,
    tagged: autoTagOriginalPoster ? author : null,
    note: media.kind === 'video' && texts.length > 0 ? warning('SIGNATURE_LEFT_OUT') : null,
  }
  return { kind: 'ready', story }
}

/** None when the overlay cannot be read, or would be empty without a name. */
function textsOf(overlay: string, author: string | null): PaintedText[] {
  const read = readOverlay(overlay)
  return read ? [overlayText(read, author)].filter(({ text }) => text !== '') : []
}

/**
 * Addresses of the private API are for the account's own session, so the platform is not given them. A file is kept
 * under the id of its mention, so that it is found again after a crash.
 */
async function mediaOf(
  deps: ServerStoryDeps,
  story: StoryToStore,
  transport: RepostRecord['transport'],
): Promise<StoryToPublish['media'] | null> {
  const { url, kind, texts } = story
  const paints = kind === 'image' && texts.length > 0
  if (transport === 'official' && !paints) return { url, kind }
  // Kept by an earlier run that never used it.
  await removeUnused(deps, story.id, null)
  const taken = await deps.takeMedia({ ...story, texts: paints ? texts : [] })
  // Only now is it known what it really is.
  return taken && { mediaFileId: taken.id, kind: taken.kind }
}

async function beginRepost(
  deps: ServerStoryDeps,
  next: RepostRecord,
  story: StoryToPublish,
): Promise<boolean> {
  const { commands, clock, random } = deps
  const post = postOf(deps, next, story)
  const isBegun = await commands.begin(next, post, publishJob(post, random, clock.now()))
  if (isBegun) deps.wake()
  return isBegun
}

function postOf({ clock, userId }: ServerStoryDeps, next: RepostRecord, story: StoryToPublish): PostRecord {
  const { accountId, postId } = next
  if (postId === null) throw new Error('a repost begins with the id of its post')
  const { media, sourceType, tagged, note } = story
  const isFile = 'mediaFileId' in media
  const content = storyContent(accountId, { mediaFileIds: isFile ? [media.mediaFileId] : [], tagged })
  const remoteMedia = isFile ? null : { kind: media.kind, url: media.url }
  const warnings = note === null ? null : [note]
  const birth = { id: postId, userId, status: 'QUEUED', now: clock.now() } as const
  return { ...newPost(content, birth), sourceType, remoteMedia, warnings }
}

async function beginRepostAgain(
  deps: ServerStoryDeps,
  next: RepostRecord,
  count: CountRepost,
): Promise<boolean> {
  const { accounts, posts, ledger, commands, clock, random } = deps
  const post = next.postId === null ? null : await posts.get(next.postId)
  if (post?.status !== 'FAILED' || !(await accounts.get(post.platformAccountId))) return false
  // What was or may have been sent is looked for first, and may turn out to be live: that needs no file.
  const last = await ledger.latestPublication(post.id)
  if (post.mediaFileIds.includes(null) && !last?.intent) return false
  const isBegun = await commands.beginAgain(next, publishJob(post, random, clock.now()), count)
  if (isBegun) deps.wake()
  return isBegun
}

/**
 * Removes the kept file: for a post that is live, or failed and cannot or will not be retried, and for a post that
 * never began. Repeating it is fine.
 */
async function removeLeftovers(deps: ServerStoryDeps, record: RepostRecord): Promise<void> {
  const { posts, ledger, commands } = deps
  const { postId } = record
  if (postId === null) return removeUnused(deps, record.id, null)
  const outcome = await outcomeOf(deps, record)
  if (!isOver(deps, record, outcome)) return
  // Reconciliation is still running, and what proves not to be live can be sent again.
  if (outcome?.isInDoubt && progressOf(await ledger.latestPublication(postId)) !== 'ended') return
  const post = (await posts.get(postId)) ?? (await commands.deletedPost(postId))
  if (post?.sourceType !== 'STORY_REPOST' && post?.sourceType !== 'AUTO_REPOST') return
  for (const id of post.mediaFileIds) if (id !== null) await removeUnused(deps, id, postId)
}

function isOver(
  { clock }: ServerStoryDeps,
  { expiresAt, status }: RepostRecord,
  outcome: Awaited<ReturnType<StoryPublisher['outcomeOf']>>,
): boolean {
  if (outcome === null || outcome.state === 'published') return true
  if (outcome.state === 'under-way') return false
  return expiresAt <= clock.now() || status === 'EXPIRED' || status === 'DISMISSED'
}

/** A file that any other post uses stays: the user may have chosen it for one. */
async function removeUnused(
  { commands, blobs, superseded, transcodes }: ServerStoryDeps,
  mediaId: string,
  exceptPostId: string | null,
): Promise<void> {
  const media = { remove: (id: string) => commands.removeUnused(id, exceptPostId) }
  await removeMedia({ media, blobs, superseded, transcodes }, mediaId)
}

/**
 * The outcome of a repost's post, even if it was deleted from the history meanwhile. Null when there is no post, or
 * when it was deleted or taken back before anything of it was sent.
 */
async function outcomeOf(
  { posts, ledger, clock }: Pick<ServerStoryDeps, 'posts' | 'ledger' | 'clock'>,
  { postId }: RepostRecord,
): Promise<PostOutcome | null> {
  if (postId === null) return null
  const post = await posts.get(postId)
  if (post?.status === 'DRAFT') return null
  // Whoever acts on a repost that is PUBLISHED looks at it once, and wants its address.
  if (post) return outcomeFrom({ ...post, status: shownStatus(post, clock.now()) })
  // A deleted post is in the archive as it was then; its publication knows its outcome.
  const last = await ledger.latestPublication(postId)
  return last?.intent ? outcomeFrom(reflectionOf(last).post) : null
}

function outcomeFrom({
  status,
  publishOutcome,
  igPermalink,
  publishedAt,
  errorCode,
  errorDetail,
}: Omit<PostOutcome, 'state' | 'isInDoubt'> & Pick<PostRecord, 'status' | 'publishOutcome'>): PostOutcome {
  const isFailed = status === 'FAILED'
  return {
    state: status === 'PUBLISHED' ? 'published' : isFailed ? 'failed' : 'under-way',
    isInDoubt: isFailed && publishOutcome === 'unconfirmed',
    igPermalink,
    publishedAt,
    errorCode,
    errorDetail,
  }
}
