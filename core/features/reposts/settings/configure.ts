// The set-up of story repost for an account: configure, enable, disable, change, remove.
import { NEVER_ASKED } from '../../../rules/ownership/ownership.ts'
import { CodedError } from '../../../coded-error.ts'
import type { AccountRecord } from '../../../ports/account-store.ts'
import type { RepostConfig, RepostSettings } from '../../../ports/reposts/repost-store.ts'
import { OVERTAKEN, retryWhileOvertaken } from '../../../retry-while-overtaken.ts'
import { MINUTE, type Duration, type Instant } from '../../../time.ts'
import { changeConfig, exists, isLeftOff } from '../../../engine/reposts/change-config.ts'
import { scheduleCheck } from '../scanning/check-jobs.ts'
import { nextPollAfter, WARM_UP } from '../../../rules/reposts/limits.ts'
import type { RepostsDeps } from '../reposts-deps.ts'
import { chooseSource, requireSource } from '../scanning/sources.ts'

/** Lets the user who switches it on scan at once. */
const FIRST_LOOK: Duration = 5 * MINUTE

export type WantedSettings = Pick<RepostSettings, 'pollIntervalHours' | 'autoTagOriginalPoster'>

/** Throws NOT_FOUND or CREDENTIALS_NOT_CONFIGURED. Nothing is read before it is enabled. */
export async function configureReposts(
  deps: RepostsDeps,
  accountId: string,
  wanted: WantedSettings,
): Promise<RepostConfig> {
  const account = await accountOf(deps, accountId)
  const sources = await deps.sourcesFor(account)
  return retryWhileOvertaken(async () => {
    const known = await deps.reposts.config(accountId)
    const source = chooseSource(sources, known && exists(known) ? known.source : undefined)
    if (known === null) {
      const config = newConfig(deps, account, { ...wanted, source })
      return (await deps.reposts.addConfig(config)) ? config : OVERTAKEN
    }
    const fresh = exists(known) ? {} : freshSetUp(deps, account)
    const changed = await changeSettings(deps, accountId, { ...fresh, ...wanted, source })
    return changed && exists(changed) ? changed : OVERTAKEN
  })
}

/** Also resets the breaker. A pause that the platform caused stays. */
export async function enableReposts(deps: RepostsDeps, accountId: string): Promise<RepostConfig> {
  const account = await accountOf(deps, accountId)
  const config = await requireConfig(deps, accountId)
  requireSource(await deps.sourcesFor(account), config.source)
  const enabled = await changeConfig(deps, accountId, (stored) => {
    if (stored.isEnabled) return null
    const now = deps.clock.now()
    const free = { autoDisabledAt: null, autoDisableReason: null, consecutiveFailures: 0 }
    // Switching off and on again brings no check forward.
    const next = stored.lastPollAt === null ? now + FIRST_LOOK : nextPollAfter(stored, stored.lastPollAt, 0.5)
    const nextPollAt = Math.max(now, next)
    return { ...free, isEnabled: true, nextPollAt, revision: stored.revision + 1 }
  })
  return wakeAfterChange(deps, enabled ?? config)
}

/**
 * Nothing is read or reposted from here on; what has begun ends normally. Leaves off what has switched itself off, and no call passes
 * that any more than before. Fine when there is nothing to disable.
 */
export async function disableReposts(deps: RepostsDeps, accountId: string): Promise<void> {
  const changed = await changeConfig(deps, accountId, (stored) => {
    if (stored.isEnabled || stored.nextPollAt !== null)
      return { isEnabled: false, nextPollAt: null, revision: stored.revision + 1 }
    const { autoDisabledAt } = stored
    return autoDisabledAt === null || isLeftOff(stored) ? null : { leftOffAt: autoDisabledAt }
  })
  if (changed) await wakeAfterChange(deps, changed)
}

/**
 * Removes the configuration; the history stays, and so does what limits the account, for the next set-up. Fine when there is
 * none.
 */
export async function removeReposts(deps: RepostsDeps, accountId: string): Promise<void> {
  const removedAt = deps.clock.now()
  await changeConfig(deps, accountId, ({ revision }) => ({
    isEnabled: false,
    nextPollAt: null,
    signatureOverlay: null,
    memory: null,
    removedAt,
    revision: revision + 1,
  }))
  deps.wakeSync()
}

export type SettingsChange = { readonly [Key in keyof RepostSettings]?: RepostSettings[Key] | undefined }

