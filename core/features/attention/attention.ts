// The single list of everything that needs a person. Only what was tried for real is stored: an entry exists while it
// is true, and everything that informs a person reads this list.
import { readRefusedAccess, stepAfter, type RefusedAccess } from '../accounts/refused-access.ts'
import { tokenLife, WARN_BEFORE } from '../../rules/accounts/token-life.ts'
import type { AttentionBody } from '../../api/attention.ts'
import { listWaiting } from '../approvals/waiting.ts'
import { createKeyedMutex } from '../../keyed-mutex.ts'
import { attentionDetail } from '../../rules/notices/attention-details.ts'
import type { AccountRecord } from '../../ports/account-store.ts'
import {
  NEARLY_FULL_BYTES,
  STORAGE_TROUBLES,
  troublesOf,
  type StorageTrouble,
} from '../../ports/data-storage.ts'
import { isPauseNews } from '../posts/show-post.ts'
import { exists, isLeftOff } from '../../engine/reposts/change-config.ts'
import { MINUTE, toIsoOrNull, type Duration, type Instant } from '../../time.ts'
import { attentionBody, byUrgency, keyOf, type AttentionEntry } from './entries.ts'
import { findUnprovenMentions } from './unproven-mentions.ts'
import { lastEvening, nextEvening, readEvening, changeEvening, type Evening } from './evening.ts'
import { forecast, listComing, listHiddenAccounts } from './forecast.ts'
import {
  askRefusedAgain,
  checkTheNight,
  entriesOf,
  entriesOfComputer,
  checkedAtOf,
  readReport,
  type NightReport,
} from './night-check.ts'
import { FAILURES_SHOWN_FOR, findPostsInTrouble } from './posts-in-trouble.ts'
import { findSeriesDrafts } from './series-drafts.ts'
import { findWhileOff, noteRunningHour } from './usual-hours.ts'
import type { PostRecord } from '../../ports/posts/post-store.ts'
import type { AttentionDeps } from './attention-deps.ts'

/** The exchange with the Worker looks every ten minutes, and one look may fail. */
const SILENT_AFTER: Duration = 25 * MINUTE

export function createAttention(deps: AttentionDeps) {
  const { clock } = deps
  const startedAt = clock.monotonic()
  const toBodies = createFirstFound()
  const mutex = createKeyedMutex()
  // Two at once would make each call twice, and the later report would take the place of the other.
  const tryOneAtATime = (isAsked: boolean) =>
    mutex.runExclusive('night check', () => tryComing(deps, isAsked))
  let asked: Promise<Duration> | null = null
  const findAll = async (report: NightReport | null, now: Instant) => {
    const { coming, hasMore } = await listComing(deps, now)
    const hidden = await listHiddenAccounts(deps)
    const accounts = new Map((await deps.accounts.list()).map((account) => [account.id, account]))
    const inTrouble = await findPostsInTrouble(deps, { accounts, hidden, now })
    const refused = await readRefusedAccess(deps.settings, [...accounts.values()])
    const onPaper = await forecast(deps, coming, { accounts, hidden, refused, now })
    const known = new Set(onPaper.map(keyOf))
    const shown = coming.filter(({ platformAccountId }) => !hidden.has(platformAccountId))
    const others = [...entriesOf(report, coming), ...(await findWhileOff(deps, shown))]
    const found: AttentionEntry[] = [
      ...(await troublesOfComputer(deps)),
      ...troublesOfAccounts([...accounts.values()], refused, now),
      ...(await findStoppedReposts(deps, hidden)),
      ...(await findUnprovenMentions(deps, hidden)),
      ...(await deps.findMoreTroubles([...accounts.values()])),
      ...(await troublesOfWorker(deps, now, clock.monotonic() - startedAt)),
      ...(await findWaitingApprovals(deps, hidden)),
      ...inTrouble.entries,
      ...(await findLostPlans(deps, now, hidden)),
      ...(await findSeriesDrafts(deps, hidden, now)),
      ...onPaper,
      ...entriesOfComputer(report, shown),
      ...others.filter((entry) => !known.has(keyOf(entry))),
    ]
    return { found, hasMore: hasMore || inTrouble.hasMore }
  }
  return {
    async list(): Promise<AttentionBody> {
      const now = clock.now()
      const report = await readReport(deps)
      const { found, hasMore } = await findAll(report, now)
      const entries = toBodies(found, now).toSorted(byUrgency)
      return { entries, hasMore, checkedAt: toIsoOrNull(checkedAtOf(report)) }
    },
    /** Call several times an hour: posts of hours in which this computer is usually off are reported. */
    noteRunning: () => noteRunningHour(deps),
    /** Tries for real what is due to be tried. Resolves with the time until the next evening that matters. */
    runNightCheck: () => tryOneAtATime(false),
    /** Tries all posts of the next two days for real. A call while one runs joins it. */
    async checkNow() {
      asked ??= tryOneAtATime(true).finally(() => {
        asked = null
      })
      await asked
    },
    readEvening: () => readEvening(deps.settings, deps.timeZone()),
    changeEvening: (hour: Evening['hour']) => changeEvening(deps.settings, hour),
  }
}

