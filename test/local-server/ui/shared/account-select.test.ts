import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import { createQueryClient } from '../../../../local-server/ui/src/app/query-client.ts'
import { AccountSelect } from '../../../../local-server/ui/src/shared/accounts/account-select.tsx'
import { english } from '../../../../local-server/ui/src/strings/en/english.ts'
import { formatsFor } from '../../../../local-server/ui/src/strings/formats.ts'
import { SpokenContext } from '../../../../local-server/ui/src/strings/language.tsx'

const ACCOUNTS = ['bakery', 'café'].map((name) => ({ id: name, username: name })) as PlatformAccountBody[]

const SPOKEN = {
  language: 'en' as const,
  locale: 'en',
  strings: english,
  formats: formatsFor('en'),
  setLanguage: () => {},
}

/** The words of the option that a browser shows. */
function shown(value: string | null): string | undefined {
  const select = createElement(AccountSelect, { accounts: ACCOUNTS, value, onChange: () => {} })
  const page = createElement(SpokenContext, { value: SPOKEN, children: select })
  const asked = createElement(QueryClientProvider, { client: createQueryClient(), children: page })
  const markup = renderToStaticMarkup(createElement(MantineProvider, null, asked))
  return /<option[^>]* selected=""[^>]*>([^<]*)/.exec(markup)?.[1]
}

describe('the choice of an account', () => {
  it.each([
    ['the chosen one', 'café', 'café'],
    ['that none is chosen', null, english.shared.noAccountChosen],
    ['that none is chosen once the chosen one was disconnected', 'gone', english.shared.noAccountChosen],
  ] as const)('shows %s', (_what, value, words) => {
    expect(shown(value)).toBe(words)
  })
})