/** Throws NOT_FOUND without a configuration, CREDENTIALS_NOT_CONFIGURED for a source that the account does not have. */
export async function changeRepostSettings(
  deps: RepostsDeps,
  accountId: string,
  change: SettingsChange,
): Promise<RepostConfig> {
  const account = await accountOf(deps, accountId)
  const config = await requireConfig(deps, accountId)
  if (change.source !== undefined) requireSource(await deps.sourcesFor(account), change.source)
  return (await changeSettings(deps, accountId, change)) ?? config
}

async function changeSettings(
  deps: RepostsDeps,
  accountId: string,
  change: Partial<RepostConfig> | SettingsChange,
): Promise<RepostConfig | null> {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const changed = await changeConfig(deps, accountId, (stored) => {
    const nextPollAt = soonerPoll(stored, change.pollIntervalHours)
    const next = { ...given, nextPollAt, revision: stored.revision + 1 }
    // The other source names stories differently: older stories it finds may have been reposted already.
    const isOther = change.source !== undefined && change.source !== stored.source
    return isOther ? { ...next, ignoreBefore: deps.clock.now(), memory: null } : next
  })
  return changed && wakeAfterChange(deps, changed)
}

/** Brings the next check forward when the interval was shortened. */
function soonerPoll(stored: RepostConfig, pollIntervalHours = stored.pollIntervalHours): Instant | null {
  const { nextPollAt, lastPollAt } = stored
  if (nextPollAt === null || lastPollAt === null || pollIntervalHours >= stored.pollIntervalHours)
    return nextPollAt
  return Math.min(nextPollAt, nextPollAfter({ ...stored, pollIntervalHours }, lastPollAt, 0.5))
}

async function wakeAfterChange(deps: RepostsDeps, config: RepostConfig): Promise<RepostConfig> {
  await scheduleCheck(deps, config.accountId, deps.clock.now())
  deps.wakeChecks()
  deps.wakeSync()
  return config
}

async function accountOf({ accounts }: RepostsDeps, accountId: string): Promise<AccountRecord> {
  const account = await accounts.get(accountId)
  if (!account) throw new CodedError('NOT_FOUND', 'Account not found.')
  return account
}

/** Throws NOT_FOUND. */
export async function requireConfig({ reposts }: RepostsDeps, accountId: string) {
  const config = await reposts.config(accountId)
  if (!config || !exists(config))
    throw new CodedError(
      'NOT_FOUND',
      'Story repost is not configured for this account. Call POST /story-repost/config first.',
    )
  return config
}

function newConfig(
  { random, clock, userId, timeZone }: RepostsDeps,
  account: AccountRecord,
  wanted: WantedSettings & Pick<RepostSettings, 'source'>,
): RepostConfig {
  const now = clock.now()
  return {
    ...freshSetUp({ clock, timeZone }, account),
    ...wanted,
    id: random.uuid(),
    userId,
    accountId: account.id,
    lastPollAt: null,
    lastPollStatus: null,
    lastPollError: null,
    nextPollAt: null,
    askingSince: null,
    consecutiveFailures: 0,
    autoDisabledAt: null,
    autoDisableReason: null,
    challengedAt: [],
    pausedUntil: null,
    blockedAt: [],
    repostsToday: 0,
    repostsTodayResetAt: null,
    lastRepostAt: null,
    lastAutoSyncAt: null,
    ignoreBefore: null,
    memory: null,
    ownership: NEVER_ASKED,
    revision: 1,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
}

/** What starts fresh with each set-up, also after the last one was removed. */
function freshSetUp({ clock, timeZone }: Pick<RepostsDeps, 'clock' | 'timeZone'>, account: AccountRecord) {
  const now = clock.now()
  const times = { configuredAt: now, warmUpUntil: now + WARM_UP }
  return { ...settingsFor(account, timeZone()), ...times, isEnabled: false, removedAt: null }
}

/** Careful by default. Sandbox accounts may be tried at any hour. */
function settingsFor(
  { isSandbox }: AccountRecord,
  timezone: string,
): Omit<RepostSettings, keyof WantedSettings | 'source'> {
  return {
    jitterMinutes: 30,
    timezone,
    sleepWindowStart: isSandbox ? 0 : 23,
    sleepWindowEnd: isSandbox ? 0 : 7,
    dailyRepostLimit: 5,
    autoRepostEnabled: false,
    signatureOverlay: null,
  }
}
