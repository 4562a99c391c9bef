// Posts of the next two days, tried for real where that costs nothing: does the platform still speak to the account, does the
// address of a file answer, does the Worker have the same post and a right clock? Once an evening; what has changed since, and
// what was found wrong, is tried again meanwhile. One call for each account, one for each file, two for the Worker.
import { z } from 'zod'
import { askPublicAddress } from '../accounts/public-address.ts'
import { readPublishingLimit, type PublishingLimitDeps } from '../accounts/publishing-limit.ts'
import type { ConnectedCloud } from '../cloud/connection/connection.ts'
import type { JobView, WorkerStatus } from '../cloud/protocol/protocol.ts'
import { CodedError } from '../errors.ts'
import type { MediaAddress } from '../media/media-body.ts'
import { publishedFile } from '../media/published-file.ts'
import type { Handover, HandoverStore } from '../ports/cloud/handover-store.ts'
import type { PostRecord } from '../ports/posts/post-store.ts'
import { HOUR, MINUTE, SECOND, type Duration, type Instant } from '../time.ts'
import type { AttentionEntry } from './entries.ts'
import { listComing, type ForecastDeps } from './forecast.ts'

export interface NightCheckDeps
  extends ForecastDeps, Omit<PublishingLimitDeps, 'accounts' | 'settings' | 'clock'> {
  readonly cloudSetup: Pick<ConnectedCloud, 'cloudSettings' | 'workerLink'>
  readonly handovers: Pick<HandoverStore, 'open'>
  /** Reaches addresses outside this computer. */
  readonly fetchPublic: typeof fetch
  mediaAddress(): Promise<MediaAddress>
}

const Finding = z.object({
  postId: z.string(),
  /** The version of the post that was tried: a changed one is tried anew. */
  version: z.number(),
  detail: z.string(),
  nextStep: z.enum(['reconnect', 'check_cloud', 'set_up_bucket', 'fix_media']),
})
type Finding = z.infer<typeof Finding>

const Report = z.object({
  at: z.number(),
  /** The evening that it was made for. */
  evening: z.number(),
  tried: z.record(z.string(), z.number()),
  findings: z.array(Finding),
  /** Calls to the platform, to addresses and to the Worker. */
  calls: z.number(),
})
export type NightReport = z.infer<typeof Report>

const SETTING = 'nightCheck'
const TRY_AGAIN: Duration = HOUR
const CLOCK_IS_OFF: Duration = 30 * SECOND
const CRON_IS_STALE: Duration = 5 * MINUTE

/** Null before the first one. */
export async function readReport({
  settings,
}: Pick<NightCheckDeps, 'settings'>): Promise<NightReport | null> {
  return Report.nullable()
    .catch(null)
    .parse(await settings.get(SETTING))
}

/** What was found of posts that are still as they were then. */
export function entriesOf(report: NightReport | null, coming: readonly PostRecord[]): AttentionEntry[] {
  const versions = new Map(coming.map((post) => [post.id, post]))
  return (report?.findings ?? []).flatMap(({ postId, version, detail, nextStep }): AttentionEntry[] => {
    const post = versions.get(postId)
    if (post?.updatedAt !== version) return []
    const accountId = post.platformAccountId
    return [{ code: 'POST_WILL_FAIL', since: report?.at ?? null, postId, accountId, detail, nextStep }]
  })
}

/** Tries what is to be tried since the report before, and keeps what it finds. `evening`: the last evening that has begun. */
export async function checkTheNight(deps: NightCheckDeps, evening: Instant): Promise<void> {
  const now = deps.clock.now()
  const before = await readReport(deps)
  const coming = await listComing(deps, now)
  const due = coming.filter((post) => isDue(post, before, { evening, now }))
  if (due.length === 0) return
  const counted = counting(deps)
  const stillWrong = (before?.findings ?? []).filter(({ postId }) => !due.some(({ id }) => id === postId))
  const findings = [...stillWrong, ...(await tryPosts(counted.deps, due))]
  const tried = Object.fromEntries(coming.map(({ id, updatedAt }) => [id, updatedAt]))
  const report: NightReport = { at: now, evening, tried, findings, calls: counted.calls() }
  await deps.settings.put({ [SETTING]: report })
}

/** Once an evening, when it has changed, and each hour while something is wrong with it. */
function isDue(
  { id, updatedAt }: PostRecord,
  before: NightReport | null,
  { evening, now }: { readonly evening: Instant; readonly now: Instant },
): boolean {
  if (before?.evening !== evening || before.tried[id] !== updatedAt) return true
  return now - before.at >= TRY_AGAIN && before.findings.some(({ postId }) => postId === id)
}

function counting(deps: NightCheckDeps) {
  let calls = 0
  const count = <Args extends unknown[], Answer>(ask: (...args: Args) => Answer) => {
    return (...args: Args) => {
      calls += 1
      return ask(...args)
    }
  }
  const counted: NightCheckDeps = {
    ...deps,
    platform: { publishingQuota: count(deps.platform.publishingQuota) },
    fetchPublic: count(deps.fetchPublic),
    cloudSetup: {
      cloudSettings: deps.cloudSetup.cloudSettings,
      async workerLink() {
        const link = await deps.cloudSetup.workerLink()
        return link && { ...link, status: count(link.status), openJobs: count(link.openJobs) }
      },
    },
  }
  return { deps: counted, calls: () => calls }
}

