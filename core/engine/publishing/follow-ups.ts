// What follows a live post, as data for complete-post.ts: the first comment is posted, then comments are switched off, then
// the post is copied to the linked Page. A deleted post is followed by nothing.
//
// Two of the calls have no key against repetition, so they are announced durably (`sending`) and made at most once by the
// claim that announced them. Found at a claim, `sending` means "we cannot know".
//
// The first comment:
//   uncertain ──► wanted ──► sending ──► ended
//     │    ▲                    │          ▲
//     │    └────────────────────┘          │
//     └────────────────────────────────────┘
//
// uncertain  It may be there: a call was made and not answered, or an earlier run may have made one. Only reading the
//            comments leads out: the post's own is among them, or it is missing twice, PROOF_AGE apart by the platform's clock. If neither is
//            proven, the user is warned, and no other call is made. Every publication begins here, because a
//            post that is found to be live may have been published by somebody who has commented on it, too.
// wanted     It is surely not there, as right after our own publish call was answered. Uncertain again once what waits is marked
//            (`restored/already-live.ts`): an earlier run may have posted it since.
// sending    Announced; the call is made within SEND_WINDOW (`send-window.ts`).
// ended      It is there, or the user was warned.
//
// The copy on the Page:
//
//   wanted ──► prepared ──► sending ──► sent ──► ended
//
// wanted    Nothing was done. Preparing shows nothing to anybody and may be repeated.
// prepared  What can be done out of sight is done; `handle` names it.
// sending   Announced. Found at a claim it is ended, never repeated.
// sent      The Page has accepted it; whether it shows it, and where, is still read, best effort.
import { CodedError } from '../../coded-error.ts'
import { warning, type Warning } from '../../rules/notices/warnings.ts'
import { judge, reasonOf, waitAskedBy } from '../../rules/publication/error-table.ts'
import type { PartnerPost, PartnerSource } from '../../ports/platform/partner-pages.ts'
import type { CommentListing, PlatformAccess, PlatformReply } from '../../ports/platform/platform.ts'
import { safeSentence, safeText, withoutFullStop, type SafeText } from '../../redact.ts'
import { MINUTE, SECOND, type Duration, type Instant } from '../../time.ts'
import { laterIfUnreached } from './backoff.ts'
import type { PublishingDeps, StepDeps } from './effects.ts'
import { plainCaptionOf } from './match.ts'
import {
  PROOF_AGE,
  SEND_WINDOW,
  type Change,
  type CommentsOff,
  type CrossPost,
  type FirstComment,
  type Publication,
  type PublicationPayload,
} from '../../rules/publication/publication.ts'
import { isWithinWindow, readMoment } from './send-window.ts'
import { isPending } from './transitions.ts'

/** The state that follows, at once or at a time; or the end, with what people should know. */
export type Outcome<S> =
  | { readonly next: S; readonly at?: Instant | null; readonly unreached?: Change }
  | { readonly ended: S; readonly told?: Warning }

export interface FollowUp<S> {
  of(publication: Publication): S | null
  put(state: S | null): Change
  /** What a new publication begins with; null when it is not wanted. */
  wanted(payload: PublicationPayload): S | null
  /** The previous claim may have got further than was stored. Null: not in this state. */
  afterClaim(state: S, hasCrashed: boolean): Outcome<S> | null
  step(ports: StepDeps, publication: Publication, state: S, access: PlatformAccess): Promise<Outcome<S>>
  /** The warning for the user when the account has no valid token any more. */
  lost(state: S, reason: SafeText): Warning | undefined
}

const NO_ID = safeText('Instagram did not say which post it is')

/** Tried again after each of these times, and then given up. */
function again<S extends { readonly tries: number }>(
  state: S,
  retries: readonly Duration[],
  now: Instant,
  told?: Warning,
): Outcome<S> {
  const wait = retries[state.tries]
  if (wait !== undefined) return { next: { ...state, tries: state.tries + 1 }, at: now + wait }
  return told ? { ended: state, told } : { ended: state }
}

