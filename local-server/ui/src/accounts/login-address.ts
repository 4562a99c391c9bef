// Where a login begins, and what it asks for beside what every account needs.
import type { AttentionEntryBody } from '../../../../core/api/attention.ts'
import type { LoginMethod, OptionalPurpose } from '../../../../core/ports/platform/login.ts'
import { permissionsFor } from '../../../../core/rules/accounts/permissions.ts'

export const OPTIONAL = ['comments', 'insights'] as const satisfies readonly OptionalPurpose[]

export function loginAddress(
  method: LoginMethod,
  also: readonly OptionalPurpose[],
  from: 'accounts' | 'guide' = 'accounts',
): string {
  const query = new URLSearchParams({
    ...(from === 'guide' && { from }),
    ...Object.fromEntries(also.map((purpose) => [purpose, 'true'])),
  })
  return `/api/auth/connect/${method}?${query}`.replace(/\?$/, '')
}

type Entry = Pick<AttentionEntryBody, 'accountId' | 'code'> & {
  readonly detail: Pick<NonNullable<AttentionEntryBody['detail']>, 'code'> | null
}

/** A login that asks for the same as before leaves what the account lacks as it is. */
export function purposesMissing(accountId: string, entries: readonly Entry[]): OptionalPurpose[] {
  const own = entries.filter((entry) => entry.accountId === accountId)
  const lacksComments = own.some(({ detail }) => detail?.code === 'COMMENTS_NOT_PERMITTED')
  const lacksInsights = own.some(({ code }) => code === 'INSIGHTS_NOT_ALLOWED')
  return [...(lacksComments ? ['comments' as const] : []), ...(lacksInsights ? ['insights' as const] : [])]
}

type AccessRefusal = AttentionEntryBody & {
  readonly code: 'ACCESS_ENDED' | 'ACCESS_REFUSED'
  readonly detail: NonNullable<AttentionEntryBody['detail']>
}

/** What the platform said when it was last asked for real. An access that ends by its time has no words of the platform’s. */
export function refusedAccess(
  accountId: string,
  entries: readonly AttentionEntryBody[],
): AccessRefusal | undefined {
  return entries.find(
    (entry): entry is AccessRefusal =>
      entry.accountId === accountId &&
      (entry.code === 'ACCESS_ENDED' || entry.code === 'ACCESS_REFUSED') &&
      entry.detail !== null,
  )
}

/** What a token that grants only these permissions does not serve of it: whoever pastes one was asked nothing. */
export function optionalWithout(method: LoginMethod, granted: readonly string[]): OptionalPurpose[] {
  return OPTIONAL.filter(
    (purpose) => !permissionsFor(method, purpose).every((permission) => granted.includes(permission)),
  )
}

/**
 * Whether the account came by a token that was pasted, as far as that is known: a login of the platform says what it grants. Its consent page
 * refuses the address of this computer, so that way is none of theirs who have entered an app, and pasted a token instead.
 */
export function wasPasted(method: LoginMethod, granted: readonly string[] | null): boolean {
  return method === 'platform' && granted === null
}
