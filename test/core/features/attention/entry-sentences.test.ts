import { expect, it } from 'vitest'
import { attentionBody } from '../../../../core/features/attention/entries.ts'
import { attentionDetail } from '../../../../core/rules/notices/attention-details.ts'
import { failureDetail } from '../../../../core/rules/notices/failure-details.ts'
import { START } from '../../../factories.ts'

const sentenceOf = (failure: ReturnType<typeof failureDetail>) =>
  attentionBody(
    { code: 'ACCESS_ENDED', since: START, detail: attentionDetail('FAILURE', { failure }) },
    START,
  ).message

it('an entry says nothing twice that its detail says as well', () => {
  expect(sentenceOf(failureDetail('ACCESS_ENDED'))).toBe('Access to this account has ended. Reconnect it.')
  expect(sentenceOf(failureDetail('PASSWORD_CHANGED'))).toMatch(/^Access to this account has ended\. \w/)
})