/** Calls for one comment; each but the first follows proof that the one before had no effect. */
const MAX_COMMENT_SENDS = 3
/** Reads that prove nothing in all this time leave a doubt. The second comes late enough for a proof. */
const LOOKS: readonly Duration[] = [5 * SECOND, 65 * SECOND, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE]
const LOOK_AGAIN = LOOKS[0] ?? SECOND

const UNCERTAIN: FirstComment = {
  state: 'uncertain',
  monotonicAt: 0,
  sends: 0,
  looks: 0,
  missedAt: null,
  refusal: null,
  commentId: null,
}

const notPosted = (ended: FirstComment, reason: SafeText): Outcome<FirstComment> => ({
  ended,
  told: warning('COMMENT_NOT_POSTED', { reason }),
})
const posted = (comment: FirstComment, commentId: string) => ({ ended: { ...comment, commentId } })
const inDoubt = (ended: FirstComment) => ({ ended, told: warning('COMMENT_UNKNOWN') })
const toUncertain = (comment: FirstComment): FirstComment => ({
  ...comment,
  state: 'uncertain',
  looks: 0,
  missedAt: null,
})

export const FIRST_COMMENT: FollowUp<FirstComment> = {
  of: ({ firstComment }) => firstComment,
  put: (firstComment) => ({ firstComment }),
  wanted: ({ options }) => (options?.firstComment === undefined ? null : UNCERTAIN),
  afterClaim: (comment) => (comment.state === 'sending' ? { next: toUncertain(comment) } : null),
  lost: ({ state }, reason) =>
    state === 'wanted' ? warning('COMMENT_NOT_POSTED', { reason }) : warning('COMMENT_UNKNOWN'),
  async step({ platform, clock, storedAt }, publication, comment, access) {
    const { mediaId, payload } = publication
    const text = payload.options?.firstComment ?? ''
    if (mediaId === null) return notPosted(comment, NO_ID)
    if (comment.state === 'uncertain') {
      const reply = await platform.listComments(access, mediaId)
      const later = laterIfUnreached(comment, reply.facts, clock, publication)
      return later ?? afterLook(comment, text, reply, clock.now())
    }
    if (comment.state === 'wanted') {
      const { pausedUntil } = access
      // The platform asked for a rest, and a comment is not worth a block.
      if ((pausedUntil ?? 0) > clock.now()) return { next: comment, at: pausedUntil }
      const sends = comment.sends + 1
      return { next: { ...comment, state: 'sending', sends, monotonicAt: clock.monotonic() } }
    }
    // We have certainly not sent it, but somebody else may have meanwhile.
    const unsent = { ...toUncertain(comment), sends: comment.sends - 1 }
    if (!isWithinWindow(storedAt, readMoment(clock))) return { next: unsent }
    if (storedAt.monotonic - comment.monotonicAt > SEND_WINDOW) {
      // Storing that took long, and would take as long again: one look, and it is sent at once.
      const { isMissing } = findOwn(text, await platform.listComments(access, mediaId))
      if (!isMissing || !isWithinWindow(storedAt, readMoment(clock))) return { next: unsent }
    }
    const reply = await platform.addComment(access, mediaId, text)
    return laterIfUnreached(unsent, reply.facts, clock, publication) ?? afterSend(comment, reply, clock.now())
  },
}

function afterSend(
  comment: FirstComment,
  reply: PlatformReply<{ commentId: string }>,
  now: Instant,
): Outcome<FirstComment> {
  if (reply.kind === 'ok') return posted(comment, reply.value.commentId)
  const retry = reply.kind === 'refused' ? judge(reply.refusal).retry : null
  const refusal = { reason: reasonOf(reply), isFinal: retry === 'no' || retry === 'block' }
  return { next: { ...toUncertain(comment), refusal }, at: now + LOOK_AGAIN }
}

/** The post's own comment is the one that says the same; the same words by an author whose name we do not see prove nothing. */
function findOwn(wanted: string, reply: PlatformReply<CommentListing>) {
  const text = plainCaptionOf(wanted)
  const listed = reply.kind === 'ok' ? reply.value.comments : []
  const alike = listed.filter((one) => plainCaptionOf(one.text) === text)
  const own = alike.find(({ isOwn }) => isOwn)
  const isMissing = reply.kind === 'ok' && reply.value.isComplete && alike.length === 0
  return { own, isDoubtful: own === undefined && alike.length > 0, isMissing }
}

