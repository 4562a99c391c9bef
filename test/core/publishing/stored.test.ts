import { describe, expect, it } from 'vitest'
import { publicationOfStored } from '../../../core/publishing/stored.ts'
import type { Publication } from '../../../core/publishing/publication.ts'
import { anUncertainPublication } from './a-publication.ts'

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
    const now = anUncertainPublication({ warnings: ['told'], settleOnly: true })
    expect(publicationOfStored(structuredClone(now))).toEqual(now)
  })
})
