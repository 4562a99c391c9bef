// Tries posts of the next two days for real, once an evening. Those that have changed since, were found wrong or could not be
// asked about are tried again in between, as are findings about the cloud when it is set up again or answers again. A
// finding counts while its post is unchanged.
import { z } from 'zod'
import { ACCESS_STEPS, noteAccess, readRefusedAccess } from '../accounts/refused-access.ts'
import type { CallBudget } from '../../engine/access/call-budget.ts'
import {
  attentionDetail,
  type AttentionDetail,
  type DetailCode,
} from '../../rules/notices/attention-details.ts'
import type { PostRecord } from '../../ports/posts/post-store.ts'
import type { SleepSetting } from '../../ports/system.ts'
import { sha256Hex } from '../../sha256.ts'
import { ageOf, HOUR, MINUTE, type Duration, type Instant } from '../../time.ts'
import type { AttentionEntry } from './entries.ts'
import { askForAccess, Finding, tryPosts } from './try-posts.ts'
import type { AttentionDeps } from './attention-deps.ts'

const Report = z.object({
  /** When posts were last tried; null while nobody could be asked. */
  at: z.number().nullable(),
  /** When the last of all posts of an evening was tried, or all were at once. */
  wholeAt: z.number().nullable(),
  /** The evening for which it was made. */
  evening: z.number(),
  tried: z.record(z.string(), z.number()),
  findings: z.array(Finding),
  /** Which Worker and which bucket they were found with, as a digest. */
  cloud: z.string().nullable(),
  /** The public address of the bucket that took and served a file this evening. */
  provenBucket: z.string().nullable(),
  /** What was found for posts that this computer publishes. */
  sleep: z
    .object({ sleepsAfter: z.number(), setIn: z.enum(['macos', 'windows', 'gnome', 'logind']) })
    .nullable()
    .catch(null),
  /** Calls to the platform, to addresses, to the bucket and to the Worker. */
  calls: z.number(),
})
export type NightReport = z.infer<typeof Report>

const SETTING = 'nightCheck'
const TRY_AGAIN: Duration = HOUR

/** Null before the first one. */
export async function readReport({ settings }: Pick<AttentionDeps, 'settings'>): Promise<NightReport | null> {
  return Report.nullable()
    .catch(null)
    .parse(await settings.get(SETTING))
}

/** When all posts of the next two days were last tried; null before the first time. */
export function checkedAtOf(report: NightReport | null): Instant | null {
  return report?.wholeAt ?? null
}

/** Findings about posts that have not changed since. The forecast knows of refused access. */
export function entriesOf(report: NightReport | null, coming: readonly PostRecord[]): AttentionEntry[] {
  const versions = new Map(coming.map((post) => [post.id, post]))
  return (report?.findings ?? []).flatMap(({ postId, version, detail, nextStep }): AttentionEntry[] => {
    const post = versions.get(postId)
    if (post?.updatedAt !== version || ACCESS_STEPS.some((step) => step === nextStep)) return []
    const accountId = post.platformAccountId
    return [{ code: 'POST_WILL_FAIL', since: null, postId, accountId, detail, nextStep }]
  })
}

/** One entry for the computer, however many posts it publishes. */
export function entriesOfComputer(
  report: NightReport | null,
  coming: readonly PostRecord[],
): AttentionEntry[] {
  const { length } = coming.filter(isPublishedHere)
  if (length === 0) return []
  if (report?.sleep) return [{ code: 'COMPUTER_SLEEPS', since: null, detail: sleepDetail(report.sleep) }]
  const detail =
    length === 1 ? attentionDetail('ONE_POST_HERE') : attentionDetail('POSTS_HERE', { count: `${length}` })
  return [{ code: 'COMPUTER_MUST_BE_ON', since: null, detail }]
}

export const isPublishedHere = ({ handover }: PostRecord) => handover === null

const SLEEP_DETAILS = {
  macos: 'SLEEPS_MACOS',
  windows: 'SLEEPS_WINDOWS',
  gnome: 'SLEEPS_GNOME',
  logind: 'SLEEPS_LOGIND',
} as const satisfies Record<SleepSetting['setIn'], DetailCode>

