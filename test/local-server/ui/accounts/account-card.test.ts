import { createElement } from 'react'
import { expect, it } from 'vitest'
import type { AttentionEntryBody } from '../../../../core/api/attention.ts'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import { failureDetail } from '../../../../core/rules/notices/failure-details.ts'
import { DAY, toIso } from '../../../../core/time.ts'
import { AccountCard } from '../../../../local-server/ui/src/accounts/account-card.tsx'
import { createQueryClient } from '../../../../local-server/ui/src/app/query-client.ts'
import { keys } from '../../../../local-server/ui/src/query-keys.ts'
import { english } from '../../../../local-server/ui/src/strings/en/english.ts'
import { pageMarkup, pageText } from '../page-text.ts'

const ACCOUNT = {
  id: '00000000-0000-4000-8000-00000000000a',
  username: 'bakery',
  name: null,
  loginMethod: 'platform',
  isSandbox: false,
  followersCount: null,
  pausedUntil: null,
  profilePictureUrl: null,
  whenLimitIsFull: 'fail',
} as Partial<PlatformAccountBody> as PlatformAccountBody

/** Of an account whose token lasts that many days. */
const cardFor = (days: number) =>
  createElement(AccountCard, {
    account: { ...ACCOUNT, tokenExpiresAt: toIso(Date.now() + days * DAY) },
    outlook: { scheduled: 300, atRisk: 0, failed: 2, nextAt: null },
    cannot: [],
    wasPasted: true,
    onReconnectByToken: () => {},
    onDisconnect: () => {},
  })

/** What it says while this needs a person. */
function cardOf(days: number, entry: Partial<AttentionEntryBody>): Promise<string> {
  const client = createQueryClient()
  const entries = [entry] as never[]
  client.setQueryData(keys.attention, { entries, hasMore: false, checkedAt: null })
  return pageText(cardFor(days), client)
}

it('says why Instagram refuses an access, and not how long it was meant to last', async () => {
  const params = { failure: failureDetail('PASSWORD_CHANGED') }
  const detail = { code: 'FAILURE', params } as unknown as AttentionEntryBody['detail']
  const card = await cardOf(57, { code: 'ACCESS_ENDED', accountId: ACCOUNT.id, detail })
  expect(card).toContain('Access to bakery has ended.')
  expect(card).toContain(english.notices.failures.PASSWORD_CHANGED)
  expect(card).not.toContain('left on the token')
})

it('says how long an access lasts while Instagram refuses another one, and when it has ended', async () => {
  const card = await cardOf(57, { code: 'ACCESS_REFUSED', accountId: 'another', detail: null })
  expect(card).toContain('left on the token, renewed automatically')
  const ended = await cardOf(-1, { code: 'ACCESS_ENDED', accountId: ACCOUNT.id, detail: null })
  expect(ended).toContain('The access ended on')
})

it('leads to the posts that failed, which come after hundreds in the whole list', async () => {
  expect(await pageMarkup(cardFor(57))).toContain('href="/plan?status=failed&amp;view=list"')
})
