// Tries for real what costs nothing: does the platform still accept the account of a post, does the address of its file
// answer, does the bucket take it, does the Worker have the same post and the right time? One call for each account, one for each
// file that already has its address, three for the bucket of those that get one later, two for the Worker.
import { z } from 'zod'
import { askPublicAddress } from '../../rules/accounts/public-address.ts'
import { listFetched } from '../posts/content/fetched-files.ts'
import { ACCESS_STEPS, accessRefusalOf, blockOf, noteAccess, stepAfter } from '../accounts/refused-access.ts'
import { readPublishingLimit } from '../accounts/publishing-limit.ts'
import type { JobView, WorkerStatus } from '../../engine/worker/protocol.ts'
import { isKeyRefused } from '../cloud/worker-link/require-worker.ts'
import { CodedError } from '../../coded-error.ts'
import { publishedFile } from '../../rules/content/published-file.ts'
import { attentionDetail, type AttentionDetail } from '../../rules/notices/attention-details.ts'
import { isNotice } from '../../rules/notices/notice.ts'
import type { Handover } from '../../ports/cloud/handover-store.ts'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { PostRecord } from '../../ports/posts/post-store.ts'
import { MINUTE, SECOND, type Duration, type Instant } from '../../time.ts'
import { createBucketCheck } from './bucket-check.ts'
import type { AttentionDeps } from './attention-deps.ts'

/** What is wrong with one post. Stored. */
export const Finding = z.object({
  postId: z.string(),
  /** The version of the post that was tried: a changed one is tried again. */
  version: z.number(),
  triedAt: z.number(),
  detail: z.custom<AttentionDetail>(isNotice),
  nextStep: z.enum([...ACCESS_STEPS, 'wait', 'check_cloud', 'set_up_bucket', 'fix_media']),
})
export type Finding = z.infer<typeof Finding>
type Refusal = Pick<Finding, 'detail' | 'nextStep'>

const CLOCK_IS_OFF: Duration = 30 * SECOND
const CRON_IS_STALE: Duration = 5 * MINUTE

interface TryOutcome {
  readonly findings: Finding[]
  /** Accounts about which the platform gave no answer: the computer may just have woken up, without a network. */
  readonly unasked: ReadonlySet<string>
  readonly provenBucket: string | null
}

interface EarlierOutcome {
  /** What was found before. */
  readonly findings: readonly Finding[]
  /** The public address of the bucket that worked this evening; it is not tried again. */
  readonly provenBucket: string | null
}

export async function tryPosts(
  deps: AttentionDeps,
  posts: readonly PostRecord[],
  { findings: before, provenBucket }: EarlierOutcome,
): Promise<TryOutcome> {
  const triedAt = deps.clock.now()
  const bucket = createBucketCheck(deps, provenBucket)
  const handovers = new Map((await deps.handovers.open()).map((handover) => [handover.postId, handover]))
  const { refusals, unasked } = await tryAccounts(deps, posts, refusalsIn(before, posts))
  const asksWorker = posts.some(
    ({ handover, platformAccountId }) => handover === 'cloud' && !unasked.has(platformAccountId),
  )
  const worker = asksWorker ? await askWorker(deps) : null
  const answers = new Map<string, Promise<AttentionDetail | null>>()
  const findings = posts.map(async (post): Promise<Finding[]> => {
    const found = { postId: post.id, version: post.updatedAt, triedAt }
    const refusal = refusals.get(post.platformAccountId)
    if (refusal !== undefined) return [{ ...found, ...refusal }]
    // Without a network nobody else answers either, which proves nothing.
    if (unasked.has(post.platformAccountId))
      return before.filter(({ postId, version }) => postId === post.id && version === post.updatedAt)
    const handover = handovers.get(post.id)
    const apart = worker && handover && post.handover === 'cloud' ? apartFrom(worker, handover) : null
    if (apart !== null) return [{ ...found, detail: apart, nextStep: 'check_cloud' }]
    const { addresses, needsBucket } = await locateFiles(deps, post, handover)
    const silent = (needsBucket ? await bucket.ask() : null) ?? (await tryAddresses(deps, answers, addresses))
    return silent === null ? [] : [{ ...found, detail: silent, nextStep: 'set_up_bucket' }]
  })
  return { findings: (await Promise.all(findings)).flat(), unasked, provenBucket: bucket.proven() }
}

/** By account, what was found about access to it. */
function refusalsIn(
  findings: readonly Finding[],
  posts: readonly PostRecord[],
): ReadonlyMap<string, Refusal> {
  const accountOf = new Map(posts.map(({ id, platformAccountId }) => [id, platformAccountId]))
  const refusals = findings.flatMap(({ postId, detail, nextStep }) => {
    const accountId = accountOf.get(postId)
    if (accountId === undefined || detail.code !== 'FAILURE') return []
    return [[accountId, { detail, nextStep }] as const]
  })
  return new Map(refusals)
}

/** By account, why the platform refuses access to it, or blocks it: also as found before, where this answer proves nothing new. */
async function tryAccounts(
  deps: AttentionDeps,
  posts: readonly PostRecord[],
  before: ReadonlyMap<string, Refusal>,
) {
  const [refusals, unasked] = [new Map<string, Refusal>(), new Set<string>()]
  const backoffs = await deps.accounts.backoffs(deps.clock.now())
  for (const id of new Set(posts.map(({ platformAccountId }) => platformAccountId))) {
    const [account, known] = [await deps.accounts.get(id), before.get(id)]
    if (account === null) continue
    // Calls beyond a limit lengthen it, and the account is already reported as limited.
    if (backoffs.has(id)) {
      if (known && known.nextStep !== 'wait') refusals.set(id, known)
      continue
    }
    const error = await askForAccess(deps, account)
    if (error === null) continue
    if (error.failure?.code === 'UNEXPECTED_ANSWER') unasked.add(id)
    const failure = accessRefusalOf(error)
    const refusal = failure ?? blockOf(error)
    if (refusal)
      refusals.set(id, {
        detail: attentionDetail('FAILURE', { failure: refusal }),
        nextStep: failure ? stepAfter(failure) : 'wait',
      })
    else if (known) refusals.set(id, known)
  }
  return { refusals, unasked }
}

