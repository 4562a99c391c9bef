// One round of the background exchange between this computer and the Worker. Bounded: once the Worker fails to
// answer, it is not asked again in the same round.
import * as z from 'zod'
import type { Handover } from '../../../../ports/cloud/handover-store.ts'
import { isSameWorker } from '../../../../rules/ownership/ownership.ts'
import { safeText } from '../../../../redact.ts'
import { MINUTE, SECOND, type Duration, type Instant, HOUR } from '../../../../time.ts'
import { delegateAll, nextDelegationIn } from '../reposts/delegate.ts'
import type { CloudConnection } from '../../connection/connection.ts'
import type { JobView } from '../../../../engine/worker/protocol.ts'
import type { NoAnswer, WorkerReply } from '../../../../engine/worker/worker-link.ts'
import { askForJob } from '../ask-worker.ts'
import { isStillConnected, replyReason } from '../worker-requests.ts'
import { applyChanges, applyJob } from './apply-changes.ts'
import { driveInBackground, retryOrRunLocally } from '../advance-handover.ts'
import { cancelForDisconnect } from '../take-back.ts'
import type { Log } from '../../../../ports/log.ts'
import { isTakenOver, OPEN_JOBS_SEEN } from '../handovers.ts'
import { withCloudWarning } from '../cloud-warnings.ts'
import { fallbackAt, isDatedAhead } from '../handover-times.ts'
import { sendNewVersions } from '../files/new-versions.ts'
import type { DelegationDeps } from '../delegation-deps.ts'

const UPLOADS_AT_ONCE = 2
/** How often, and for how long, a due post is asked for by name. */
const FRESH = { every: 5 * SECOND, for: 5 * MINUTE } as const
const WITH_POSTS: Duration = MINUTE
const WITHOUT: Duration = 10 * MINUTE
const CUT_OFF: Duration = 15 * SECOND
const SOONEST: Duration = SECOND
const LATE: Duration = MINUTE

/** Resolves with the time until the next round is needed. Never rejects. */
export async function syncRound(deps: DelegationDeps): Promise<Duration> {
  const connection = await attempt(deps, () => deps.cloudConnection(), null)
  if (!deps.isHeld()) await attempt(deps, () => cancelLostAccounts(deps), undefined)
  const trouble = connection && (await attempt(deps, () => applyChanges(deps, connection), FAILED_HERE))
  const isReached = connection !== null && trouble === null
  if (isReached) await attempt(deps, () => findUnknownJobs(deps, connection), undefined)
  if (trouble) deps.log.warn('the Worker could not be polled for changes', { reason: replyReason(trouble) })
  if (!deps.isHeld()) {
    // Before the posts: returning accounts may bring posts along.
    if (isReached) await attempt(deps, () => delegateAll(deps, connection), undefined)
    await attempt(
      deps,
      () => advanceDueHandovers(deps, { isReached, isCopyThere: isObjectSilent(trouble) }),
      undefined,
    )
    if (isReached && (await isStillConnected(deps, connection)))
      await attempt(deps, () => deps.registration.sync(connection), undefined)
    // Nobody waits for these uploads.
    if (isReached && !deps.isBeingLeft()) void attempt(deps, () => sendNewVersions(deps), undefined)
    await attempt(deps, () => deps.files.removeExpired(), undefined)
  }
  await attempt(deps, () => warnAboutLatePosts(deps, isReached ? connection.keyId : null), undefined)
  return attempt(deps, () => timeToNextRound(deps, isReached), WITH_POSTS)
}

async function attempt<T>({ log }: { readonly log: Log }, work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    log.error('part of a sync with the Worker failed', { error })
    return otherwise
  }
}

/** Posts of an account that was disconnected while they were being handed over. */
async function cancelLostAccounts(deps: DelegationDeps): Promise<void> {
  const open = await deps.handovers.open()
  if (open.length === 0) return
  const known = new Set((await deps.accounts.list()).map(({ id }) => id))
  for (const { id, postId, accountId } of open) {
    if (known.has(accountId)) continue
    const post = await deps.handovers.postOf(postId)
    if (post?.status === 'SCHEDULED') await cancelForDisconnect(deps, id)
  }
}

const FAILED_HERE: NoAnswer = { kind: 'unreachable', reason: safeText('an error here') }

/** The Worker answers although its object does not, and has a second copy of what waits there. */
function isObjectSilent(trouble: NoAnswer | null): boolean {
  return trouble?.kind === 'unknown' && trouble.code === 'CLOUD_ERROR'
}

interface Reach {
  readonly isReached: boolean
  readonly isCopyThere: boolean
}

async function advanceDueHandovers(deps: DelegationDeps, { isReached, isCopyThere }: Reach): Promise<void> {
  const now = deps.clock.now()
  let answers = isReached
  const datedAhead = (await deps.handovers.open()).filter((handover) => isDatedAhead(handover, now))
  for (const handover of [...(await deps.handovers.due(now)), ...datedAhead]) {
    const { id, ownership, asked } = handover
    if (ownership.state === 'local') await startUpload(deps, handover, now)
    else if ((answers || (isCopyThere && ownership.state === 'worker')) && !deps.underWay.has(id)) {
      await driveInBackground(deps, id)
      answers = await wasAnswered(deps, id, { ownership, asked })
    }
  }
}

