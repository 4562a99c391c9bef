import { describe, expect, it } from 'vitest'
import { canReadMessages } from '../../../../core/rules/accounts/permissions.ts'

describe('reading messages', () => {
  it('takes the permission of the account’s own login', () => {
    expect(
      canReadMessages('platform', ['instagram_business_basic', 'instagram_business_manage_messages']),
    ).toBe(true)
    expect(canReadMessages('platform', ['instagram_business_basic', 'instagram_manage_messages'])).toBe(false)
    expect(canReadMessages('partner', ['instagram_manage_messages'])).toBe(true)
    expect(canReadMessages('partner', [])).toBe(false)
  })

  it('is tried when nobody knows what was granted', () => {
    expect(canReadMessages('platform', null)).toBe(true)
  })
})
