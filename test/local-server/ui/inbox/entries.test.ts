import { expect, it } from 'vitest'
import type { AttentionEntryBody } from '../../../../core/api/attention.ts'
import { attentionDetail } from '../../../../core/rules/notices/attention-details.ts'
import { DAY, MINUTE, toIso } from '../../../../core/time.ts'
import { entriesToShow, putAwayNamesOf } from '../../../../local-server/ui/src/inbox/entries.ts'
import { START } from '../../../factories.ts'

const anEntry = (entry: Partial<AttentionEntryBody>): AttentionEntryBody => ({
  id: 'POST_FAILED:a',
  code: 'POST_FAILED',
  severity: 'error',
  since: toIso(START),
  postId: 'a',
  accountId: null,
  message: 'What the server says.',
  detail: null,
  nextStep: 'retry',
  until: null,
  ...entry,
})

const later = toIso(START + MINUTE)
const shownOf = (entries: readonly AttentionEntryBody[], away: readonly string[]) =>
  entriesToShow(entries, away, START + MINUTE).map(({ id }) => id)

it('shows a post that fails again on the day on which its first failure was put away', () => {
  const failed = anEntry({})
  const away = putAwayNamesOf([failed], [failed.id])
  expect(shownOf([failed], away)).toEqual([])
  expect(shownOf([anEntry({ since: later })], away)).toEqual([failed.id])
})

it('shows a post that will fail for another reason than the one that was put away', () => {
  const willFail = anEntry({ code: 'POST_WILL_FAIL', detail: attentionDetail('ACCESS_ENDS_BEFORE') })
  const away = putAwayNamesOf([willFail], [willFail.id])
  expect(shownOf([{ ...willFail, since: later }], away)).toEqual([])
  expect(shownOf([{ ...willFail, detail: attentionDetail('FILE_DELETED') }], away)).toEqual([willFail.id])
})

it('keeps a trouble away that lasts, although it tells the time of the latest try', () => {
  const late = anEntry({ id: 'POST_OVERDUE:a', code: 'POST_OVERDUE' })
  const away = putAwayNamesOf([late, anEntry({})], [late.id])
  expect(shownOf([{ ...late, since: later }, anEntry({})], away)).toEqual(['POST_FAILED:a'])
})

it('shows a notice for a day, and an error for as long as it lasts', () => {
  const entries = [anEntry({ id: 'notice', severity: 'notice' }), anEntry({})]
  expect(entriesToShow(entries, [], START + DAY - 1)).toHaveLength(2)
  expect(entriesToShow(entries, [], START + DAY).map(({ severity }) => severity)).toEqual(['error'])
})
