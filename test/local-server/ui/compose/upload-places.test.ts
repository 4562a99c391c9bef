import { describe, expect, it } from 'vitest'
import { createUploadPlaces } from '../../../../local-server/ui/src/compose/upload-places.ts'

describe('whom an upload is for', () => {
  it('is the draft that a new post became, and never the next new post', () => {
    const places = createUploadPlaces()
    const first = places.of('new')
    places.newIsSent('draft')
    expect(places.of('draft')).toBe(first)
    expect(places.of('new')).not.toBe(first)
    const second = places.of('new')
    places.newIsSent(null)
    expect(places.of('new')).not.toBe(second)
  })

  it('is each stored post of its own', () => {
    const places = createUploadPlaces()
    expect(new Set([places.of('one'), places.of('two'), places.of('new')]).size).toBe(3)
  })
})
