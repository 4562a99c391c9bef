import { describe, expect, it } from 'vitest'
import { failureDetail } from '../../../../core/rules/notices/failure-details.ts'
import { warning } from '../../../../core/rules/notices/warnings.ts'
import { recordOfStored, reportedRecord } from '../../../../core/engine/reposts/stored-record.ts'
import { safeText } from '../../../../core/redact.ts'
import { aRepostRecord } from '../../../fakes/reposts/repost-records.ts'

const coded = aRepostRecord({
  status: 'FAILED',
  errorDetail: failureDetail('AUTHOR_PRIVATE'),
  note: warning('SIGNATURE_LEFT_OUT'),
})
const said = {
  errorMessage: 'The author’s account is private.',
  note: 'The signature was left out: it cannot be added to a video.',
}

describe('a mention of the Worker', () => {
  it('is left as it is when the Worker changed it', () => {
    expect(recordOfStored(structuredClone(coded))).toEqual(coded)
  })

  it('is sent with the sentences of its codes, and comes back as it was', () => {
    const reported = reportedRecord(coded)
    expect(reported).toMatchObject(said)
    expect(recordOfStored(JSON.parse(JSON.stringify(reported)) as typeof reported)).toEqual(coded)
  })

  it('has the sentence of a code that only a newer version knows', () => {
    const reported = reportedRecord(coded)
    const note = { code: 'OF_TOMORROW', params: {} } as never
    expect(recordOfStored({ ...reported, details: { ...reported.details, note } })).toEqual({
      ...coded,
      note: warning('TEXT', { text: safeText(said.note) }),
    })
  })
})
