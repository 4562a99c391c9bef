// The check of one account when it is due: running reposts are followed, mentions are read, and one of them is
// reposted where that is switched on. Server and Worker call the same.
import type { Stop } from '../../ports/reposts/mention-source.ts'
import { KEEP_RECORDS, type RepostConfig, type RepostRecord } from '../../ports/reposts/repost-store.ts'
import { DAY, MINUTE, SECOND, type Duration, type Instant } from '../../time.ts'
import { afterPoll, afterStopOf } from './breaker.ts'
import { changeConfig, exists, isOwnedBy, nextConfig } from './change-config.ts'
import { nextPollAfter, pollBarrier, repostBarrier, type Barrier } from '../../rules/reposts/limits.ts'
import { newRecords } from './new-records.ts'
import type { RepostingDeps } from './reposting-deps.ts'
import { repostMention } from './repost.ts'
import { ifContinued } from '../../rules/reposts/states.ts'
import { syncAccount } from './sync-records.ts'
import { createCallGuard } from './source-calls.ts'

const AFTER_TROUBLE: Duration = 15 * MINUTE
/** How often a repost is followed: soon, then less and less often. */
const FOLLOW_UP = { soonest: 30 * SECOND, latest: 15 * MINUTE } as const
/** How many waiting records are read: more than any day can bring. */
const WAITING = 100

/** Resolves with the time of the next check; null when only a change by the user can bring work. Never rejects. */
export async function checkAccount(deps: RepostingDeps, accountId: string): Promise<Instant | null> {
  try {
    return await deps.mutex.runExclusive(accountId, () => checkInTurn(deps, accountId))
  } catch (error) {
    deps.log.error('a check for story mentions failed', { accountId, error })
    return deps.clock.now() + AFTER_TROUBLE
  }
}

async function checkInTurn(deps: RepostingDeps, accountId: string): Promise<Instant | null> {
  await syncAccount(deps, accountId)
  const config = await ownConfig(deps, accountId)
  if (config && pollBarrier(config, deps.clock.now(), { manual: false }) === null)
    await pollMentions(deps, config)
  await repostNext(deps, accountId)
  return nextCheckAt(deps, accountId)
}

async function ownConfig({ reposts, owner }: RepostingDeps, accountId: string): Promise<RepostConfig | null> {
  const config = await reposts.config(accountId)
  return config && exists(config) && isOwnedBy(config, owner) ? config : null
}

export interface Poll {
  /** Mentions that were not known before. */
  readonly found: readonly RepostRecord[]
  readonly stop: Stop | null
}

const NOTHING: Poll = { found: [], stop: null }

/**
 * Reads mentions once. The time of the next check is stored before the first call, so that a crash cannot repeat
 * the check endlessly.
 */
export async function pollMentions(deps: RepostingDeps, config: RepostConfig): Promise<Poll> {
  const { reposts, clock, random } = deps
  const source = deps.sourceOf(config.source)
  if (source === null) return NOTHING
  const now = clock.now()
  const times = {
    lastPollAt: now,
    askingSince: now,
    nextPollAt: config.isEnabled ? nextPollAfter(config, now, chance(random)) : null,
  }
  const asking = nextConfig(config, times, now)
  if (!(await reposts.updateConfig(config.accountId, ifContinued(asking)))) return NOTHING
  const known = await reposts.records({ accountId: config.accountId, limit: KNOWN })
  const keys = new Set(known.map(({ key }) => key))
  const { accountId, memory } = config
  const scan = await source.scan({
    accountId,
    now,
    memory,
    isKnown: (key) => keys.has(key),
    mayCall: createCallGuard(deps, config),
  })
  // Reposting by itself may have been switched off while the source was read.
  const settings = (await reposts.config(accountId)) ?? config
  const found = await reposts.addRecords(newRecords(deps, settings, { mentions: scan.mentions, known }))
  // With a clock far ahead nobody answers: what it takes for old may be found again.
  if (scan.stop === null) await reposts.prune(now - KEEP_RECORDS)
  await changeConfig(deps, accountId, (stored) =>
    stored.source === config.source
      ? afterPoll(stored, scan, { found: found.length, now: clock.now() })
      : { askingSince: null, ...(scan.stop && afterStopOf(stored, config.source, scan.stop, clock.now())) },
  )
  return { found, stop: scan.stop }
}

/** Older mentions are dead, so the source does not return them. */
const KNOWN = 500