function afterLook(
  comment: FirstComment,
  wanted: string,
  reply: PlatformReply<CommentListing>,
  now: Instant,
): Outcome<FirstComment> {
  const { sends, refusal } = comment
  const { own, isDoubtful, isMissing } = findOwn(wanted, reply)
  if (own) return posted(comment, own.id)
  if (isDoubtful) return inDoubt(comment)
  if (refusal?.isFinal) return notPosted(comment, refusal.reason)
  const seenAt = reply.platformTime ?? now
  const missedAt = comment.missedAt ?? (isMissing ? seenAt : null)
  if (isMissing && missedAt !== null && seenAt - missedAt >= PROOF_AGE)
    return sends >= MAX_COMMENT_SENDS
      ? notPosted(comment, refusal?.reason ?? safeText('Instagram did not answer'))
      : { next: { ...comment, state: 'wanted' } }
  const looks = comment.looks + 1
  const wait = LOOKS[looks]
  return wait === undefined ? inDoubt(comment) : { next: { ...comment, looks, missedAt }, at: now + wait }
}

/** Our own call has just made the media, so nobody can have commented on it for us. */
export function withoutComments({ firstComment }: Publication): Change {
  return isPending(firstComment) ? { firstComment: { ...firstComment, state: 'wanted' } } : {}
}

const SWITCH_RETRIES: readonly Duration[] = [10 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE]

const stillOn = (reason: SafeText) => warning('COMMENTS_STILL_ON', { reason })

/** Saying so twice changes nothing. */
export const COMMENTS_OFF: FollowUp<CommentsOff> = {
  of: ({ commentsOff }) => commentsOff,
  put: (commentsOff) => ({ commentsOff }),
  wanted: ({ options }) => (options?.commentsEnabled === false ? { state: 'wanted', tries: 0 } : null),
  afterClaim: () => null,
  lost: (_state, reason) => stillOn(reason),
  async step({ platform, clock }, publication, state, access) {
    const { mediaId } = publication
    if (mediaId === null) return { ended: state, told: stillOn(NO_ID) }
    const reply = await platform.disableComments(access, mediaId)
    if (reply.kind === 'ok') return { ended: state }
    const isFinal = reply.kind === 'refused' && judge(reply.refusal).retry === 'no'
    const later = laterIfUnreached(state, reply.facts, clock, publication)
    return later ?? again(state, isFinal ? [] : SWITCH_RETRIES, clock.now(), stillOn(reasonOf(reply)))
  },
}

/** What a publication that another program began has to do about comments. */
export function commentsWanted(
  payload: PublicationPayload,
): Pick<Publication, 'firstComment' | 'commentsOff'> {
  return { firstComment: FIRST_COMMENT.wanted(payload), commentsOff: COMMENTS_OFF.wanted(payload) }
}

const COPY_RETRIES: readonly Duration[] = [10 * SECOND, MINUTE, 5 * MINUTE]

export const WANTED: CrossPost = {
  state: 'wanted',
  handle: null,
  tries: 0,
  partnerPostId: null,
  partnerPermalink: null,
}

const refusedCopy = (reply: Exclude<PlatformReply<unknown>, { kind: 'ok' }>) =>
  warning('PAGE_COPY_REFUSED', { reason: reasonOf(reply) })
const unknownCopy = () => warning('PAGE_COPY_UNKNOWN')
/** A failure on the platform's own side may be the answer although it has published the copy. */
const isDoubtful = (reply: Exclude<PlatformReply<unknown>, { kind: 'ok' }>) =>
  reply.kind === 'unknown' || judge(reply.refusal).advice === 'PLATFORM_FAULT'

