// Deletes a post where it is live. The record leaves the history in any case; the reply says what is true at the
// platform.
import { CodedError } from '../errors.ts'
import { failureDetail } from '../notices/failure-details.ts'
import { failureSentence } from '../notices/sentences.ts'
import { judge } from '../platform/graph/error-table.ts'
import type { AccountRecord, AccountStore } from '../ports/account-store.ts'
import type { Clock } from '../ports/clock.ts'
import type {
  MediaRemoval,
  PlatformAccess,
  PlatformRefusal,
  PlatformReply,
} from '../ports/platform/platform.ts'
import type { PostRecord, PostStore } from '../ports/posts/post-store.ts'
import type { PostCommands } from '../ports/posts/publication-ledger.ts'
import type { CloudRunner } from '../scheduling/cloud-runner.ts'
import { safeLink } from './content/safe-link.ts'
import { requirePost } from './show-post.ts'

export interface PlatformDeletionDeps {
  readonly posts: PostStore
  readonly ledger: PostCommands
  readonly accounts: AccountStore
  readonly clock: Clock
  readonly platform: MediaRemoval
  readonly cloud: Pick<CloudRunner, 'noteDeletion'>
  /** Rejects with CodedError NOT_FOUND (disconnected) or TOKEN_EXPIRED. */
  accessTo(accountId: string): Promise<PlatformAccess>
}

export interface PlatformDeletion {
  readonly wasDeletedFromPlatform: boolean
  /** Why it is not known to be deleted by us, and what the user can do. */
  readonly deleteError: string | null
  readonly permalink: string | null
}

/** The permission that deleting needs; the platform login cannot grant it. */
const DELETE_SCOPE = 'instagram_manage_contents'

export async function deleteFromPlatform(deps: PlatformDeletionDeps, id: string): Promise<PlatformDeletion> {
  const post = await requirePost(deps.posts, id)
  const mediaId = requireDeletableMedia(post)
  const deleteError = await deleteMediaOrExplain(deps, post.platformAccountId, mediaId)
  const wasDeletedFromPlatform = deleteError === null
  const from = wasDeletedFromPlatform ? 'PLATFORM' : 'LOCAL'
  const archived = await deps.ledger.archive(id, { at: deps.clock.now(), from })
  if (archived && archived.handover !== null) await deps.cloud.noteDeletion(archived)
  // It was cleared meanwhile. What we did at the platform is still reported.
  if (!archived && !wasDeletedFromPlatform) throw new CodedError('NOT_FOUND', 'Post not found.')
  return { wasDeletedFromPlatform, deleteError, permalink: safeLink(post.igPermalink) }
}

function requireDeletableMedia(post: PostRecord): string {
  if (post.status !== 'PUBLISHED') {
    throw new CodedError(
      'INVALID_STATUS',
      `This post is ${post.status}; only a PUBLISHED post can be deleted on Instagram.`,
    )
  }
  if (post.mediaType === 'STORIES') throw new CodedError('STORIES_CANNOT_DELETE')
  if (post.igMediaId === null) throw new CodedError('NO_MEDIA_ID')
  return post.igMediaId
}

/** Null when it was deleted. */
async function deleteMediaOrExplain(
  deps: PlatformDeletionDeps,
  accountId: string,
  mediaId: string,
): Promise<string | null> {
  const account = await deps.accounts.get(accountId)
  const known = account ? obstacleOf(account) : `The account was disconnected. ${IN_THE_APP}`
  if (known !== null) return known
  const access = await readAccessOrReason(deps, accountId)
  if (typeof access === 'string') return access
  const reply = await deps.platform.deleteMedia(access, mediaId)
  if (reply.kind === 'ok') return null
  return reconcileDeletion(reply, await deps.platform.mediaExists(access, mediaId))
}

/** What makes the call pointless. */
function obstacleOf({ loginMethod, grantedScopes }: AccountRecord): string | null {
  if (loginMethod === 'platform') {
    return `Instagram does not allow posts to be deleted through this login. ${IN_THE_APP}`
  }
  if (grantedScopes !== null && !grantedScopes.includes(DELETE_SCOPE)) {
    return `The permission ${DELETE_SCOPE} was not granted. ${IN_THE_APP} Or reconnect the account and grant it.`
  }
  return null
}

async function readAccessOrReason(
  { accessTo }: PlatformDeletionDeps,
  accountId: string,
): Promise<PlatformAccess | string> {
  try {
    return await accessTo(accountId)
  } catch (error) {
    if (error instanceof CodedError) return `${error.message} ${IN_THE_APP}`
    throw error
  }
}

type NotDone = Exclude<PlatformReply<unknown>, { kind: 'ok' }>

/** The call did not say that it deleted: whether the media is still there decides, where it may have. */
function reconcileDeletion(reply: NotDone, existence: PlatformReply<{ exists: boolean }>): string | null {
  // What cannot be read is answered like what is gone, and this refusal did not delete it.
  const isHidden = existence.kind === 'ok' && !existence.value.exists && hadNoEffect(reply)
  if (existence.kind !== 'ok' || isHidden) {
    return `${sentenceOf(reply)} It is not known whether the post is still there. Check the profile.`
  }
  if (existence.value.exists) return `${sentenceOf(reply)} The post is still there. ${IN_THE_APP}`
  // The one refusal that says "no such object": it was gone before we asked, or never was this account's.
  if (reply.kind === 'refused' && isNoSuchObject(reply.refusal))
    return 'Instagram no longer knows this post: it was deleted earlier, or belongs to another account.'
  return null
}

function sentenceOf(reply: NotDone): string {
  if (reply.kind === 'unknown') return `Instagram did not answer as expected (${reply.reason}).`
  const { code, subcode, message, httpStatus } = reply.refusal
  const number = subcode === null ? `${code ?? httpStatus}` : `${code}/${subcode}`
  // Most advice of the table is about publishing; what it says of tokens and permissions applies here, too.
  const { recovery, advice } = judge(reply.refusal)
  return `${recovery === 'reconnect' ? `${failureSentence(failureDetail(advice))} ` : ''}Instagram said: ${message} (${number}).`
}

function hadNoEffect(reply: NotDone): boolean {
  return reply.kind === 'refused' && ['no', 'wait', 'block'].includes(judge(reply.refusal).retry)
}

function isNoSuchObject({ code, subcode }: PlatformRefusal): boolean {
  return code === 100 && subcode === 33
}

const IN_THE_APP = 'Delete it in the Instagram app.'
