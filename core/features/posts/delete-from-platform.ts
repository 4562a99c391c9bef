// Deletes a post where it is live. The record leaves the history in any case; the reply says what is true at the
// platform.
import { CodedError } from '../../coded-error.ts'
import { deletionDetail, type DeletionDetail } from '../../rules/notices/deletion-details.ts'
import { requireVersion, type WantedVersions } from '../../api/post-version.ts'
import { failureDetail, type FailureDetail } from '../../rules/notices/failure-details.ts'
import { platformWords } from '../../rules/notices/sentences.ts'
import { judge, needsUser } from '../../rules/publication/error-table.ts'
import type { AccountRecord, AccountStore } from '../../ports/account-store.ts'
import type { Clock } from '../../ports/clock.ts'
import type {
  MediaRemoval,
  PlatformAccess,
  PlatformRefusal,
  PlatformReply,
  RecordedMedia,
} from '../../ports/platform/platform.ts'
import type { PostRecord, PostStore } from '../../ports/posts/post-store.ts'
import type { PostCommands } from '../../ports/posts/publication-ledger.ts'
import { safeSentence, safeText } from '../../redact.ts'
import type { Instant } from '../../time.ts'
import type { CloudRunner } from '../scheduling/cloud-runner.ts'
import { shownStatus } from '../../rules/publication/awaits-link.ts'
import { safeLink } from '../../rules/content/safe-link.ts'
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
  readonly deleteDetails: readonly DeletionDetail[]
  readonly permalink: string | null
}

/** The permission that deleting needs; the platform login cannot grant it. */
const DELETE_SCOPE = 'instagram_manage_contents'
const IN_THE_APP = deletionDetail('DELETE_IN_APP')

export async function deleteFromPlatform(
  deps: PlatformDeletionDeps,
  id: string,
  wanted?: WantedVersions,
): Promise<PlatformDeletion> {
  const post = await requirePost(deps.posts, id)
  const media = requireDeletableMedia(post, deps.clock.now())
  requireVersion(post, wanted)
  const deleteDetails = await deleteMediaOrExplain(deps, post.platformAccountId, media)
  const wasDeletedFromPlatform = deleteDetails.length === 0
  const from = wasDeletedFromPlatform ? 'PLATFORM' : 'LOCAL'
  const archived = await deps.ledger.archive(id, { at: deps.clock.now(), from })
  if (archived && archived.handover !== null) await deps.cloud.noteDeletion(archived)
  // It was cleared meanwhile. What we did at the platform is still reported.
  if (!archived && !wasDeletedFromPlatform) throw new CodedError('NOT_FOUND', 'Post not found.')
  return { wasDeletedFromPlatform, deleteDetails, permalink: media.permalink }
}

function requireDeletableMedia(post: PostRecord, now: Instant): RecordedMedia {
  const status = shownStatus(post, now)
  if (status !== 'PUBLISHED') {
    throw new CodedError(
      'INVALID_STATUS',
      `This post is ${status}; only a PUBLISHED post can be deleted on Instagram.`,
    )
  }
  if (post.mediaType === 'STORIES') throw new CodedError('STORIES_CANNOT_DELETE')
  if (post.igMediaId === null) throw new CodedError('NO_MEDIA_ID')
  return { mediaId: post.igMediaId, permalink: safeLink(post.igPermalink) }
}

/** Empty when it was deleted. */
async function deleteMediaOrExplain(
  deps: PlatformDeletionDeps,
  accountId: string,
  media: RecordedMedia,
): Promise<DeletionDetail[]> {
  const account = await deps.accounts.get(accountId)
  const known = account ? obstaclesOf(account) : noAccess(failureDetail('ACCOUNT_DISCONNECTED'))
  if (known.length > 0) return known
  const access = await readAccessOrReason(deps, accountId)
  if (Array.isArray(access)) return access
  const reply = await deps.platform.deleteMedia(access, media.mediaId)
  if (reply.kind === 'ok') return []
  const found = await deps.platform.findMedia(access, media)
  const shownId = found.kind === 'ok' ? found.value.mediaId : null
  if (shownId === null || shownId === media.mediaId) return reconcileDeletion(reply, found)
  // The account was connected with the other login since.
  const renamed = { ...media, mediaId: shownId }
  const second = await deps.platform.deleteMedia(access, shownId)
  return second.kind === 'ok' ? [] : reconcileDeletion(second, await deps.platform.findMedia(access, renamed))
}

/** What makes the call pointless. */
function obstaclesOf({ loginMethod, grantedScopes }: AccountRecord): DeletionDetail[] {
  if (loginMethod === 'platform') return [deletionDetail('LOGIN_CANNOT'), IN_THE_APP]
  if (grantedScopes === null || grantedScopes.includes(DELETE_SCOPE)) return []
  const permission = safeText(DELETE_SCOPE)
  return [deletionDetail('NOT_GRANTED', { permission }), IN_THE_APP, deletionDetail('OR_GRANT')]
}

function noAccess(failure: FailureDetail): DeletionDetail[] {
  return [deletionDetail('FAILURE', { failure }), IN_THE_APP]
}

async function readAccessOrReason(
  { accessTo }: PlatformDeletionDeps,
  accountId: string,
): Promise<PlatformAccess | DeletionDetail[]> {
  try {
    return await accessTo(accountId)
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    return noAccess(error.failure ?? failureDetail('TEXT', { text: safeSentence(error.message) }))
  }
}

type NotDone = Exclude<PlatformReply<unknown>, { kind: 'ok' }>

/** The call did not confirm the deletion: where it may have worked, whether the media is still there decides. */
function reconcileDeletion(
  reply: NotDone,
  found: PlatformReply<{ mediaId: string | null }>,
): DeletionDetail[] {
  // Media that we may not read looks like media that is gone, and this refused call deleted nothing.
  const isHidden = found.kind === 'ok' && found.value.mediaId === null && hadNoEffect(reply)
  if (found.kind !== 'ok' || isHidden) return [...causesOf(reply), deletionDetail('NOT_KNOWN')]
  if (found.value.mediaId !== null) return [...causesOf(reply), deletionDetail('STILL_THERE'), IN_THE_APP]
  // The one refusal that says "no such object": it was gone before we asked, or never was this account's.
  if (reply.kind === 'refused' && isNoSuchObject(reply.refusal)) return [deletionDetail('GONE_BEFORE')]
  return []
}

function causesOf(reply: NotDone): DeletionDetail[] {
  if (reply.kind === 'unknown') return [deletionDetail('NO_ANSWER', { reason: reply.reason })]
  const { code, subcode, message, httpStatus } = reply.refusal
  const said = safeText(platformWords({ said: message, code: code ?? httpStatus, subcode }))
  // Most advice of the table is about publishing; what it says of tokens and permissions applies here, too.
  const verdict = judge(reply.refusal)
  const failure = failureDetail(verdict.advice)
  return [
    ...(needsUser(verdict) ? [deletionDetail('FAILURE', { failure })] : []),
    deletionDetail('REFUSED', { said }),
  ]
}

function hadNoEffect(reply: NotDone): boolean {
  return reply.kind === 'refused' && ['no', 'wait', 'block'].includes(judge(reply.refusal).retry)
}

function isNoSuchObject({ code, subcode }: PlatformRefusal): boolean {
  return code === 100 && subcode === 33
}
