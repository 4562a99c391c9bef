// What is done about the comments of a post that is live: the first one is posted by ourselves, then they are switched off where
// that is wanted. Neither can fail the post. The first comment has a small ledger of its own, because the call that posts it
// has no key against repetition:
//
//   uncertain ──► wanted ──► sending ──► ended
//     │    ▲                    │          ▲
//     │    └────────────────────┘          │
//     └────────────────────────────────────┘
//
// uncertain  It may be there: a call was made and not answered, or another life of ours may have made one. Only reading the
//            comments leads out: ours is among them, or it is missing twice, PROOF_AGE apart by the platform's clock. What proves
//            neither is told to the user, and never followed by another call. Every publication begins here, because a
//            post that is found to be live may have been published by somebody who has commented on it, too.
// wanted     It is surely not there. So it is right after our own publish call was answered. Found at a claim, it is uncertain again.
// sending    Stored before the call, which is made at most once, by the claim that stored this, within SEND_WINDOW. Found at a
//            claim, this state means "we cannot know".
// ended      It is there, or the user was told.
import { warning } from '../notices/warnings.ts'
import { judge } from '../platform/graph/error-table.ts'
import type { CommentListing, PlatformAccess, PlatformReply } from '../ports/platform/platform.ts'
import { safeSentence, safeText, withoutFullStop, type SafeText } from '../redact.ts'
import { MINUTE, SECOND, type Duration, type Instant } from '../time.ts'
import type { PublishingDeps } from './effects.ts'
import { reasonOf } from './failures.ts'
import { plainCaptionOf } from './match.ts'
import {
  PROOF_AGE,
  SEND_WINDOW,
  type Change,
  type CommentsOff,
  type FirstComment,
  type Publication,
  type PublicationPayload,
} from './publication.ts'
import { isPending } from './transitions.ts'

/** Calls for one comment; each but the first follows proof that the one before had no effect. */
const MAX_COMMENT_SENDS = 3
/** Reads that prove nothing in all this time leave a doubt. The second comes late enough for a proof. */
const LOOKS: readonly Duration[] = [5 * SECOND, 65 * SECOND, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE]
const SWITCH_RETRIES: readonly Duration[] = [10 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE]

const UNCERTAIN: FirstComment = {
  state: 'uncertain',
  monotonicAt: 0,
  sends: 0,
  looks: 0,
  missedAt: null,
  refusal: null,
  commentId: null,
}

const commentNotPosted = (reason: SafeText) => warning('COMMENT_NOT_POSTED', { reason })
const commentsStillOn = (reason: SafeText) => warning('COMMENTS_STILL_ON', { reason })

const NO_ID = safeText('Instagram did not say which post it is')

/** What a new publication has to do about comments. */
export function commentsWanted({
  options = {},
}: PublicationPayload): Pick<Publication, 'firstComment' | 'commentsOff'> {
  const { firstComment, commentsEnabled } = options
  return {
    firstComment: firstComment === undefined ? null : UNCERTAIN,
    commentsOff: commentsEnabled === false ? { state: 'wanted', tries: 0 } : null,
  }
}

/** Our own call has just made the media, so nobody can have commented on it for us. */
export function withoutComments({ firstComment }: Publication): Pick<Change, 'firstComment'> {
  return isPending(firstComment) ? { firstComment: { ...firstComment, state: 'wanted' } } : {}
}

/** Whoever held the publication before may have gone further than was stored. */
export function firstCommentAfterClaim({ firstComment }: Publication): FirstComment | null {
  if (firstComment?.state !== 'sending' && firstComment?.state !== 'wanted') return firstComment
  return toUncertainComment(firstComment)
}

function toUncertainComment(firstComment: FirstComment): FirstComment {
  return { ...firstComment, state: 'uncertain', looks: 0, missedAt: null }
}

type Commenting = Publication & { readonly firstComment: FirstComment }

export async function advanceFirstComment(
  { platform, clock }: PublishingDeps,
  publication: Commenting,
  access: PlatformAccess,
): Promise<Change> {
  const { firstComment, mediaId, payload, settleOnly } = publication
  const { state } = firstComment
  if (settleOnly) return { firstComment: { ...firstComment, state: 'ended' } }
  if (mediaId === null) return toNotPosted(publication, NO_ID)
  if (state === 'uncertain')
    return afterLook(publication, await platform.listComments(access, mediaId), clock.now())
  if (state === 'wanted') {
    // The platform asked for a rest, and a comment is not worth a block.
    if ((access.pausedUntil ?? 0) > clock.now()) return { nextAt: access.pausedUntil }
    const sends = firstComment.sends + 1
    return { firstComment: { ...firstComment, state: 'sending', sends, monotonicAt: clock.monotonic() } }
  }
  const age = clock.monotonic() - firstComment.monotonicAt
  // We know that we have not sent; whether somebody else has meanwhile, we do not.
  if (age > SEND_WINDOW || age < 0)
    return { firstComment: { ...toUncertainComment(firstComment), sends: firstComment.sends - 1 } }
  const reply = await platform.addComment(access, mediaId, payload.options?.firstComment ?? '')
  return afterSend(publication, reply, clock.now())
}

