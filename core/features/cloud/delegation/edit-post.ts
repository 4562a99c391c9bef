// Edits a post that the Worker has, or may have: recorded, then sent, then applied here.
import { CodedError } from '../../../coded-error.ts'
import type { Handover, HandoverFile } from '../../../ports/cloud/handover-store.ts'
import type { PostRecord } from '../../../ports/posts/post-store.ts'
import { nextVersionAt, requireVersion } from '../../../api/post-version.ts'
import { hasUnknownOption, readOptions, storeOptions } from '../../../rules/content/option-schemas.ts'
import { mergeOptions } from '../../../rules/content/option-changes.ts'
import { OVERTAKEN } from '../../../retry-while-overtaken.ts'
import type { EditTerms } from '../../scheduling/cloud-runner.ts'
import type { CloudConnection } from '../connection/connection.ts'
import { applyJobState } from './changes/apply-job-state.ts'
import { haveSameFiles, nameFiles, uploadAhead } from './files/edited-files.ts'
import { editedVersion, replyReason, sendEnvelope } from './worker-requests.ts'
import { mergeEdit, finishEdit } from './final-moves.ts'
import { isTooFar, TOO_FAR } from './handover-times.ts'
import { driveInBackground } from './advance-handover.ts'
import { askForJob } from './ask-worker.ts'
import { PATIENCE, prepareHandover } from './hand-over-post.ts'
import { Overtaken, whileEdited, whileEditedHere, type HandoverUpdate } from './handovers.ts'
import { beingTakenBack, movedMeanwhile, notReached, tooLate } from './job-refusals.ts'
import {
  AFTER_REQUEST,
  endWithoutAnswer,
  openHandover,
  recall,
  requireConnection,
  withdrawRequest,
} from './take-back.ts'
import type { DelegationDeps } from './delegation-deps.ts'

export async function editPost(
  deps: DelegationDeps,
  before: PostRecord,
  after: PostRecord,
  { wanted, slots, series }: EditTerms = {},
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
    await editByOwner(deps, handover, { before, after, rebase, series })
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

interface Edit extends Pick<EditTerms, 'series'> {
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

  if (await editLocally(deps, id, edit, files)) return
  const sent = files && (await uploadAhead(deps, files, handover.files).catch(rejectUnchanged))
  await deps.mutex.runExclusive(id, () => editAtWorker(deps, id, edit, sent))
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
  { rebase, series }: Edit,
  files: readonly HandoverFile[] | undefined,
): Promise<boolean> {
  const edited = await deps.handovers.change(id, ({ handover, post }) => {
    if (handover.ownership.state !== 'local' || post === null) return null
    const { after, takes } = rebase(post)
    return { ...whileEditedHere(handover, after, files), takes, series }
  })
  return edited !== null
}

async function editAtWorker(
  deps: DelegationDeps,
  id: string,
  { rebase, series }: Edit,
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
    const { asked, ownership } = whileEdited(handover, after, files)
    const nextAt = deps.clock.now() + AFTER_REQUEST
    return { change: { asked: { ...asked, series }, ownership, nextAt }, takes }
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
