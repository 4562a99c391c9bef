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

describe('a publication that an older Worker has stored', () => {
  it('is read as far as the bytes of its video had come', () => {
    expect(readWorkerPublication({ ...stored(coded), finished: false })).toEqual(coded)
  })
})

describe('a publication that the Worker reports', () => {
  it('has the sentences that an older server shows, and comes back as it was', () => {
    const reported = reportedPublication(coded)
    expect(reported.failure?.message).toBe(failureSentence(FAILURE.detail))
    expect(reported.warnings).toEqual([expect.stringContaining('by 3 minutes'), 'told'])
    expect(readReportedPublication(stored(reported))).toEqual(coded)
  })

  it('is read without what a newer Worker says besides, and not at all with a state that it alone knows', () => {
    const reported = stored(reportedPublication(coded))
    expect(readReportedPublication({ ...reported, pinComment: null })).toEqual(coded)
    expect(readReportedPublication({ ...reported, step: 'dancing' })).toBeNull()
  })

  it('is read from a Worker that tells sentences alone and has none of the later fields', () => {
    const { sought: _1, listedBefore: _2, seenPublished: _3, blockedUntil: _4, ...said } = coded
    const { firstComment: _5, commentsOff: _6, intent, ...older } = said
    const { lagLooks: _7, ...olderIntent } = intent ?? {}
    const { detail: _8, unconfirmed, ...olderFailure } = FAILURE
    const told = { ...olderFailure, message: 'It failed.' }
    const worker = {
      ...older,
      warnings: ['Look.'],
      failure: { ...told, unconfirmed },
      intent: { ...olderIntent, lastRefusal: told },
    }
    for (const read of [readReportedPublication, readWorkerPublication])
      expect(read(stored(worker))).toMatchObject({
        firstComment: null,
        seenPublished: false,
        warnings: [warning('TEXT', { text: safeText('Look.') })],
        failure: { detail: failureDetail('TEXT', { text: safeText('It failed.') }) },
        intent: { lagLooks: 1, lastRefusal: { detail: { code: 'TEXT' } } },
      })
  })

  it.each([null, 7, 'text', [], {}])('is nothing when it is %j', (reported) => {
    expect(readReportedPublication(reported)).toBeNull()
    expect(readWorkerPublication(reported)).toBeNull()
  })
})