function sleepDetail({ sleepsAfter, setIn }: SleepSetting): AttentionDetail {
  return attentionDetail(SLEEP_DETAILS[setIn], { minutes: Math.ceil(sleepsAfter / MINUTE) })
}

interface Occasion {
  /** The last evening that has begun. */
  readonly evening: Instant
  readonly now: Instant
  /** Tries every post, because somebody asked. */
  readonly isAsked: boolean
}

/** Tries those of the coming posts that are due since the report before, and keeps what it finds. */
export async function checkTheNight(
  deps: AttentionDeps,
  coming: readonly PostRecord[],
  { evening, now, isAsked }: Occasion,
): Promise<void> {
  const before = await readReport(deps)
  const cloud = await cloudNow(deps)
  const wanted = coming.filter((post) => isAsked || isDue(post, before, { evening, now, cloud }))
  const { due, postponed } = withinBudget(deps.calls, wanted, isAsked)
  const asksComputer = isComputerDue(coming, due, before, now)
  if (due.length === 0 && !asksComputer) return
  const counted = counting(deps)
  const notTried = new Set(coming.filter((post) => !due.includes(post)).map(({ id }) => id))
  const known = before?.findings ?? []
  const stillWrong = known.filter(({ postId }) => notTried.has(postId))
  const proven = before?.evening === evening && !isAsked ? (before.provenBucket ?? null) : null
  const found = await tryPosts(counted.deps, due, { findings: known, provenBucket: proven })
  const findings = [...stillWrong, ...found.findings]
  const sleep = asksComputer ? await deps.readSleepSetting() : (before?.sleep ?? null)
  const tried = Object.fromEntries(
    coming
      .filter((post) => !postponed.has(post) && !found.unasked.has(post.platformAccountId))
      .map(({ id, updatedAt }) => [id, updatedAt]),
  )
  const { provenBucket } = found
  const isTried = due.some(({ platformAccountId }) => !found.unasked.has(platformAccountId))
  const report: NightReport = {
    wholeAt: wholeAt(before, { tried, coming, due }, { evening, now }),
    at: isTried || due.length === 0 ? now : (before?.at ?? null),
    evening,
    tried,
    findings,
    cloud: cloud.digest,
    provenBucket,
    sleep,
    calls: counted.calls(),
  }
  await deps.settings.put({ [SETTING]: report })
}

/** When all posts were last tried: trying some of them again does not change it. */
function wholeAt(
  before: NightReport | null,
  { tried, coming, due }: Pick<NightReport, 'tried'> & Record<'coming' | 'due', readonly PostRecord[]>,
  { evening, now }: Omit<Occasion, 'isAsked'>,
): Instant | null {
  const known = checkedAtOf(before)
  const isWhole = coming.every(({ id }) => tried[id] !== undefined)
  const isFirst = known === null || known < evening
  return isWhole && (isFirst || due.length === coming.length) ? now : known
}

/** Asks each hour again for accounts that were refused, whether or not posts of them come. A post that went live proves more. */
export async function askRefusedAgain(
  deps: AttentionDeps,
  { now, isAsked }: Pick<Occasion, 'now' | 'isAsked'>,
): Promise<void> {
  const accounts = (await deps.accounts.list()).filter(({ pausedUntil }) => (pausedUntil ?? 0) <= now)
  const refused = await readRefusedAccess(deps.settings, accounts)
  for (const account of accounts) {
    const { call, lastAt = now } = refused.get(account.id) ?? {}
    if (call === 'container' && (await deps.ledger.listPublishTimes(account.id, lastAt)).length > 0)
      await noteAccess(deps.settings, account, { call, failure: null }, now)
    const isDue = call === 'limit' && ageOf(lastAt, now) >= (isAsked ? 1 : TRY_AGAIN)
    if (isDue && deps.calls.takeForEvening()) await askForAccess(deps, account)
  }
}

