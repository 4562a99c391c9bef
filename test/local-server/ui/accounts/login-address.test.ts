import { describe, expect, it } from 'vitest'
import { permissionsFor } from '../../../../core/rules/accounts/permissions.ts'
import {
  loginAddress,
  OPTIONAL,
  optionalWithout,
  purposesMissing,
  wasPasted,
} from '../../../../local-server/ui/src/accounts/login-address.ts'
import { lazyGerman } from '../../../../local-server/ui/src/strings/de/lazy/lazy.ts'
import { lazyEnglish } from '../../../../local-server/ui/src/strings/en/lazy/lazy.ts'

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

it('is by another token where one was pasted: an app that is entered may have no address to return to', () => {
  expect(wasPasted('platform', null)).toBe(true)
  expect(wasPasted('platform', permissionsFor('platform', 'publish'))).toBe(false)
  expect(wasPasted('partner', null)).toBe(false)
})

describe.each(['platform', 'partner'] as const)('a token of the %s login that is pasted', (method) => {
  const optional = OPTIONAL.flatMap((purpose) => permissionsFor(method, purpose))

  it('does not allow everything while it lacks what only some want', () => {
    const needed = permissionsFor(method, 'publish')
    expect(optionalWithout(method, needed)).toEqual(['comments', 'insights'])
    expect(optionalWithout(method, [...needed, ...permissionsFor(method, 'comments')])).toEqual(['insights'])
    expect(optionalWithout(method, [...needed, ...optional])).toEqual([])
  })

  it.each([
    ['English', lazyEnglish],
    ['German', lazyGerman],
  ])('is made by steps that name these permissions, in %s', (_language, { accounts }) => {
    const steps = accounts.token.steps[method].join(' ')
    expect(optional.filter((permission) => !steps.includes(permission))).toEqual([])
  })
})
