import { createElement } from 'react'
import { expect, it } from 'vitest'
import type { AccountInsightsBody } from '../../../../core/api/insights/insight-shapes.ts'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import { createQueryClient } from '../../../../local-server/ui/src/app/query-client.ts'
import { InsightsView } from '../../../../local-server/ui/src/insights/insights-view.tsx'
import { keys } from '../../../../local-server/ui/src/query-keys.ts'
import { lazyEnglish } from '../../../../local-server/ui/src/strings/en/lazy/lazy.ts'
import { pageText } from '../page-text.ts'

const { insights } = lazyEnglish
const ACCOUNT = { id: 'a', username: 'bakery', profilePictureUrl: null } as PlatformAccountBody

/** Of an account without a number. */
function saidOf(permission: boolean): Promise<string> {
  const client = createQueryClient()
  client.setQueryData(keys.accounts, [ACCOUNT])
  const none: Partial<AccountInsightsBody> = { permission, since: null, nextLookAt: null }
  client.setQueryData(keys.accountInsights(ACCOUNT.id), none as AccountInsightsBody)
  return pageText(createElement(InsightsView, { accountId: ACCOUNT.id }), client)
}

it('does not promise the first numbers within an hour where the login does not allow any', async () => {
  expect(await saidOf(true)).toContain(insights.noneText)
  const denied = await saidOf(false)
  expect(denied).toContain(insights.noPermission)
  expect(denied).not.toContain(insights.noneText)
})
