import { describe, expect, it } from 'vitest'
import { failureDetail } from '../../../core/notices/failure-details.ts'
import { failureSentence } from '../../../core/notices/sentences.ts'
import { WARNINGS, warning } from '../../../core/notices/warnings.ts'
import { publicationOfStored, reportedPublication } from '../../../core/publishing/stored.ts'
import type { Publication } from '../../../core/publishing/publication.ts'
import { anUncertainPublication } from './a-publication.ts'
import { aWarning } from '../../factories.ts'
import { safeText } from '../../../core/redact.ts'

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

describe('a publication that an older version stored', () => {
  it('goes on with what it knew, and with nothing for what nobody knew then', () => {
    const now = anUncertainPublication()
    const { children: _1, upload: _2, crossPost: _3, warnings: _4, settleOnly: _5, ...known } = now
    const { storyMentions: _6, crossPostToPartner: _7, ...payload } = now.payload
    const items = payload.items.map(({ mediaFileId, kind, publicKey }) => ({ mediaFileId, kind, publicKey }))
    const stored = JSON.parse(JSON.stringify({ ...known, payload: { ...payload, items } })) as Publication
    const emptied = now.payload.items.map((item) => ({ ...item, blobKey: '' }))
    expect(publicationOfStored(stored)).toEqual({ ...now, payload: { ...now.payload, items: emptied } })
  })

  it('is left as it is when this version stored it', () => {
    const now = anUncertainPublication({ warnings: [aWarning('told')], settleOnly: true })
    expect(publicationOfStored(structuredClone(now))).toEqual(now)
  })

  it('has codes where that version had sentences', () => {
    const now = anUncertainPublication({ warnings: [warning('TAKEN_OVER')], failure: FAILURE })
    const { detail, ...failure } = FAILURE
    const said = { ...failure, message: failureSentence(detail) }
    const intent = now.intent && { ...now.intent, lastRefusal: said }
    const stored = { ...now, warnings: [WARNINGS.TAKEN_OVER], failure: said, intent }
    const refused = now.intent && { ...now.intent, lastRefusal: FAILURE }
    expect(publicationOfStored(stored)).toEqual({ ...now, intent: refused })
  })
})

describe('a publication that the Worker reports', () => {
  const coded = anUncertainPublication({
    warnings: [warning('CLOCKS_DIFFER', { minutes: 3 }), aWarning('told')],
    failure: FAILURE,
  })

  it('has the sentences that an older server reads, and comes back as it was', () => {
    const reported = reportedPublication(coded)
    expect(reported.failure?.message).toBe(failureSentence(FAILURE.detail))
    expect(reported.warnings).toEqual([expect.stringContaining('by 3 minutes'), 'told'])
    const received = JSON.parse(JSON.stringify(reported)) as typeof reported
    expect(publicationOfStored(received)).toEqual(coded)
  })

  it('is read by its sentences where another version has changed them', () => {
    const changed = { ...reportedPublication(coded), warnings: ['another'] }
    expect(publicationOfStored(changed).warnings).toEqual([aWarning('another')])
  })
})
