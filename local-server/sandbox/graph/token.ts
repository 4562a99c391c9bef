import type { CallInput } from './call-input.ts'
import { refuse } from './refusals.ts'

/** Bearer header first, then the `access_token` parameter. Missing answers 401, wrong 400: the platform uses both. */
export function checkToken(headers: Headers, input: CallInput, expected: string): void {
  const header = headers.get('authorization')
  const token = header === null ? input.text('access_token') : (/^bearer +(\S+)$/i.exec(header)?.[1] ?? '')
  if (token === null) throw refuse('tokenMissing')
  if (token !== expected) throw refuse('tokenInvalid')
}
