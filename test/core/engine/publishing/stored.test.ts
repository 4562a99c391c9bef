import { ENGLISH } from '../../../../core/rules/notices/english/english.ts'
import { describe, expect, it } from 'vitest'
import { failureDetail } from '../../../../core/rules/notices/failure-details.ts'
import { failureSentence } from '../../../../core/rules/notices/sentences.ts'
import { warning } from '../../../../core/rules/notices/warnings.ts'
import {
  readPublication,
  readReportedPublication,
  readWorkerPublication,
  reportedPublication,
} from '../../../../core/engine/publishing/stored.ts'
import type { Publication } from '../../../../core/rules/publication/publication.ts'
import { anUncertainPublication } from './a-publication.ts'
import { aWarning } from '../../../factories.ts'
import { safeText } from '../../../../core/redact.ts'

const FAILURE = {
  code: 'MEDIA_INVALID',
  detail: {
    ...failureDetail('ASPECT_RATIO'),
    platform: { said: safeText('No'), code: 36_003, subcode: null },
  },
  recovery: 'fix_media',
  transient: false,
  unconfirmed: true,
} as const
const COMMENT = {
  state: 'uncertain',
  monotonicAt: 0,
  sends: 0,
  looks: 0,
  missedAt: null,
  refusal: null,
  commentId: null,
} as const

const stored = (publication: object) => JSON.parse(JSON.stringify(publication)) as Publication
const coded = anUncertainPublication({
  warnings: [warning('CLOCKS_DIFFER', { minutes: 3 }), aWarning('told')],
  failure: FAILURE,
  firstComment: COMMENT,
})

describe('a stored publication', () => {
  it('is read as it was written', () => {
    expect(readPublication(stored(coded))).toEqual(coded)
  })

  it.each(Object.keys(coded))('is unreadable without its %s', (field) => {
    const { [field as keyof Publication]: _, ...rest } = stored(coded)
    expect(readPublication(rest)).toBeNull()
  })

  it.each([
    ['a step', { step: 'dancing' }],
    ['a state of its first comment', { firstComment: { ...COMMENT, state: 'scheduled' } }],
    ['an option of its post', { payload: { ...coded.payload, options: { paidFor: true } } }],
    ['a part of its post', { payload: { ...coded.payload, poll: ['yes', 'no'] } }],
    ['something to be done after it', { pinComment: { state: 'wanted' } }],
  ])('is unreadable with %s that only a newer version knows', (_, newer) => {
    expect(readPublication({ ...stored(coded), ...newer })).toBeNull()
    expect(readWorkerPublication({ ...stored(coded), ...newer })).toBeNull()
  })
})

describe('a publication that the Worker has stored', () => {
  it('is read without what publications have besides since then', () => {
    const { roomAt: _1, firstComment: _2, ...before } = coded
    expect(readWorkerPublication(stored(before))).toEqual({ ...coded, roomAt: null, firstComment: null })
  })
})

describe('a publication that the Worker reports', () => {
  it('has the sentences of its codes, and comes back as it was', () => {
    const reported = reportedPublication(coded)
    expect(reported.failure?.message).toBe(failureSentence(FAILURE.detail, ENGLISH))
    expect(reported.warnings).toEqual([expect.stringContaining('by 3 minutes'), 'told'])
    expect(readReportedPublication(stored(reported))).toEqual(coded)
  })

  it('is read without what a newer Worker says besides, and not at all with a state that it alone knows', () => {
    const reported = stored(reportedPublication(coded))
    expect(readReportedPublication({ ...reported, pinComment: null })).toEqual(coded)
    const warningDetails = [{ code: 'OF_TOMORROW', params: {} }, aWarning('told')]
    expect(readReportedPublication({ ...reported, warningDetails })?.warnings).toEqual([
      warning('TEXT', { text: expect.stringContaining('by 3 minutes') }),
      aWarning('told'),
    ])
    expect(readReportedPublication({ ...reported, step: 'dancing' })).toBeNull()
  })

  it.each([null, 7, 'text', [], {}])('is nothing when it is %j', (reported) => {
    expect(readReportedPublication(reported)).toBeNull()
    expect(readWorkerPublication(reported)).toBeNull()
  })
})