async function startUpload(deps: DelegationDeps, handover: Handover, now: Instant): Promise<void> {
  const { id } = handover
  if (now >= fallbackAt(handover))
    return retryOrRunLocally(deps, id, handover.lastError ?? safeText('there was no time left'))
  if (deps.underWay.has(id) || deps.underWay.size >= UPLOADS_AT_ONCE) return
  // Woken without a time for the next try, the next round would send the whole file again at once.
  void driveInBackground(deps, id).then((isRecorded) => isRecorded && deps.wakeSync())
}

/** A hand-over in the same state as before, with an error, got no answer. */
async function wasAnswered(
  { handovers }: DelegationDeps,
  id: string,
  { ownership: before, asked }: Pick<Handover, 'ownership' | 'asked'>,
): Promise<boolean> {
  const after = await handovers.get(id)
  const isSame =
    after?.isEnded === false &&
    after.ownership.state === before.state &&
    (after.asked === null) === (asked === null)
  return !isSame || after.lastError === null
}

/**
 * An overdue post says what is known of it while its Worker does not report. `reachedKeyId` is that of the Worker that
 * answered, which may not be the one that has the post.
 */
async function warnAboutLatePosts(deps: DelegationDeps, reachedKeyId: string | null): Promise<void> {
  const before = deps.clock.now() - LATE
  for (const { id, publishAt, ownership, asked } of await deps.handovers.open()) {
    if (publishAt > before) return
    const isConfirmed = ownership.confirmed !== null
    const isReached = reachedKeyId !== null && isSameWorker(ownership.keyId, reachedKeyId)
    if (isTakenOver({ asked }) || ownership.state === 'local' || (isConfirmed && isReached)) continue
    const code = isConfirmed ? 'CLOUD_LATE' : 'CLOUD_LATE_UNANSWERED'
    await deps.handovers.change(id, ({ post }) => {
      if (post?.status !== 'SCHEDULED' || post.warnings?.some((one) => one.code === code)) return null
      return { change: {}, post: withCloudWarning(post, code) }
    })
  }
}

async function timeToNextRound(deps: DelegationDeps, isReached: boolean): Promise<Duration> {
  const now = deps.clock.now()
  const open = await deps.handovers.open()
  const worked = deps.isHeld() ? [] : open
  const times = worked.flatMap((handover) => nextWorkOf(deps, handover, { now, isReached }))
  const delegation = deps.isHeld() ? null : await nextDelegationIn(deps)
  const waits = [timeToNextPoll(open, now, isReached), delegation ?? WITHOUT]
  const wait = Math.min(...waits, ...times.map((at) => at - now))
  return Math.max(wait, SOONEST)
}

/** When it next needs something that does not depend on a report. */
function nextWorkOf(
  { underWay }: DelegationDeps,
  handover: Handover,
  { now, isReached }: { readonly now: Instant; readonly isReached: boolean },
): Instant[] {
  const { id, ownership, nextAt } = handover
  if (ownership.state !== 'local') return isReached && nextAt !== null ? [nextAt] : []
  const fallback = Math.max(fallbackAt(handover), nextAt ?? now)
  return underWay.has(id) || underWay.size >= UPLOADS_AT_ONCE ? [fallback] : [nextAt ?? fallback]
}

function timeToNextPoll(open: readonly Handover[], now: Instant, isReached: boolean): Duration {
  if (open.length === 0) return WITHOUT
  const isFresh = open.some(({ publishAt }) => publishAt <= now && now < publishAt + FRESH.for)
  const next = open.find(({ publishAt }) => publishAt > now)
  const untilTime = next ? next.publishAt - now + SECOND : WITH_POSTS
  const wait = isFresh ? FRESH.every : Math.min(WITH_POSTS, untilTime)
  return isReached ? wait : Math.max(wait, CUT_OFF)
}

const UNKNOWN_JOBS_EVERY: Duration = HOUR
/** Holds for one Worker only, and for a folder whose hold has not changed since. */
const Checked = z.object({ keyId: z.string(), at: z.number(), held: z.boolean() })

/** Finds jobs that wait at the Worker although this computer does not know them. The changes no longer report these. */
async function findUnknownJobs(deps: DelegationDeps, connection: CloudConnection): Promise<void> {
  const { settings, clock, handovers, accounts } = deps
  const checked = Checked.safeParse(await settings.get(OPEN_JOBS_SEEN))
  const now = clock.now()
  const held = deps.isHeld()
  const { keyId } = connection
  if (checked.success && checked.data.keyId === keyId && checked.data.held === held) {
    if (Math.abs(now - checked.data.at) < UNKNOWN_JOBS_EVERY) return
  }
  const reply = await connection.worker.openJobs()
  if (reply.kind !== 'ok') return
  let areStored = true
  for (const told of reply.value.jobs) {
    // Most are known, and those of accounts that are not here are nothing to ask for.
    if ((await handovers.get(told.jobId)) || !(await accounts.get(told.accountId))) continue
    const view = await wholeViewOf(connection, told)
    if (view.kind !== 'ok') areStored = false
    else if (view.value) areStored = (await applyJob(deps, connection, view.value)) && areStored
  }
  if (areStored) await settings.put({ [OPEN_JOBS_SEEN]: { keyId, at: now, held } })
}

/** With what it publishes, which only an older Worker says in a list. */
async function wholeViewOf(connection: CloudConnection, view: JobView): Promise<WorkerReply<JobView | null>> {
  if (view.envelope !== undefined) return { kind: 'ok', value: view }
  return askForJob(connection, { id: view.jobId, accountId: view.accountId })
}