/** Remembers when each entry was first found, for as long as it is found. */
function createFirstFound() {
  const firstFound = new Map<string, Instant>()
  return (found: readonly AttentionEntry[], now: Instant) => {
    const keys = new Set(found.map(keyOf))
    for (const key of firstFound.keys()) if (!keys.has(key)) firstFound.delete(key)
    return found.map((entry) => {
      const first = firstFound.get(keyOf(entry)) ?? now
      firstFound.set(keyOf(entry), first)
      return attentionBody(entry, first)
    })
  }
}

export type Attention = ReturnType<typeof createAttention>

async function tryComing(deps: AttentionDeps, isAsked: boolean): Promise<Duration> {
  const now = deps.clock.now()
  const { coming } = await listComing(deps, now)
  const next = await tryPostsThatCome(deps, coming, { now, isAsked })
  await askRefusedAgain(deps, { now, isAsked })
  return next
}

async function tryPostsThatCome(
  deps: AttentionDeps,
  coming: readonly PostRecord[],
  { now, isAsked }: { readonly now: Instant; readonly isAsked: boolean },
): Promise<Duration> {
  // Looking up the zone makes a process read 15 MB of ICU: not for an evening with nothing to try.
  if (coming.length === 0) return Number.POSITIVE_INFINITY
  const evening = await readEvening(deps.settings, deps.timeZone())
  await checkTheNight(deps, coming, { evening: lastEvening(evening, now), now, isAsked })
  return nextEvening(evening, now) - now
}

async function troublesOfComputer({
  backupOverdueSince,
  hold,
  storage,
}: AttentionDeps): Promise<AttentionEntry[]> {
  const held = hold.current()
  const troubles = onePerProblem(troublesOf(await storage.probe()))
  const free = await storage.freeBytes()
  const isNearlyFull = !troubles.includes('full') && free !== null && free < NEARLY_FULL_BYTES
  const overdueSince = await backupOverdueSince()
  return [
    ...(held ? [{ code: 'QUEUE_HELD' as const, since: held.since }] : []),
    ...troubles.map(storageEntry),
    ...(isNearlyFull ? [{ code: 'DISK_NEARLY_FULL' as const, since: null }] : []),
    ...(overdueSince === null ? [] : [{ code: 'BACKUP_OVERDUE' as const, since: overdueSince }]),
  ]
}

/** An entry is known by its code. */
function onePerProblem(troubles: readonly StorageTrouble[]): StorageTrouble[] {
  return [...new Map(troubles.map((trouble) => [STORAGE_TROUBLES[trouble].problem, trouble])).values()]
}

function storageEntry(trouble: StorageTrouble): AttentionEntry {
  const { problem, message } = STORAGE_TROUBLES[trouble]
  const entry = { code: problem, since: null, message }
  // Nothing is wrong with the disk: another program has to end.
  return trouble === 'locked' ? { ...entry, nextStep: 'wait' } : entry
}

