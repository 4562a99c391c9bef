// Accounts to which the platform refused access when it was last asked for real: by the night check, or by a dry run. Kept until it
// answers again, or the account has another token.
import { z } from 'zod'
import { failureOfError, type CodedError } from '../errors.ts'
import type { FailureDetail } from '../notices/failure-details.ts'
import { judgeNumbers } from '../platform/graph/error-table.ts'
import type { AccountRecord } from '../ports/account-store.ts'
import type { SettingsStore } from '../ports/settings-store.ts'
import type { Instant } from '../time.ts'

const Failure = z.custom<FailureDetail>(
  (value) => z.object({ code: z.string(), params: z.object({}) }).safeParse(value).success,
)
/** `token`: the end of the sealed one that was refused. */
const Refusal = z.object({ failure: Failure, token: z.string(), at: z.number() })
type Refusal = z.infer<typeof Refusal>

type Holder = Pick<AccountRecord, 'id' | 'sealedToken'>

const nameOf = ({ id }: Holder) => `refusedAccess:${id}`
const endOf = ({ sealedToken }: Holder) => sealedToken.slice(-16)

/** Finds what only the user can end: a dead token, a missing permission, a restricted account. Null for everything else. */
export function accessRefusalOf(error: CodedError): FailureDetail | null {
  const failure = failureOfError(error)
  const needsUser = error.code === 'TOKEN_EXPIRED' || judgeNumbers(failure.platform)?.recovery === 'reconnect'
  return needsUser ? failure : null
}

/** `failure`: null when the platform answered. */
export async function noteAccess(
  settings: SettingsStore,
  account: Holder,
  failure: FailureDetail | null,
  at: Instant,
): Promise<void> {
  const before = await readRefusedAccess(settings, account)
  if (failure === null && before === null) return
  const refusal: Refusal | null = failure && { failure, token: endOf(account), at: before?.at ?? at }
  await settings.put({ [nameOf(account)]: refusal })
}

export async function readRefusedAccess(settings: SettingsStore, account: Holder): Promise<Refusal | null> {
  const stored = Refusal.safeParse(await settings.get(nameOf(account))).data
  return stored?.token === endOf(account) ? stored : null
}
