// Changes of a post that the Worker has, or may have: recorded, then sent, then applied here. Call inside the
// hand-over's mutex.
import type { NoAnswer } from '../../../engine/worker/worker-link.ts'
import { CodedError } from '../../../errors.ts'
import type { Handover, HandoverFile, StoredHandover } from '../../../ports/cloud/handover-store.ts'
import type { PostRecord } from '../../../ports/posts/post-store.ts'
import { nextVersionAt, requireVersion, type WantedVersions } from '../../../api/post-version.ts'
import { hasUnknownOption, readOptions, storeOptions } from '../../../rules/content/option-schemas.ts'
import { mergeOptions } from '../../../rules/content/option-changes.ts'
import { OVERTAKEN } from '../../../retry-while-overtaken.ts'
import type { EditTerms } from '../../scheduling/cloud-runner.ts'
import { SECOND, type Duration } from '../../../time.ts'
import type { CloudConnection, WorkerReach } from '../connection/connection.ts'
import { mayHaveActed } from '../../../rules/ownership/ownership.ts'
import { applyJobState } from './changes/apply-job-state.ts'
import { haveSameFiles, nameFiles, uploadAhead } from './files/edited-files.ts'
import {
  connectionOf,
  editedVersion,
  NOT_CONNECTED,
  sendEnvelope,
  replyReason,
  requestCancel,
} from './worker-requests.ts'
import { mergeEdit, finishCancel, finishEdit } from './final-moves.ts'
import { isTooFar, TOO_FAR } from './handover-times.ts'
import { driveInBackground } from './advance-handover.ts'
import { askForJob, askForRelease } from './ask-worker.ts'
import { PATIENCE, prepareHandover } from './hand-over-post.ts'
import {
  Overtaken,
  whileEdited,
  whileEditedHere,
  whileRecalled,
  type Cancel,
  type Purpose,
  type HandoverUpdate,
} from './handovers.ts'
import { beingTakenBack, movedMeanwhile, notReached, tooLate, unanswered } from './job-refusals.ts'
import type { DelegationDeps } from './delegation-deps.ts'

/** The request has its answer before anything else asks for its outcome. */
const AFTER_REQUEST: Duration = 30 * SECOND

export async function editPost(
  deps: DelegationDeps,
  before: PostRecord,
  after: PostRecord,
  { wanted, slots }: EditTerms = {},
): Promise<PostRecord | typeof OVERTAKEN> {
  const handover = await openHandover(deps, before)
  const rebase: Rebase = (post) => {
    // Another edit, just sent to the Worker, may have made this another version.
    requireVersion(post, wanted)
    const edited = mergeChanges(post, before, after, deps.clock.now())
    // Its files were named for what was read.
    if (!haveSameFiles(edited, after)) throw new Overtaken()
    if (slots === undefined) return { after: edited }
    if (post.scheduledFor !== before.scheduledFor) throw new Overtaken()
    return { after: edited, takes: { post: edited, slots } }
  }
  try {
    await editByOwner(deps, handover, { before, after, rebase })
  } catch (error) {
    if (error instanceof Overtaken) return OVERTAKEN
    throw error
  }
  deps.wakeSync()
  return (await deps.handovers.postOf(before.id)) ?? Promise.reject(movedMeanwhile())
}

/** The post as it will be, with the slot that it takes. */
interface Rebased extends Pick<HandoverUpdate, 'takes'> {
  readonly after: PostRecord
}

/** Applies the edit to what is stored now. */
type Rebase = (post: PostRecord) => Rebased

interface Edit {
  readonly before: PostRecord
  readonly after: PostRecord
  readonly rebase: Rebase
}

async function editByOwner(deps: DelegationDeps, handover: Handover, edit: Edit): Promise<void> {
  const { before, after, rebase } = edit
  const { id } = handover
  if (after.platformAccountId !== before.platformAccountId) return moveToAccount(deps, handover, edit)
  const files = await nameFiles(deps, handover, edit)
  if (isTooFar({ ...handover, publishAt: after.scheduledFor ?? handover.publishAt })) {
    requireNotRecalled(handover)
    if (!(await deps.files.areHere(after))) throw new CodedError('MEDIA_INVALID', NOT_KEPT_SO_LONG)
    const named = files ? { files } : {}
    return recall(deps, id, (post) => ({ to: 'local', reason: TOO_FAR, ...named, ...(post && rebase(post)) }))
  }

  if (await editLocally(deps, id, rebase, files)) return
  const sent = files && (await uploadAhead(deps, files, handover.files).catch(rejectUnchanged))
  await deps.mutex.runExclusive(id, () => editAtWorker(deps, id, rebase, sent))
}

