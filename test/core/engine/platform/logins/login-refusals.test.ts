import { expect, it } from 'vitest'
import { describeError } from '../../../../../core/engine/http-calls/call-json.ts'
import { noAnswerProblem } from '../../../../../core/engine/platform/logins/login-refusals.ts'
import { safeText } from '../../../../../core/redact.ts'

const after = (code: string, syscall?: string) => {
  const error = new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code, syscall }) })
  return noAnswerProblem('platform', safeText(describeError(error))).refusal
}

it('a login without a network says that there is no connection, and one with a wrong clock what is wrong', () => {
  for (const code of ['ENOTFOUND', 'ECONNREFUSED', 'ENETUNREACH'])
    expect(after(code, 'connect')).toMatchObject({ code: 'NO_CONNECTION' })
  expect(after('ECONNRESET', 'read')).toMatchObject({ code: 'NO_CONNECTION' })
  expect(after('CERT_NOT_YET_VALID')).toMatchObject({
    code: 'NO_ANSWER',
    params: { reason: 'its certificate is not accepted: CERT_NOT_YET_VALID' },
  })
})
