import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import { AccountSelect } from '../../../../local-server/ui/src/shared/accounts/account-select.tsx'
import { english } from '../../../../local-server/ui/src/strings/en/english.ts'
import { pageMarkup } from '../page-text.ts'

const ACCOUNTS = ['bakery', 'café'].map((name) => ({ id: name, username: name })) as PlatformAccountBody[]

/** The words of the option that a browser shows. */
async function shown(value: string | null): Promise<string | undefined> {
  const select = createElement(AccountSelect, { accounts: ACCOUNTS, value, onChange: () => {} })
  const markup = await pageMarkup(select)
  return /<option[^>]* selected=""[^>]*>([^<]*)/.exec(markup)?.[1]
}

describe('the choice of an account', () => {
  it.each([
    ['the chosen one', 'café', 'café'],
    ['that none is chosen', null, english.shared.noAccountChosen],
    ['that none is chosen once the chosen one was disconnected', 'gone', english.shared.noAccountChosen],
  ] as const)('shows %s', async (_what, value, words) => {
    expect(await shown(value)).toBe(words)
  })
})