function afterSend(
  { firstComment }: Commenting,
  reply: PlatformReply<{ commentId: string }>,
  now: Instant,
): Change {
  if (reply.kind === 'ok') return toPosted(firstComment, reply.value.commentId)
  const retry = reply.kind === 'refused' ? judge(reply.refusal).retry : null
  const refusal = { reason: reasonOf(reply), isFinal: retry === 'no' || retry === 'block' }
  return { firstComment: { ...toUncertainComment(firstComment), refusal }, nextAt: now + LOOK_AGAIN }
}

const LOOK_AGAIN = LOOKS[0] ?? SECOND

/** Ours is the one that says the same; the same words by somebody whose name is not told to us prove nothing. */
function afterLook(publication: Commenting, reply: PlatformReply<CommentListing>, now: Instant): Change {
  const { firstComment, payload } = publication
  const { sends, refusal } = firstComment
  const text = plainCaptionOf(payload.options?.firstComment ?? null)
  const listed = reply.kind === 'ok' ? reply.value.comments : []
  const alike = listed.filter((comment) => plainCaptionOf(comment.text) === text)
  const own = alike.find(({ isOwn }) => isOwn)
  if (own) return toPosted(firstComment, own.id)
  if (alike.length > 0) return toDoubtTold(publication)
  if (refusal?.isFinal) return toNotPosted(publication, refusal.reason)
  const isMissing = reply.kind === 'ok' && reply.value.isComplete
  const seenAt = reply.platformTime ?? now
  const missedAt = firstComment.missedAt ?? (isMissing ? seenAt : null)
  if (isMissing && missedAt !== null && seenAt - missedAt >= PROOF_AGE) {
    if (sends >= MAX_COMMENT_SENDS)
      return toNotPosted(publication, refusal?.reason ?? safeText('Instagram did not answer'))
    return { firstComment: { ...firstComment, state: 'wanted' } }
  }
  const looks = firstComment.looks + 1
  const again = LOOKS[looks]
  if (again === undefined) return toDoubtTold(publication)
  return { firstComment: { ...firstComment, looks, missedAt }, nextAt: now + again }
}

function toPosted(firstComment: FirstComment, commentId: string): Change {
  return { firstComment: { ...firstComment, state: 'ended', commentId } }
}

function toNotPosted({ firstComment, warnings }: Commenting, reason: SafeText): Change {
  return {
    firstComment: { ...firstComment, state: 'ended' },
    warnings: [...warnings, commentNotPosted(reason)],
  }
}

function toDoubtTold({ firstComment, warnings }: Commenting): Change {
  return {
    firstComment: { ...firstComment, state: 'ended' },
    warnings: [...warnings, warning('COMMENT_UNKNOWN')],
  }
}

type Switching = Publication & { readonly commentsOff: CommentsOff }

export async function switchCommentsOff(
  { platform, clock }: PublishingDeps,
  publication: Switching,
  access: PlatformAccess,
): Promise<Change> {
  const { commentsOff, mediaId, settleOnly } = publication
  if (settleOnly) return { commentsOff: { ...commentsOff, state: 'ended' } }
  if (mediaId === null) return toStillOn(publication, NO_ID)
  const reply = await platform.disableComments(access, mediaId)
  if (reply.kind === 'ok') return { commentsOff: { ...commentsOff, state: 'ended' } }
  const again = SWITCH_RETRIES[commentsOff.tries]
  const isFinal = reply.kind === 'refused' && judge(reply.refusal).retry === 'no'
  if (isFinal || again === undefined) return toStillOn(publication, reasonOf(reply))
  return { commentsOff: { ...commentsOff, tries: commentsOff.tries + 1 }, nextAt: clock.now() + again }
}

function toStillOn({ commentsOff, warnings }: Switching, reason: SafeText): Change {
  return {
    commentsOff: { ...commentsOff, state: 'ended' },
    warnings: [...warnings, commentsStillOn(reason)],
  }
}

/** Nobody may speak for the account any more. */
export function toCommentsGivenUp(publication: Publication, message: string): Change {
  const reason = withoutFullStop(safeSentence(message))
  const { firstComment, commentsOff, settleOnly } = publication
  if (settleOnly) return {}
  const commented = isPending(firstComment)
    ? firstComment.state === 'wanted'
      ? toNotPosted({ ...publication, firstComment }, reason)
      : toDoubtTold({ ...publication, firstComment })
    : {}
  if (!isPending(commentsOff)) return commented
  return { ...commented, ...toStillOn({ ...publication, ...commented, commentsOff }, reason) }
}
