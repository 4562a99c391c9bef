import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { AttentionEntryBody } from '../../../../core/api/attention.ts'
import { attentionDetail } from '../../../../core/rules/notices/attention-details.ts'
import { failureDetail } from '../../../../core/rules/notices/failure-details.ts'
import { warning } from '../../../../core/rules/notices/warnings.ts'
import { safeText } from '../../../../core/redact.ts'
import { toIso } from '../../../../core/time.ts'
import { CauseStep } from '../../../../local-server/ui/src/inbox/cause.tsx'
import { causeSentence, causesOf, sameCode } from '../../../../local-server/ui/src/inbox/causes.ts'
import { german } from '../../../../local-server/ui/src/strings/de/german.ts'
import { english } from '../../../../local-server/ui/src/strings/en/english.ts'
import { START } from '../../../factories.ts'
import { pageMarkup } from '../page-text.ts'

const KITCHEN = crypto.randomUUID()
const names = {
  account: (id: string | null) => (id === KITCHEN ? 'demo.kitchen' : undefined),
  time: () => 'Mon 23:08',
}

function anEntry(entry: Partial<AttentionEntryBody>): AttentionEntryBody {
  return {
    id: crypto.randomUUID(),
    code: 'POST_FAILED',
    severity: 'error',
    since: toIso(START),
    postId: crypto.randomUUID(),
    accountId: KITCHEN,
    message: 'What the server says.',
    detail: null,
    nextStep: 'retry',
    until: null,
    ...entry,
  }
}

const limited = anEntry({ code: 'ACCOUNT_LIMITED', postId: null, nextStep: 'wait', until: toIso(START) })
const late = () =>
  anEntry({ code: 'POST_WILL_BE_LATE', nextStep: 'wait', detail: warning('ACCOUNT_LIMITED') })
const failed = (said: string, entry: Partial<AttentionEntryBody> = {}) => {
  const platform = { said: safeText(said), code: 4, subcode: null }
  const detail = attentionDetail('FAILURE', { failure: { ...failureDetail('CALL_LIMIT'), platform } })
  return anEntry({ detail, ...entry })
}

const stripOf = (entries: readonly AttentionEntryBody[], { attention } = english) =>
  causesOf(entries, sameCode).map((cause) => causeSentence(cause, attention, names))

describe('the causes of what needs a person', () => {
  it('are told with account, time and how many posts, those that a limit delays with the limit', () => {
    const entries = [failed('one'), limited, ...Array.from({ length: 8 }, late)]
    expect(stripOf(entries)).toEqual([
      '1 post failed',
      'demo.kitchen is limited until Mon 23:08, 8 will be late',
    ])
    expect(stripOf(entries, german)).toEqual([
      '1 Beitrag fehlgeschlagen',
      'demo.kitchen ist bis Mon 23:08 eingeschränkt, 8 Beiträge verspäten sich',
    ])
  })

  it('are one for posts that one action helps, whatever the platform said of each', () => {
    const [one, two, other, elsewhere] = [
      failed('first'),
      failed('second'),
      failed('third', { nextStep: 'change_post' }),
      failed('fourth', { accountId: crypto.randomUUID() }),
    ]
    const causes = causesOf([one, two, other, elsewhere])
    expect(causes.map(({ postIds }) => postIds)).toEqual([
      [one.postId, two.postId],
      [other.postId],
      [elsewhere.postId],
    ])
    expect(stripOf([one, two, other, elsewhere])).toEqual(['4 posts failed'])
  })

  it('name an account that is gone as one, and are in the server’s words where the page has none', () => {
    const gone = anEntry({ code: 'ACCESS_ENDED', postId: null, accountId: crypto.randomUUID() })
    expect(stripOf([gone])).toEqual(['Access to an account has ended'])
    expect(stripOf([anEntry({ code: 'MOON_IS_FULL' as 'POST_FAILED' })])).toEqual(['What the server says.'])
  })
})

describe('the action for several posts', () => {
  it.each([
    ['POST_UNCONFIRMED', 'check_platform', 'status=failed'],
    ['POST_OVERDUE', 'open_post', 'status=scheduled&amp;status=underWay'],
    ['POST_WILL_FAIL', 'change_post', 'status=scheduled'],
    ['SERIES_WAITS', 'open_post', 'status=drafts'],
  ] as const)('leads for %s to the list of posts in that state', async (code, nextStep, filter) => {
    const [cause] = causesOf([anEntry({ code, nextStep }), anEntry({ code, nextStep })])
    if (cause === undefined) throw new Error('no cause')
    expect(await pageMarkup(createElement(CauseStep, { cause }))).toContain(
      `href="/plan?${filter}&amp;view=list"`,
    )
  })
})
