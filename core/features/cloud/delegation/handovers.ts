import type { Clock } from '../../../ports/clock.ts'
import type {
  Handover,
  HandoverFile,
  HandoverMove,
  HandoverStore,
  PendingRequest,
  StoredHandover,
} from '../../../ports/cloud/handover-store.ts'
import type { PostRecord, PostStore } from '../../../ports/posts/post-store.ts'
import type { Publication } from '../../../rules/publication/publication.ts'
import { safeText, type SafeText } from '../../../redact.ts'
import { DAY, type Instant } from '../../../time.ts'
import { fallbackAt } from './handover-times.ts'
import { allFilesOf, withHandover } from './new-handover.ts'
import {
  afterLateRecall,
  NEVER_ASKED,
  recallRequest,
  revisionAbove,
  whileAsked,
} from '../../../rules/ownership/ownership.ts'

export type Cancel = Extract<PendingRequest, { kind: 'cancel' }>
/** Where a post goes that the Worker is to release, and why. */
export type Purpose = Omit<Cancel, 'kind'>

export function isTakenOver({ asked }: Pick<Handover, 'asked'>): boolean {
  return asked?.kind === 'cancel' && asked.to === 'taken-over'
}

/** The setting that says when the jobs that wait at the Worker were last looked at. Without it that is done in the next round. */
export const OPEN_JOBS_SEEN = 'cloudJobsChecked'

type HandoverChange = Partial<Omit<Handover, 'id' | 'postId' | 'accountId' | 'version' | 'createdAt'>>

export interface HandoverUpdate extends Omit<HandoverMove, 'next'> {
  readonly change: HandoverChange
}

export interface AttemptedHandover extends StoredHandover {
  /** The last attempt for its post, there or here. */
  readonly last: Publication | null
}

/** The hand-overs with their posts, and how each of them is moved on. */
export interface Handovers extends Omit<HandoverStore, 'update'> {
  /** A hand-over that continues, with its post. */
  readOpen(id: string): Promise<StoredHandover | null>
  postOf(postId: string): Promise<PostRecord | null>
  /**
   * `decide` sees what is stored now. Null when the hand-over has ended, or `decide` returns null. Throws Overtaken, and moves
   * nothing, when the slot that it takes is not free any more.
   */
  change(
    id: string,
    decide: (stored: AttemptedHandover) => HandoverUpdate | null,
  ): Promise<StoredHandover | null>
}

/** Nothing was moved: read and decide again. */
export class Overtaken extends Error {}

export function createHandovers({
  store,
  posts,
  clock,
  jobAdded,
}: {
  readonly store: HandoverStore
  readonly posts: PostStore
  readonly clock: Clock
  /** A post has a job here, which the job loop has to be told. */
  jobAdded(): void
}): Handovers {
  return {
    ...store,
    postOf: (postId) => posts.get(postId),
    async readOpen(id) {
      const handover = await store.get(id)
      if (!handover || handover.isEnded) return null
      return { handover, post: await posts.get(handover.postId) }
    },
    async change(id, decide) {
      let [hasJob, takesSlot] = [false, false]
      const updated = await store.update(id, (stored, last) => {
        const update = decide({ ...stored, last })
        if (update === null) return null
        hasJob = update.job !== undefined
        takesSlot = update.takes !== undefined
        const change = { ...keptTraits(stored, update.post), ...update.change }
        return toMove(stored.handover, { ...update, change }, clock.now())
      })
      if (updated === null && takesSlot) throw new Overtaken()
      if (updated && hasJob) jobAdded()
      return updated
    },
  }
}

/**
 * To be stored before the Worker is asked to release the post. One that the user has taken over counts as being
 * recalled, and is published here.
 */
export function whileRecalled({ ownership: own, asked: before }: Handover, asked: Cancel) {
  return {
    asked: { ...asked, ...earlierTimesOf(before) },
    ownership: whileAsked(own, recallRequest(own, own.sent), own.keyId),
  }
}

/** Nobody here has asked the Worker to release it. */
export function isUntold({ ownership, asked }: Handover): boolean {
  return ownership.state !== 'recalling' || (asked?.kind === 'cancel' && asked.isUntold === true)
}

/** The pending recall, which is about to be sent. */
export function whileTold({ handover: { asked: pending } }: StoredHandover): HandoverUpdate | null {
  if (pending?.kind !== 'cancel' || !pending.isUntold) return null
  const { isUntold: _, ...asked } = pending
  return { change: { asked } }
}

/** An edit of what is certainly not at the Worker. It is looked at no later than when it is published from here. */
export function whileEditedHere(
  handover: Handover,
  after: PostRecord,
  files: readonly HandoverFile[] = handover.files,
): HandoverUpdate {
  const publishAt = after.scheduledFor ?? handover.publishAt
  const nextAt = Math.min(handover.nextAt ?? Infinity, fallbackAt({ ...handover, files, publishAt }))
  const post = withHandover(after, { ...handover, files }, 'uploading')
  return { change: { publishAt, nextAt, files, otherFiles: undefined }, post }
}

