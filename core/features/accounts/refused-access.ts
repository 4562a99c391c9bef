// Accounts to which the platform refused access when it was last asked for real: by the night check, or by a dry run. Kept until it
// answers again, or the account has another token.
import { z } from 'zod'
import { CodedError, failureOfError } from '../../coded-error.ts'
import type { FailureDetail } from '../../rules/notices/failure-details.ts'
import { isNotice } from '../../rules/notices/notice.ts'
import { failureOfReply, judgeNumbers, needsUser } from '../../rules/publication/error-table.ts'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { PlatformReply } from '../../ports/platform/platform.ts'
import type { SettingsStore } from '../../ports/settings-store.ts'
import type { Instant } from '../../time.ts'

/** The calls that can be refused, in the order of display. An account that may not publish can still have its limit read. */
const ACCESS_CALLS = ['limit', 'container'] as const
type AccessCall = (typeof ACCESS_CALLS)[number]
/** `token`: the end of the sealed one that was refused. */
const RefusedAccess = z.object({
  failure: z.custom<FailureDetail>(isNotice),
  token: z.string(),
  at: z.number(),
  /** When it was refused last. */
  lastAt: z.number().catch(0),
})
export interface RefusedAccess extends z.infer<typeof RefusedAccess> {
  readonly call: AccessCall
}

type Holder = Pick<AccountRecord, 'id' | 'sealedToken'>

const NAMES = { limit: 'refusedAccess', container: 'refusedContainer' } as const
const nameOf = ({ id }: Holder, call: AccessCall) => `${NAMES[call]}:${id}`
const endOf = ({ sealedToken }: Holder) => sealedToken.slice(-16)

/** Turns a reply that is not `ok` into the error for the person who asked. */
export function errorOfReply(reply: Exclude<PlatformReply<unknown>, { kind: 'ok' }>): CodedError {
  const { code, detail } = failureOfReply(reply)
  return new CodedError(code === 'TOKEN_EXPIRED' ? code : 'PLATFORM_ERROR', undefined, { failure: detail })
}

/** Finds what only the user can end: a dead token, a missing permission, a restricted account. Null for everything else. */
export function accessRefusalOf(error: CodedError): FailureDetail | null {
  const failure = failureOfError(error)
  const verdict = judgeNumbers(failure.platform)
  return error.code === 'TOKEN_EXPIRED' || (verdict && needsUser(verdict)) ? failure : null
}

/** What may help after a refusal of access. */
export const ACCESS_STEPS = ['reconnect', 'settle_at_platform'] as const

export function stepAfter({ platform }: Pick<FailureDetail, 'platform'>): (typeof ACCESS_STEPS)[number] {
  return judgeNumbers(platform)?.endsAtPlatform ? 'settle_at_platform' : 'reconnect'
}

/** Finds what ends after a day or so: the platform does not let the account act. Null for everything else. */
export function blockOf(error: CodedError): FailureDetail | null {
  const failure = failureOfError(error)
  return judgeNumbers(failure.platform)?.retry === 'block' ? failure : null
}

interface Answer {
  readonly call: AccessCall
  /** Null when the platform answered. */
  readonly failure: FailureDetail | null
}

/** An answer ends the refusal of its own call; an answer to the container call, which follows the limit call, ends both. */
export async function noteAccess(
  settings: SettingsStore,
  account: Holder,
  { call, failure }: Answer,
  at: Instant,
): Promise<void> {
  const before = await readRefusals(settings, [account])
  if (failure === null) {
    const ended = before.filter((one) => one.call === call || call === 'container')
    if (ended.length > 0)
      await settings.put(Object.fromEntries(ended.map((one) => [nameOf(account, one.call), null])))
    return
  }
  const since = before.find((one) => one.call === call)?.at ?? at
  const refusal = { failure, token: endOf(account), at: since, lastAt: at }
  await settings.put({ [nameOf(account, call)]: refusal })
}

/** Maps each refused account to the refusal to show. */
export async function readRefusedAccess(
  settings: SettingsStore,
  accounts: readonly Holder[],
): Promise<ReadonlyMap<string, RefusedAccess>> {
  const refusals = await readRefusals(settings, accounts)
  return new Map(refusals.toReversed().map((refusal) => [refusal.accountId, refusal]))
}

interface Refusal extends RefusedAccess {
  readonly accountId: string
}

/** Lists the refusals of each account's present token, the one to be shown first. */
async function readRefusals(settings: SettingsStore, accounts: readonly Holder[]): Promise<Refusal[]> {
  const asked = accounts.flatMap((account) => ACCESS_CALLS.map((call) => ({ account, call })))
  const stored = await settings.getMany(asked.map(({ account, call }) => nameOf(account, call)))
  return asked.flatMap(({ account, call }) => {
    const refusal = RefusedAccess.safeParse(stored.get(nameOf(account, call))).data
    return refusal?.token === endOf(account) ? [{ ...refusal, accountId: account.id, call }] : []
  })
}