const NOT_KEPT_SO_LONG =
  'A media file of this post was deleted on this computer, and the cloud keeps it for 300 days only. Choose an earlier time.'

function requireNotRecalled({ ownership }: Handover): void {
  if (ownership.state === 'recalling') throw beingTakenBack()
}

const GONE_HERE =
  'A media file of this post was deleted on this computer, so another account cannot get it. Choose the file again.'

/** The job of an account stays with it: the Worker releases the post, which is handed over again for the other account. */
async function moveToAccount(
  deps: DelegationDeps,
  handover: Handover,
  { after, rebase }: Edit,
): Promise<void> {
  requireNotRecalled(handover)
  if (!(await deps.files.areHere(after))) throw new CodedError('MEDIA_INVALID', GONE_HERE)
  const prepared = (await prepareHandover(deps, after)).handover
  const files = prepared && (await uploadAhead(deps, prepared.files).catch(rejectUnchanged))
  const { id, accountId } = prepared ?? {}
  const follows = id && accountId && files ? { next: { id, accountId }, files } : {}
  await recall(deps, handover.id, (post) => ({ to: 'local', ...follows, ...(post && rebase(post)) }))
  // What it takes longer goes on in the background.
  if (id) await Promise.race([driveInBackground(deps, id), deps.pause(PATIENCE)])
}

/** Edits a post here that is certainly not at the Worker; false for one that may be there. */
async function editLocally(
  deps: DelegationDeps,
  id: string,
  rebase: Rebase,
  files: readonly HandoverFile[] | undefined,
): Promise<boolean> {
  const edited = await deps.handovers.change(id, ({ handover, post }) => {
    if (handover.ownership.state !== 'local' || post === null) return null
    const { after, takes } = rebase(post)
    return { ...whileEditedHere(handover, after, files), takes }
  })
  return edited !== null
}

async function editAtWorker(
  deps: DelegationDeps,
  id: string,
  rebase: Rebase,
  files: readonly HandoverFile[] | undefined,
): Promise<void> {
  const before = await deps.handovers.readOpen(id)
  if (!before?.post) throw movedMeanwhile()
  requireNotRecalled(before.handover)
  if (before.post.status !== 'SCHEDULED') throw tooLate()
  const connection = await requireConnection(deps, before)
  await requireKnownThere(deps, connection, before.handover)
  const stored = await deps.handovers.change(id, ({ handover, post }) => {
    if (post === null || handover.ownership.state === 'recalling') return null
    const { after, takes } = rebase(post)
    const asked = whileEdited(handover, after, files)
    return { change: { ...asked, nextAt: deps.clock.now() + AFTER_REQUEST }, takes }
  })
  if (stored?.handover.asked?.kind !== 'edit') throw movedMeanwhile()
  const { asked } = stored.handover
  const reply = await sendEnvelope(connection, editedVersion(stored, asked))
  if (reply.kind !== 'ok') return endWithoutAnswer(deps, before, reply)
  const { outcome, job } = reply.value
  if (outcome === 'accepted') {
    await deps.handovers.change(id, (latest) => finishEdit(latest, asked, deps.clock.now()))
    return
  }
  await withdrawRequest(deps, before)
  await applyJobState(deps, id, job)
  throw outcome === 'too-late' ? tooLate() : movedMeanwhile()
}

/**
 * Throws for a post whose time has come and which the Worker does not know: it may have published it and lost its data since, and
 * would take the edit for a new post. The next round finds out.
 */
async function requireKnownThere(
  deps: DelegationDeps,
  connection: CloudConnection,
  handover: Handover,
): Promise<void> {
  const now = deps.clock.now()
  if (now < handover.publishAt) return
  const reply = await askForJob(connection, handover)
  if (reply.kind !== 'ok') throw notReached(replyReason(reply))
  if (reply.value !== null) return
  await deps.handovers.change(handover.id, () => ({ change: { nextAt: now } }))
  deps.wakeSync()
  throw movedMeanwhile()
}