/** As `whileRecalled`, of a change under a revision that is sent for the first time. With the files of `after`, where it has others. */
export function whileEdited(
  { ownership: own, asked: before }: Handover,
  after: PostRecord,
  files?: readonly HandoverFile[],
) {
  const revision = revisionAbove(own.sent)
  const asked: PendingEdit = { kind: 'edit', after, ...(files ? { files } : {}), ...earlierTimesOf(before) }
  return { asked, ownership: whileAsked(own, { kind: 'delegate', revision }, own.keyId) }
}

type PendingEdit = Extract<PendingRequest, { kind: 'edit' }>

/** As `whileEdited`, of an edit that was accepted with others: it is sent until the Worker has it, or it is too late. */
export function whileInsisting(handover: Handover, after: PostRecord, files?: readonly HandoverFile[]) {
  const { asked, ownership } = whileEdited(handover, after, files)
  return { asked: { ...asked, isAccepted: true as const }, ownership }
}

/** The Worker may have moved the post to any of them: it keeps those slots until an answer shows which. */
function earlierTimesOf(before: PendingRequest | null): Pick<PendingRequest, 'earlierTimes'> {
  const times = [...(before?.earlierTimes ?? []), before?.after?.scheduledFor ?? []].flat()
  return times.length === 0 ? {} : { earlierTimes: [...new Set(times)] }
}

/** The Worker releases it first, and it is looked for before it is sent from here: it may have gone out since then. */
export function whileSought(handover: Handover, reason: SafeText, soughtSince: Instant) {
  return { ...whileRecalled(handover, { kind: 'cancel', to: 'local', reason }), soughtSince }
}

const HELD_MEANWHILE = safeText('this data folder was restored or copied meanwhile')

/**
 * The folder is held, or was until now: what the Worker says may answer a run that is not remembered, which may have published
 * the post from here since, also at an earlier time.
 */
export function markedAtHold(handover: Handover, now: Instant): Handover {
  return nextVersion(handover, { soughtSince: mayBeLiveFrom(handover) }, now)
}

/** With the change of a post that may be live: the run that is not remembered has published what it was before. */
export function keptTraits(
  { handover: { soughtSince, soughtAs }, post: before }: StoredHandover,
  after: PostRecord | null | undefined,
): Pick<Handover, 'soughtAs'> {
  if (soughtSince === undefined || soughtAs || !before || !after) return {}
  const { mediaType, caption } = before
  return mediaType === after.mediaType && caption === after.caption
    ? {}
    : { soughtAs: { mediaType, caption } }
}

/** A hold was released. A run that is not remembered may have handed over what is `local` here. */
export function recalledAfterHold(handover: Handover, now: Instant): Handover {
  const recalled = whileSought(handover, HELD_MEANWHILE, mayBeLiveFrom(handover))
  return nextVersion(handover, { ...recalled, tries: 0, nextAt: now }, now)
}

/** The earliest time at which a run that is not remembered may have published it. */
export function mayBeLiveFrom({ createdAt, publishAt }: Handover): Instant {
  return Math.min(createdAt, publishAt)
}

/** It was released before this run asked for that: for one that is not remembered, which may have published it since. */
export function markedAsLetGo(handover: Handover): Pick<Handover, 'soughtSince'> {
  return { soughtSince: handover.soughtSince ?? mayBeLiveFrom(handover) }
}

/** The Worker has begun to publish it. */
export const notRecalled = ({ handover }: StoredHandover): HandoverUpdate => ({
  change: { asked: null, ownership: afterLateRecall(handover.ownership) },
})

export function toMove(handover: Handover, { change, ...move }: HandoverUpdate, now: Instant): HandoverMove {
  return { ...move, next: nextVersion(handover, change, now) }
}

function nextVersion(handover: Handover, change: HandoverChange, now: Instant): Handover {
  const next = { ...handover, ...change, version: handover.version + 1, updatedAt: now }
  return 'otherFiles' in change ? next : { ...next, ...otherFilesOf(handover, next) }
}

/** The Worker may have the version that a request was to bring: its files stay until an answer shows which it has. */
function otherFilesOf(handover: Handover, next: Handover): Pick<Handover, 'otherFiles'> {
  const named = new Set([...next.files, ...(next.asked?.files ?? [])].map(({ key }) => key))
  const others = allFilesOf(handover).filter(({ key }) => !named.has(key))
  return others.length > 0 ? { otherFiles: others } : {}
}

export const ENDED = { isEnded: true, asked: null, nextAt: null } as const
/** Nothing of it was published, or ever will be from the Worker. */
export const ENDED_CANCELLED = { ...ENDED, isCancelled: true, ownership: NEVER_ASKED } as const

/** When the objects of an ended hand-over may be removed. An upload in progress may finish after it ends. */
export function objectsUntil({ isCancelled, updatedAt }: Handover, file: HandoverFile): Instant {
  return isCancelled === true && file.uploaded ? updatedAt : updatedAt + DAY
}
