import { createElement } from 'react'
import { expect, it } from 'vitest'
import { AppSetup } from '../../../../local-server/ui/src/accounts/app-setup.tsx'
import { createQueryClient } from '../../../../local-server/ui/src/app/query-client.ts'
import { keys } from '../../../../local-server/ui/src/query-keys.ts'
import { lazyEnglish } from '../../../../local-server/ui/src/strings/en/lazy/lazy.ts'
import { pageText } from '../page-text.ts'

const { setup } = lazyEnglish.accounts

/** What stands below an address to which both logins return. */
function saidOf(redirectUri: string): Promise<string> {
  const client = createQueryClient()
  const app = { appId: null, appIdFrom: null, hasSecret: false, secretFrom: null, redirectUri }
  client.setQueryData(keys.setup, { complete: false, platform: app, partner: app })
  return pageText(createElement(AppSetup), client)
}

it('does not ask to set a live app back because of an address that a live app accepts', async () => {
  const ofComputer = await saidOf('http://localhost:4100/api/auth/callback/partner')
  expect(ofComputer).toContain(setup.redirectHints.partner)
  const ofProxy = await saidOf('https://computer.example.ts.net/api/auth/callback/partner')
  expect(ofProxy).toContain(setup.redirectExactly)
  expect(ofProxy).not.toContain('Development')
})