/**
 * Recalls it from the Worker. An `archive` that came too late moves the post to the archive, and its outcome follows.
 */
export async function cancelPost(
  deps: DelegationDeps,
  post: PostRecord,
  to: Cancel['to'],
  wanted?: WantedVersions,
): Promise<void> {
  const { id } = await openHandover(deps, post)
  await recall(deps, id, (stored) => {
    if (stored) requireVersion(stored, wanted)
    return { to }
  })
  // Its files leave the bucket.
  deps.wakeSync()
}

/** Says of the stored post what becomes of it, and which slot it takes. */
type PurposeOf = (post: PostRecord | null) => Purpose & Pick<HandoverUpdate, 'takes'>

async function recall(deps: DelegationDeps, id: string, purposeOf: PurposeOf): Promise<void> {
  if (await cancelLocally(deps, id, purposeOf)) return
  await deps.mutex.runExclusive(id, () => cancelAtWorker(deps, id, purposeOf))
}

/** Certainly not at the Worker, and never will be: sending it must be recorded first, and no longer can be. */
async function cancelLocally(deps: DelegationDeps, id: string, purposeOf: PurposeOf): Promise<boolean> {
  const cancelled = await deps.handovers.change(id, (stored) => {
    if (stored.handover.ownership.state !== 'local') return null
    const { takes, ...purpose } = purposeOf(stored.post)
    return { ...finishCancel(deps, stored, purpose), takes }
  })
  return cancelled !== null
}

async function cancelAtWorker(deps: DelegationDeps, id: string, purposeOf: PurposeOf): Promise<void> {
  const before = await deps.handovers.readOpen(id)
  if (!before) throw movedMeanwhile()
  const { takes, ...purpose } = purposeOf(before.post)
  const { to } = purpose
  if (to === 'archive' && hasGoneOut(before)) return archiveQuietly(deps, id)
  const connection = await requireConnection(deps, before)
  const nextAt = deps.clock.now() + AFTER_REQUEST
  const stored = await deps.handovers.change(id, ({ handover }) => ({
    change: { ...whileRecalled(handover, { kind: 'cancel', ...purpose }), nextAt },
    takes,
  }))
  if (!stored) throw movedMeanwhile()
  const reply = await askForRelease({ deps, connection, id }, purpose)
  if (!('view' in reply)) return endWithoutAnswer(deps, before, reply)
  if (reply.kind === 'too late' && to !== 'archive') throw tooLate()
  // It is in doubt, and must not be reported as taken back or moved.
  const isDoubted = async () => (await deps.handovers.postOf(before.handover.postId))?.status === 'FAILED'
  if (reply.kind === 'gone' && (to === 'draft' || to === 'local') && (await isDoubted()))
    throw movedMeanwhile()
}

/** Throws. A call that certainly changed nothing restores what was pending before it. */
async function endWithoutAnswer(
  deps: DelegationDeps,
  before: StoredHandover,
  reply: NoAnswer,
): Promise<never> {
  if (mayHaveActed(reply)) throw unanswered(replyReason(reply))
  await withdrawRequest(deps, before)
  throw notReached(replyReason(reply))
}

/** As it was: with an earlier request, if one is pending. */
async function withdrawRequest(deps: DelegationDeps, { handover }: StoredHandover): Promise<void> {
  const { id, asked, ownership } = handover
  await deps.handovers.change(id, () => ({ change: { asked, ownership } }))
}

/** Too late: the cancellation could not stop the post. */
function hasGoneOut({ post }: StoredHandover): boolean {
  return post !== null && ['PUBLISHING', 'PUBLISHED', 'FAILED'].includes(post.status)
}

async function archiveQuietly(deps: DelegationDeps, id: string): Promise<void> {
  const now = deps.clock.now()
  const archived = await deps.handovers.change(id, () => ({ change: { nextAt: now }, archivedAt: now }))
  if (!archived) throw movedMeanwhile()
}

