import { expect, it } from 'vitest'
import { leavingFacebook, refusalOfKind } from '../../../../local-server/ui/src/accounts/token-form.tsx'

it('does not say of a token of one kind what it was refused for as one of the other', () => {
  const error = new Error('This is a token of Facebook’s.')
  const refused = { error, variables: { loginMethod: 'platform' as const } }
  expect(refusalOfKind('platform', refused)).toBe(error)
  expect(refusalOfKind('partner', refused)).toBe(null)
})

it('knows which account a token of Instagram’s takes from the login of Facebook, before it is connected', () => {
  const found = [{ username: 'bakery', alreadyConnected: true }]
  const connected = (loginMethod: 'platform' | 'partner') => [{ username: 'bakery', loginMethod }]
  expect(leavingFacebook('platform', found, connected('partner'))).toEqual(['bakery'])
  expect(leavingFacebook('platform', found, connected('platform'))).toEqual([])
  expect(leavingFacebook('partner', found, connected('partner'))).toEqual([])
})
