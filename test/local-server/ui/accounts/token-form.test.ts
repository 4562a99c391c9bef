import { expect, it } from 'vitest'
import { refusalOfKind } from '../../../../local-server/ui/src/accounts/token-form.tsx'

it('does not say of a token of one kind what it was refused for as one of the other', () => {
  const error = new Error('This is a token of Facebook’s.')
  const refused = { error, variables: { loginMethod: 'platform' as const } }
  expect(refusalOfKind('platform', refused)).toBe(error)
  expect(refusalOfKind('partner', refused)).toBe(null)
})
