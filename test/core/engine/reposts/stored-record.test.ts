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

describe('a mention that another version stored or sent', () => {
  it('has the sentences that an older one had, as texts', () => {
    const { errorDetail: _, ...older } = coded
    expect(recordOfStored({ ...older, ...said })).toEqual({
      ...coded,
      errorDetail: failureDetail('TEXT', { text: safeText(said.errorMessage) }),
      note: warning('TEXT', { text: safeText(said.note) }),
    })
    const nothing = { ...coded, errorDetail: null, note: null }
    expect(recordOfStored({ ...older, errorMessage: null, note: null })).toEqual(nothing)
  })

  it('is left as it is when this version stored it', () => {
    expect(recordOfStored(structuredClone(coded))).toEqual(coded)
  })

  it('has the sentences that an older version reads, and comes back as it was', () => {
    const reported = reportedRecord(coded)
    expect(reported).toMatchObject(said)
    expect(recordOfStored(JSON.parse(JSON.stringify(reported)) as typeof reported)).toEqual(coded)
  })

  it('is read by its sentences where an older version has changed it since', () => {
    const changed = { ...reportedRecord(coded), version: coded.version + 1, errorMessage: null, note: null }
    const expected = { ...coded, version: coded.version + 1, errorDetail: null, note: null }
    expect(recordOfStored(changed)).toEqual(expected)
  })
})