/** The post was deleted after the Worker had started on it; the Worker is asked in the background. */
export async function noteDeletion(deps: DelegationDeps, { cloudJobId }: PostRecord): Promise<void> {
  const nextAt = deps.clock.now()
  await deps.handovers.change(cloudJobId ?? '', ({ handover }) =>
    handover.asked === null ? { change: { nextAt } } : null,
  )
  deps.wakeSync()
}

/** A FAILED post will be retried here: what the Worker knows of it is taken over. */
export async function recallFailedPost(deps: DelegationDeps, post: PostRecord): Promise<void> {
  const handover = await deps.handovers.ofPost(post.id)
  if (!handover) return refuseLost(deps, post)
  await deps.mutex.runExclusive(handover.id, async () => {
    const stored = await deps.handovers.readOpen(handover.id)
    if (!stored) return
    const connection = await requireConnection(deps, stored)
    const reply = await requestCancel(connection, handover.id, { to: 'taken-over' })
    if (!('view' in reply)) throw notReached(replyReason(reply))
    await applyJobState(deps, handover.id, reply.view)
  })
  if (await deps.handovers.ofPost(post.id))
    throw new CodedError(
      'INVALID_STATUS',
      'The cloud is still checking whether this post is live. Try again later.',
    )
}

/** Throws for a post still marked as the Worker’s whose hand-over could not be read, and is gone. */
async function refuseLost(deps: DelegationDeps, { id }: PostRecord): Promise<void> {
  if (((await deps.handovers.postOf(id))?.handover ?? null) === null) return
  // The round may find the post among what waits at the Worker.
  deps.wakeSync()
  throw new CodedError(
    'INVALID_STATUS',
    'This computer no longer knows how far the cloud has come with this post, and is asking the cloud. Try again in a minute. If that changes nothing, check the profile, then delete this post and create it again.',
  )
}

/** Recorded for every open post of the account; the Worker is asked in the background. */
export async function cancelAccountPosts(deps: DelegationDeps, accountId: string): Promise<void> {
  const open = await deps.handovers.open()
  for (const { id } of open.filter((one) => one.accountId === accountId)) await cancelForDisconnect(deps, id)
  deps.wakeSync()
}

export async function cancelForDisconnect(deps: DelegationDeps, id: string): Promise<void> {
  const to = 'disconnected'
  if (await cancelLocally(deps, id, () => ({ to }))) return
  await deps.handovers.change(id, ({ handover }) => {
    // A pending recall that gives the post no job here already takes it away from the account.
    if (handover.asked?.kind === 'cancel' && handover.asked.to !== 'local') return null
    const asked = whileRecalled(handover, { kind: 'cancel', to })
    return { change: { ...asked, nextAt: deps.clock.now(), tries: 0 } }
  })
}

async function openHandover({ handovers }: DelegationDeps, post: PostRecord): Promise<Handover> {
  return (await handovers.ofPost(post.id)) ?? Promise.reject(movedMeanwhile())
}

async function requireConnection(deps: WorkerReach, { handover }: StoredHandover): Promise<CloudConnection> {
  return (await connectionOf(deps, handover.ownership)) ?? Promise.reject(notReached(NOT_CONNECTED))
}

/** Applies the user's changes to what is stored now: another edit may have come in between. */
function mergeChanges(stored: PostRecord, before: PostRecord, after: PostRecord, now: number): PostRecord {
  const names = Object.keys(after) as (keyof PostRecord)[]
  const changed = names.filter((name) => !Object.is(before[name], after[name]))
  const [optionsBefore, optionsAfter] = [before, after].map(({ options }) => readOptions(options) ?? {})
  const options = mergeOptions(readOptions(stored.options) ?? {}, optionsBefore ?? {}, optionsAfter ?? {})
  const changes = {
    ...Object.fromEntries(changed.map((name) => [name, after[name]])),
    options: hasUnknownOption(stored.options) ? stored.options : storeOptions(options),
  }
  return mergeEdit(stored, { ...stored, ...changes, updatedAt: nextVersionAt(stored, now) }, now)
}

function rejectUnchanged(error: unknown): never {
  if (error instanceof CodedError && error.code === 'CLOUD_ERROR') throw notReached(error.message)
  throw error
}
