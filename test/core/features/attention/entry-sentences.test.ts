import { ENGLISH } from '../../../../core/rules/notices/english/english.ts'
import { expect, it } from 'vitest'
import { attentionBody } from '../../../../core/features/attention/entries.ts'
import { attentionDetail } from '../../../../core/rules/notices/attention-details.ts'
import { failureDetail } from '../../../../core/rules/notices/failure-details.ts'
import { warningSentence } from '../../../../core/rules/notices/sentences.ts'
import { warning } from '../../../../core/rules/notices/warnings.ts'
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

it('an entry of a post says of a warning what the reply to the post said', () => {
  const detail = warning('TOO_MANY_MENTIONS', { count: '21', allowed: '20' })
  const { message } = attentionBody({ code: 'POST_WILL_FAIL', since: START, detail }, START)
  expect(message).toBe(`As things stand, this post will fail. ${warningSentence(detail, ENGLISH)}`)
})