/** One story that cannot be read keeps no other from being reposted; two are no coincidence. */
const MOST_UNREAD = 2

/** Reposts the one that has waited longest, if it is due. */
async function repostNext(deps: RepostingDeps, accountId: string): Promise<void> {
  const config = await configToRepost(deps, accountId)
  if (!config) return
  const next = await waitingRecords(deps, config)
  if (next.length > 0) await changeConfig(deps, accountId, () => ({ lastAutoSyncAt: deps.clock.now() }))
  let unread = 0
  for (const { id } of next) {
    const end = await repostMention(deps, config, { id, sourceType: 'AUTO_REPOST' }).catch(
      (error: unknown) => {
        deps.log.error('a story could not be reposted', { accountId, error })
        return 'stopped' as const
      },
    )
    if (end === 'stopped') unread += 1
    if (end === 'begun' || end === 'ended' || unread === MOST_UNREAD) return
    // The failed one may have been counted or begun, or only its answer was lost.
    if (!(await configToRepost(deps, accountId))) return
  }
}

/** Null when nothing may be reposted automatically now. */
async function configToRepost(deps: RepostingDeps, accountId: string): Promise<RepostConfig | null> {
  const config = await ownConfig(deps, accountId)
  if (!config || config.askingSince !== null) return null
  return repostBarrier(config, deps.clock.now(), { byHand: false }) === null ? config : null
}

/** Lists what the account's present source has found: mentions of an earlier source are left to a person. */
async function waitingRecords(
  { reposts, owner }: RepostingDeps,
  { accountId, source }: RepostConfig,
): Promise<RepostRecord[]> {
  const pending = await reposts.records({ accountId, statuses: ['PENDING'], limit: WAITING })
  return pending
    .filter(({ auto, runner, transport }) => auto && runner === owner && transport === source)
    .toReversed()
}

async function nextCheckAt(deps: RepostingDeps, accountId: string): Promise<Instant | null> {
  const now = deps.clock.now()
  const times: Instant[] = []
  for (const { updatedAt } of await followedRecords(deps, accountId, now))
    times.push(now + followUpDelayOf(now - updatedAt))
  const config = await ownConfig(deps, accountId)
  if (!config && (await isAway(deps, accountId))) times.push(now + AFTER_TROUBLE)
  if (config) {
    times.push(...nextTryAt(pollBarrier(config, now, { manual: false }), now))
    const next = (await waitingRecords(deps, config))[0]
    if (next) times.push(...nextTryAt(repostBarrier(config, now, { byHand: false }), now))
  }
  return times.length > 0 ? Math.max(Math.min(...times), now + SECOND) : null
}

/** Running reposts, and those that failed in doubt: they are still looked for on the profile, for a day. */
async function followedRecords(
  { reposts, owner, stories }: RepostingDeps,
  accountId: string,
  now: Instant,
): Promise<RepostRecord[]> {
  const own = async (status: RepostRecord['status']) =>
    (await reposts.records({ accountId, statuses: [status], limit: WAITING })).filter(
      ({ runner }) => runner === owner,
    )
  const failed = (await own('FAILED')).filter(({ updatedAt }) => now - updatedAt < DAY)
  const outcomes = await Promise.all(failed.map((record) => stories.outcomeOf(record)))
  return [...(await own('REPOSTING')), ...failed.filter((_, nth) => outcomes[nth]?.isInDoubt)]
}

/** True while the Worker has the account, which may be recalled at any time. */
async function isAway({ reposts, owner }: RepostingDeps, accountId: string): Promise<boolean> {
  const config = await reposts.config(accountId)
  return owner === 'here' && config !== null && exists(config) && !isOwnedBy(config, owner)
}

function followUpDelayOf(age: Duration): Duration {
  return Math.min(Math.max(Math.ceil(age / 4), FOLLOW_UP.soonest), FOLLOW_UP.latest)
}

/**
 * The next try: a repost that was allowed and did not happen has met trouble with this owner, so it is not retried
 * at once.
 */
function nextTryAt(barrier: Barrier | null, now: Instant): Instant[] {
  if (barrier === null) return [now + AFTER_TROUBLE]
  return barrier.until === null ? [] : [barrier.until]
}

/** 0 to 1. */
function chance(random: RepostingDeps['random']): number {
  return new DataView(random.bytes(4).buffer).getUint32(0) / 2 ** 32
}