function troublesOfAccounts(
  accounts: readonly AccountRecord[],
  refused: ReadonlyMap<string, RefusedAccess>,
  now: Instant,
): AttentionEntry[] {
  return accounts.flatMap((account): AttentionEntry[] => {
    const access = accessTrouble(account, refused.get(account.id), now)
    const until = account.pausedUntil
    const limited = isPauseNews(until, now) ? [{ code: 'ACCOUNT_LIMITED' as const, since: null, until }] : []
    return [...access, ...limited].map((trouble) => ({ ...trouble, accountId: account.id }))
  })
}

function accessTrouble(
  account: AccountRecord,
  refused: RefusedAccess | undefined,
  now: Instant,
): AttentionEntry[] {
  const life = tokenLife(account, now)
  if (life.kind === 'ended') return [{ code: 'ACCESS_ENDED', since: life.endedAt }]
  if (refused) {
    const detail = attentionDetail('FAILURE', { failure: refused.failure })
    const hasEnded = refused.failure.code === 'ACCESS_ENDED'
    const nextStep = stepAfter(refused.failure)
    return [{ code: hasEnded ? 'ACCESS_ENDED' : 'ACCESS_REFUSED', since: refused.at, detail, nextStep }]
  }
  return life.kind === 'ending' ? [{ code: 'ACCESS_ENDING', since: life.endsAt - WARN_BEFORE }] : []
}

async function findWaitingApprovals(
  deps: AttentionDeps,
  hidden: ReadonlySet<string>,
): Promise<AttentionEntry[]> {
  const waiting = (await listWaiting(deps)).filter(({ post }) => !hidden.has(post.platformAccountId))
  return waiting.map(({ request, post }) => ({
    code: 'APPROVAL_WAITING',
    since: request.requestedAt,
    postId: post.id,
    accountId: post.platformAccountId,
  }))
}

async function findStoppedReposts(
  { reposts }: AttentionDeps,
  hidden: ReadonlySet<string>,
): Promise<AttentionEntry[]> {
  const configs = (await reposts.configs()).filter(exists)
  return configs
    .filter((config) => config.autoDisabledAt !== null && !isLeftOff(config) && !hidden.has(config.accountId))
    .map(({ accountId, autoDisabledAt: since, autoDisableReason: text }) => {
      const entry = { code: 'REPOSTS_STOPPED' as const, since, accountId }
      return text === null ? entry : { ...entry, detail: attentionDetail('REPOSTS_STOPPED', { text }) }
    })
}

async function findLostPlans(
  { listLostPlans }: AttentionDeps,
  now: Instant,
  hidden: ReadonlySet<string>,
): Promise<AttentionEntry[]> {
  const lost = await listLostPlans()
  return lost
    .filter(({ accountId, at }) => !hidden.has(accountId) && at > now - FAILURES_SHOWN_FOR)
    .map(({ accountId, postId, at }) => {
      const detail = attentionDetail(postId === null ? 'SLOTS_LOST' : 'RECURRENCE_LOST')
      const entry = { code: 'PLAN_LOST' as const, since: at, accountId, detail }
      return postId === null ? entry : { ...entry, postId }
    })
}

/** A computer that has just started (`uptime`) or woken up has not had the time to ask. */
async function troublesOfWorker(
  { cloudSetup, handovers, reposts }: AttentionDeps,
  now: Instant,
  uptime: Duration,
): Promise<AttentionEntry[]> {
  const { workerUrl, verifiedAt, isVerified, isAnswering } = await cloudSetup.cloudState()
  // One that answers with another encryption key cannot open the tokens that it was given.
  if (workerUrl === null || (isAnswering && isVerified) || uptime < SILENT_AFTER) return []
  const waiting = [...(await handovers.open()), ...(await reposts.configs())]
  const waits = waiting.some(({ ownership }) => ownership.state !== 'local')
  const silentSince = verifiedAt ?? now - uptime
  if (!waits || now - silentSince < SILENT_AFTER) return []
  if (verifiedAt === null) return [{ code: 'WORKER_NEVER_VERIFIED', since: silentSince }]
  return [{ code: isVerified ? 'WORKER_SILENT' : 'WORKER_KEYS_WRONG', since: silentSince }]
}