/** Notes what the platform answers. Null: the account has access. */
export async function askForAccess(deps: AttentionDeps, account: AccountRecord): Promise<CodedError | null> {
  const { settings, clock } = deps
  try {
    await readPublishingLimit(deps, account.id, 0)
    await noteAccess(settings, account, { call: 'limit', failure: null }, clock.now())
    return null
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    const failure = accessRefusalOf(error)
    if (failure) await noteAccess(settings, account, { call: 'limit', failure }, clock.now())
    return error
  }
}

interface WorkerFacts {
  /** What is wrong with the Worker as a whole. */
  readonly trouble: AttentionDetail | null
  readonly jobs: ReadonlyMap<string, JobView>
  /** False: the Worker has others, which cannot be read here. */
  readonly isWhole: boolean
}

async function askWorker({ cloudSetup, clock }: AttentionDeps): Promise<WorkerFacts> {
  const link = await cloudSetup.workerLink()
  if (link === null) return { ...SILENT, trouble: attentionDetail('WORKER_NOT_CONNECTED') }
  const askedAt = clock.now()
  const status = await link.status()
  if (isKeyRefused(status)) return { ...SILENT, trouble: attentionDetail('WORKER_KEYS_WRONG') }
  if (status.kind !== 'ok') return SILENT
  const { keyId } = await cloudSetup.cloudState()
  const trouble = troubleOf(status.value, keyId, (askedAt + clock.now()) / 2)
  const jobs = trouble === null ? await link.openJobs() : null
  if (jobs !== null && jobs.kind !== 'ok') return SILENT
  const { jobs: open = [], isWhole = true } = jobs?.value ?? {}
  return { trouble, jobs: new Map(open.map((job) => [job.jobId, job])), isWhole }
}

const SILENT: WorkerFacts = { trouble: attentionDetail('WORKER_SILENT'), jobs: new Map(), isWhole: true }

function troubleOf(
  { timestamp, keyId, lastCronRun, secondCopy }: WorkerStatus,
  ownKeyId: string | null,
  now: Instant,
): AttentionDetail | null {
  if (secondCopy) return attentionDetail('WORKER_SCHEDULER_SILENT')
  if (keyId !== ownKeyId) return attentionDetail('WORKER_KEYS_WRONG')
  if (lastCronRun === null || timestamp - lastCronRun > CRON_IS_STALE)
    return attentionDetail('WORKER_TIMER_STOPPED')
  return Math.abs(timestamp - now) > CLOCK_IS_OFF ? attentionDetail('WORKER_CLOCK_DIFFERS') : null
}

function apartFrom({ trouble, jobs, isWhole }: WorkerFacts, handover: Handover): AttentionDetail | null {
  if (trouble !== null) return trouble
  // A change is pending: what the Worker has is not known yet.
  if (handover.asked !== null) return null
  const job = jobs.get(handover.id)
  if (job === undefined) return attentionDetail(isWhole ? 'WORKER_LACKS_POST' : 'WORKER_HAS_OTHER_VERSION')
  const isSame = job.revision === handover.ownership.confirmed && job.publishAt === handover.publishAt
  return isSame ? null : attentionDetail('WORKER_HAS_OTHER_VERSION')
}

interface Whereabouts {
  /** Where the platform will fetch the post's files; of those that are there already. */
  readonly addresses: readonly string[]
  /** A file is put into the bucket only when its time comes. */
  readonly needsBucket: boolean
}

const NOWHERE: Whereabouts = { addresses: [], needsBucket: false }

async function locateFiles(
  deps: AttentionDeps,
  post: PostRecord,
  handover: Handover | undefined,
): Promise<Whereabouts> {
  const account = await deps.accounts.get(post.platformAccountId)
  // The sandbox fetches from this computer.
  if (account === null || account.isSandbox) return NOWHERE
  const { bucket } = await deps.cloudSetup.cloudState()
  if (handover !== undefined) {
    if (bucket === null) return NOWHERE
    const there = handover.files.filter(({ uploaded }) => uploaded)
    return {
      addresses: there.map(({ key, baseUrl = bucket.publicUrl }) => `${baseUrl}/${key}`),
      needsBucket: there.length < handover.files.length,
    }
  }
  const fetched = await listFetched(deps, post, account)
  if (bucket !== null) return { addresses: [], needsBucket: fetched.length > 0 }
  const address = await deps.mediaAddress()
  return {
    // The forecast reports files without an address.
    addresses: fetched.flatMap((record) => address(publishedFile(record).publicKey) ?? []),
    needsBucket: false,
  }
}

async function tryAddresses(
  { fetchPublic }: AttentionDeps,
  answers: Map<string, Promise<AttentionDetail | null>>,
  addresses: readonly string[],
): Promise<AttentionDetail | null> {
  for (const address of addresses) {
    const answer = answers.get(address) ?? askPublicAddress(fetchPublic, address)
    answers.set(address, answer)
    const wrong = await answer
    if (wrong !== null) return wrong
  }
  return null
}