async function tryPosts(deps: NightCheckDeps, posts: readonly PostRecord[]): Promise<Finding[]> {
  const handovers = new Map((await deps.handovers.open()).map((handover) => [handover.postId, handover]))
  const refusals = await tryAccounts(deps, posts)
  const worker = posts.some(({ handover }) => handover === 'cloud') ? await askWorker(deps) : null
  const answers = new Map<string, Promise<string | null>>()
  const findings = posts.map(async (post): Promise<Finding[]> => {
    const found = { postId: post.id, version: post.updatedAt }
    const refusal = refusals.get(post.platformAccountId)
    if (refusal !== undefined) return [{ ...found, detail: refusal, nextStep: 'reconnect' }]
    const handover = handovers.get(post.id)
    const apart = worker && handover && post.handover === 'cloud' ? apartFrom(worker, handover) : null
    if (apart !== null) return [{ ...found, detail: apart, nextStep: 'check_cloud' }]
    const silent = await tryAddresses(deps, answers, await addressesOf(deps, post, handover))
    return silent === null ? [] : [{ ...found, detail: silent, nextStep: 'set_up_bucket' }]
  })
  return (await Promise.all(findings)).flat()
}

/** By account, why the platform does not take its token; those that it speaks to, that back off, or that could not be asked of, are not in it. */
async function tryAccounts(deps: NightCheckDeps, posts: readonly PostRecord[]): Promise<Map<string, string>> {
  const refusals = new Map<string, string>()
  // Calls beyond a limit lengthen it, and that the account is limited is told already.
  const backoffs = await deps.accounts.backoffs(deps.clock.now())
  for (const id of new Set(posts.map(({ platformAccountId }) => platformAccountId))) {
    if (backoffs.has(id)) continue
    try {
      await readPublishingLimit(deps, id)
    } catch (error) {
      if (!(error instanceof CodedError)) throw error
      if (error.code === 'TOKEN_EXPIRED') refusals.set(id, error.message)
    }
  }
  return refusals
}

interface WorkerFacts {
  /** What is wrong with the Worker as a whole. */
  readonly trouble: string | null
  readonly jobs: ReadonlyMap<string, JobView>
}

async function askWorker({ cloudSetup, clock }: NightCheckDeps): Promise<WorkerFacts> {
  const link = await cloudSetup.workerLink()
  if (link === null) return { trouble: 'The cloud is no longer connected.', jobs: new Map() }
  const askedAt = clock.now()
  const status = await link.status()
  if (status.kind !== 'ok') return { trouble: 'The cloud Worker does not answer.', jobs: new Map() }
  const trouble = troubleOf(status.value, (askedAt + clock.now()) / 2)
  const jobs = trouble === null ? await link.openJobs() : null
  if (jobs !== null && jobs.kind !== 'ok')
    return { trouble: 'The cloud Worker does not answer.', jobs: new Map() }
  return { trouble, jobs: new Map((jobs?.value ?? []).map((job) => [job.jobId, job])) }
}

function troubleOf({ timestamp, lastCronRun, secondCopy }: WorkerStatus, now: Instant): string | null {
  if (secondCopy) return 'The scheduler of the cloud Worker does not answer.'
  if (lastCronRun === null || timestamp - lastCronRun > CRON_IS_STALE)
    return 'The timer of the cloud Worker does not run.'
  return Math.abs(timestamp - now) > CLOCK_IS_OFF
    ? 'The clocks of this computer and of the cloud Worker differ.'
    : null
}

function apartFrom({ trouble, jobs }: WorkerFacts, handover: Handover): string | null {
  if (trouble !== null) return trouble
  // A change is under way: what the Worker has is being found out.
  if (handover.asked !== null) return null
  const job = jobs.get(handover.id)
  if (job === undefined) return 'The cloud Worker does not have this post.'
  const isSame = job.revision === handover.revision && job.publishAt === handover.publishAt
  return isSame ? null : 'The cloud Worker has another version of this post.'
}

/** Where the platform will fetch the post's files. None for what is put there only when its time comes. */
async function addressesOf(
  { accounts, media, cloudSetup, mediaAddress }: NightCheckDeps,
  post: PostRecord,
  handover: Handover | undefined,
): Promise<string[]> {
  const account = await accounts.get(post.platformAccountId)
  // The sandbox fetches from this computer.
  if (account === null || account.isSandbox) return []
  const { bucket } = await cloudSetup.cloudSettings()
  if (handover !== undefined)
    return bucket === null
      ? []
      : handover.files.filter(({ uploaded }) => uploaded).map(({ key }) => `${bucket.publicUrl}/${key}`)
  if (bucket !== null) return []
  const address = await mediaAddress()
  const records = await media.getMany(post.mediaFileIds.filter((id) => id !== null))
  return records.flatMap((record) => address(publishedFile(record).publicKey) ?? [])
}

async function tryAddresses(
  { fetchPublic }: NightCheckDeps,
  answers: Map<string, Promise<string | null>>,
  addresses: readonly string[],
): Promise<string | null> {
  for (const address of addresses) {
    const answer = answers.get(address) ?? askPublicAddress(fetchPublic, address)
    answers.set(address, answer)
    const wrong = await answer
    if (wrong !== null) return wrong
  }
  return null
}
