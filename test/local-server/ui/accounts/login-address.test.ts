import { describe, expect, it } from 'vitest'
import { loginAddress, purposesMissing } from '../../../../local-server/ui/src/accounts/login-address.ts'

const ACCOUNT = '00000000-0000-4000-8000-00000000000a'
const entry = (code: 'INSIGHTS_NOT_ALLOWED' | 'POST_WILL_BE_INCOMPLETE', accountId = ACCOUNT) => ({
  code,
  accountId,
  detail: code === 'INSIGHTS_NOT_ALLOWED' ? null : { code: 'COMMENTS_NOT_PERMITTED' as const, params: {} },
})

describe('connecting an account again', () => {
  it('asks for what is missing, as its entries say: the same login once more would not bring it', () => {
    const entries = [entry('INSIGHTS_NOT_ALLOWED'), entry('POST_WILL_BE_INCOMPLETE')]
    const also = purposesMissing(ACCOUNT, entries)
    expect(loginAddress('platform', also)).toBe('/api/auth/connect/platform?comments=true&insights=true')
  })

  it('asks for nothing that no entry of the account misses', () => {
    const others = [entry('INSIGHTS_NOT_ALLOWED', '00000000-0000-4000-8000-00000000000b')]
    expect(loginAddress('partner', purposesMissing(ACCOUNT, others))).toBe('/api/auth/connect/partner')
    expect(loginAddress('partner', [], 'guide')).toBe('/api/auth/connect/partner?from=guide')
  })
})