export const PAGE_COPY: FollowUp<CrossPost> = {
  of: ({ crossPost }) => crossPost,
  put: (crossPost) => ({ crossPost }),
  wanted: ({ crossPostToPartner }) => (crossPostToPartner ? WANTED : null),
  afterClaim: (copy, hasCrashed) =>
    copy.state === 'sending' && hasCrashed ? { ended: copy, told: unknownCopy() } : null,
  lost({ state }, reason) {
    if (state === 'sent') return undefined
    return state === 'sending' ? unknownCopy() : warning('PAGE_COPY_REFUSED', { reason })
  },
  async step(ports, publication, copy, access) {
    const { partnerPages, clock } = ports
    const { payload } = publication
    const unsent = unannounced(copy)
    const waits = (state: CrossPost, from: { readonly neverArrived: boolean }) =>
      laterIfUnreached(state, from, clock, publication)
    if (access.page === null) return { ended: copy, told: warning('PAGE_COPY_WITHOUT_PAGE') }
    if (copy.state === 'sent') {
      const { partnerPostId, handle } = copy
      if (partnerPostId === null) return { ended: copy, told: warning('PAGE_COPY_WITHOUT_POST') }
      const reply = await partnerPages.permalink(access, payload, { partnerPostId, handle })
      return waits(copy, reply.facts) ?? afterPageRead(copy, reply, clock.now())
    }
    const source = await openSource(ports, publication, access).catch(refusalIn)
    if (source instanceof CodedError)
      return waits(unsent, source) ?? again(unsent, COPY_RETRIES, clock.now(), unmade(source))
    if (source === null) return { ended: copy, told: warning('PAGE_COPY_WITHOUT_FILE') }
    if (copy.state === 'prepared') return { next: { ...copy, state: 'sending' } }
    if (copy.state === 'wanted') {
      const reply = await partnerPages.prepare(access, payload, source)
      if (reply.kind !== 'ok')
        return waits(copy, reply.facts) ?? again(copy, COPY_RETRIES, clock.now(), refusedCopy(reply))
      return { next: { ...copy, state: 'prepared', handle: reply.value.handle, tries: 0 } }
    }
    const reply = await partnerPages.publish(access, payload, { handle: copy.handle, source })
    if (reply.kind === 'ok')
      return { next: { ...copy, state: 'sent', tries: 0, partnerPostId: reply.value.partnerPostId } }
    // How long the Page wants to be left alone is known to `backoff.ts`.
    if (waitAskedBy(reply) !== null || reply.facts.neverArrived)
      return waits(unsent, reply.facts) ?? again(unsent, COPY_RETRIES, clock.now(), refusedCopy(reply))
    return { ended: copy, told: isDoubtful(reply) ? unknownCopy() : refusedCopy(reply) }
  },
}

/** What the Page has accepted is a copy until it says otherwise. */
function afterPageRead(copy: CrossPost, reply: PlatformReply<PartnerPost>, now: Instant): Outcome<CrossPost> {
  if (reply.kind !== 'ok') return again(copy, COPY_RETRIES, now)
  const { permalink, isLive, failure } = reply.value
  if (failure !== null) {
    const told = warning('PAGE_COPY_REFUSED', { reason: withoutFullStop(failure) })
    return { ended: { ...copy, partnerPostId: null, partnerPermalink: null }, told }
  }
  const read = { ...copy, partnerPermalink: permalink }
  return isLive && permalink !== null ? { ended: read } : again(read, COPY_RETRIES, now)
}

/** The file could not be put where the Page fetches it. Null: it is gone. */
const refusalIn = (error: unknown) =>
  error instanceof CodedError && error.code !== 'MEDIA_INVALID' ? error : null
const unmade = ({ message }: CodedError) =>
  warning('PAGE_COPY_REFUSED', { reason: withoutFullStop(safeSentence(message)) })
/** The call that was announced is not made now, or had no effect. */
const unannounced = (copy: CrossPost): CrossPost =>
  copy.state === 'sending' ? { ...copy, state: 'prepared' } : copy

async function openSource(
  { publicUrl, openMedia }: Pick<PublishingDeps, 'publicUrl' | 'openMedia'>,
  { payload, jobId }: Publication,
  access: PlatformAccess,
): Promise<PartnerSource | null> {
  const item = payload.items[0]
  if (!item) return null
  if (item.kind === 'image') {
    const url = await publicUrl(item, access, jobId)
    return url === null ? null : { kind: 'image', url }
  }
  const video = await openMedia(item.blobKey)
  return video && { kind: 'video', video }
}
