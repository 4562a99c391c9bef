// Scans for mentions because the user asked. Interval and quiet hours are ignored; a pause and the breaker are not.
import { CodedError } from '../../../coded-error.ts'
import type { ErrorCode } from '../../../errors.ts'
import type { Stop, PlatformSignal } from '../../../ports/reposts/mention-source.ts'
import type { RepostConfig, RepostRecord } from '../../../ports/reposts/repost-store.ts'
import { DAY } from '../../../time.ts'
import { exists } from '../../../engine/reposts/change-config.ts'
import { pollMentions } from '../../../engine/reposts/check-account.ts'
import { scheduleCheck } from './check-jobs.ts'
import { requireConfig } from '../settings/configure.ts'
import { pollBarrier, type Barrier } from '../../../rules/reposts/limits.ts'
import type { RepostsDeps } from '../reposts-deps.ts'
import { requireSource } from './sources.ts'
import { syncAccount, syncRecords } from '../../../engine/reposts/sync-records.ts'

export interface ManualScan {
  readonly found: readonly RepostRecord[]
  readonly pending: number
  /** Accounts that were not scanned, and why. */
  readonly skipped: readonly {
    readonly accountId: string
    readonly code: ErrorCode
    readonly message: string
  }[]
}

/** Scans one account, or all that are configured. Throws the reason when none could be scanned. */
export async function scanByHand(deps: RepostsDeps, accountId: string | undefined): Promise<ManualScan> {
  const configs = await listConfigs(deps, accountId)
  const found: RepostRecord[] = []
  const skipped: ManualScan['skipped'][number][] = []
  const refusals: CodedError[] = []
  for (const config of configs) {
    try {
      found.push(...(await scanOne(deps, config)))
    } catch (error) {
      if (!(error instanceof CodedError)) throw error
      refusals.push(error)
      skipped.push({ accountId: config.accountId, code: error.code, message: error.message })
    }
  }
  const [refusal] = refusals
  if (refusal && refusals.length === configs.length) throw refusal
  // What came back from the Worker may have ended there since its last check.
  await syncRecords(deps, accountId)
  return { found, pending: await deps.reposts.countPending(accountId), skipped }
}

async function listConfigs({ reposts, accounts }: RepostsDeps, accountId: string | undefined) {
  if (accountId !== undefined && !(await accounts.get(accountId)))
    throw new CodedError('NOT_FOUND', 'Account not found.')
  const configs = (await reposts.configs()).filter(exists)
  const asked = accountId === undefined ? configs : configs.filter((config) => config.accountId === accountId)
  if (asked.length > 0) return asked
  throw new CodedError(
    'CREDENTIALS_NOT_CONFIGURED',
    'Story repost is not configured. Call POST /story-repost/config first.',
  )
}

async function scanOne(deps: RepostsDeps, { accountId }: RepostConfig): Promise<readonly RepostRecord[]> {
  return deps.mutex.runExclusive(accountId, async () => {
    await syncAccount(deps, accountId)
    // Checked before the Worker is asked: it need not return the account for a scan that may not be made.
    await requireNoBarrier(deps, accountId)
    if ((await deps.delegation.recall(accountId)) === null) return []
    await requireNoBarrier(deps, accountId)
    const { found, stop } = await pollMentions(deps, await requireConfig(deps, accountId))
    await scheduleCheck(deps, accountId, deps.clock.now())
    deps.wakeChecks()
    if (stop) throw errorOfStop(stop)
    return found
  })
}

/** Throws what prevents a scan. */
async function requireNoBarrier(deps: RepostsDeps, accountId: string): Promise<void> {
  const config = await requireConfig(deps, accountId)
  await requireReadable(deps, config)
  const barrier = pollBarrier(config, deps.clock.now(), { manual: true })
  if (barrier) throw barrierErrorOf(barrier, config, deps.clock.now())
}

async function requireReadable(
  { accounts, sourcesFor }: RepostsDeps,
  { accountId, source }: RepostConfig,
): Promise<void> {
  const account = await accounts.get(accountId)
  if (!account) throw new CodedError('NOT_FOUND', 'Account not found.')
  requireSource(await sourcesFor(account), source)
}

/** A warning that still applies. */
function barrierErrorOf(
  { kind, message }: Barrier,
  { challengedAt, autoDisabledAt }: RepostConfig,
  now: number,
): CodedError {
  const wasChallenged = challengedAt.some((at) => now - at < DAY)
  const isBackoff = kind === 'paused' && !wasChallenged && autoDisabledAt === null
  return new CodedError(isBackoff ? 'LOGIN_RATE_LIMITED' : 'LOGIN_FAILED', message)
}

const CODES: Readonly<Record<PlatformSignal, ErrorCode>> = {
  'rate-limited': 'LOGIN_RATE_LIMITED',
  'action-blocked': 'LOGIN_FAILED',
  challenge: 'LOGIN_FAILED',
  banned: 'LOGIN_FAILED',
  'session-dead': 'LOGIN_FAILED',
  outdated: 'LOGIN_FAILED',
  'not-permitted': 'CREDENTIALS_NOT_CONFIGURED',
  'token-expired': 'TOKEN_EXPIRED',
  offline: 'PLATFORM_ERROR',
  failed: 'PLATFORM_ERROR',
}

export function errorOfStop({ signal, message, code }: Stop): CodedError {
  return new CodedError(code ?? CODES[signal], message)
}