/** One call for each account, the soonest posts first. What is postponed is due at the next look. */
function withinBudget(calls: CallBudget, wanted: readonly PostRecord[], isAsked: boolean) {
  const [asks, postponed] = [new Map<string, boolean>(), new Set<PostRecord>()]
  for (const post of wanted) {
    const { platformAccountId: id } = post
    if (!asks.has(id)) asks.set(id, isAsked || calls.takeForEvening())
    if (asks.get(id) === false) postponed.add(post)
  }
  if (isAsked) for (const _ of asks) calls.spend()
  return { due: wanted.filter((post) => !postponed.has(post)), postponed }
}

interface CloudNow {
  readonly digest: string
  readonly verifiedAt: Instant | null
}

async function cloudNow({ cloudSetup }: AttentionDeps): Promise<CloudNow> {
  const { workerUrl, keyId, deployment, bucket, verifiedAt } = await cloudSetup.cloudState()
  const { publicUrl, endpoint, name, region, accessKeyId, secretAccessKey = '' } = bucket ?? {}
  // Enough to see that the secret was replaced; too little to try guesses of it against the stored report.
  const mark = (await sha256Hex(secretAccessKey)).slice(0, 4)
  const parts = [workerUrl, keyId, deployment?.version, publicUrl, endpoint, name, region, accessKeyId, mark]
  return { digest: await sha256Hex(JSON.stringify(parts)), verifiedAt }
}

/** Once an evening, when it has changed, and while something is wrong with it: each hour, and when that may be cured. */
function isDue(
  { id, updatedAt }: PostRecord,
  before: NightReport | null,
  { evening, now, cloud }: Omit<Occasion, 'isAsked'> & { readonly cloud: CloudNow },
): boolean {
  if (before?.evening !== evening || before.tried[id] !== updatedAt) return true
  const found = before.findings.find(({ postId }) => postId === id)
  if (found === undefined) return false
  return ageOf(found.triedAt, now) >= TRY_AGAIN || mayBeCured(found, before, cloud)
}

function mayBeCured(
  { nextStep, detail, triedAt }: Finding,
  before: NightReport,
  { digest, verifiedAt }: CloudNow,
): boolean {
  if (nextStep !== 'check_cloud' && nextStep !== 'set_up_bucket') return false
  return before.cloud !== digest || (ENDED_BY_ANSWER.has(detail.code) && (verifiedAt ?? 0) > triedAt)
}

/** Solved once the Worker answers with the right keys; with other troubles it answers as well. */
const ENDED_BY_ANSWER: ReadonlySet<string> = new Set<DetailCode>(['WORKER_SILENT', 'WORKER_KEYS_WRONG'])

/** As often as its posts: with each that is tried, and each hour while the computer would sleep. */
function isComputerDue(
  coming: readonly PostRecord[],
  due: readonly PostRecord[],
  before: NightReport | null,
  now: Instant,
): boolean {
  if (due.some(isPublishedHere)) return true
  return Boolean(before?.sleep) && now - (before?.at ?? 0) >= TRY_AGAIN && coming.some(isPublishedHere)
}

function counting(deps: AttentionDeps) {
  let calls = 0
  const count = <Args extends unknown[], Answer>(ask: (...args: Args) => Answer) => {
    return (...args: Args) => {
      calls += 1
      return ask(...args)
    }
  }
  const counted: AttentionDeps = {
    ...deps,
    platform: { publishingQuota: count(deps.platform.publishingQuota) },
    fetchPublic: count(deps.fetchPublic),
    cloudSetup: {
      cloudState: deps.cloudSetup.cloudState,
      async mediaBucket() {
        const found = await deps.cloudSetup.mediaBucket()
        if (found === null) return null
        const { bucket } = found
        return { ...found, bucket: { ...bucket, put: count(bucket.put), remove: count(bucket.remove) } }
      },
      async workerLink() {
        const link = await deps.cloudSetup.workerLink()
        return link && { ...link, status: count(link.status), openJobs: count(link.openJobs) }
      },
    },
  }
  return { deps: counted, calls: () => calls }
}
