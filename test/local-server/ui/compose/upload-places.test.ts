import { describe, expect, it } from 'vitest'
import { createUploadPlaces } from '../../../../local-server/ui/src/compose/draft-storage.ts'

describe('the post of an upload', () => {
  it('assigns an upload to the draft that a new post became, never to the next new post', () => {
    const places = createUploadPlaces()
    const first = places.of('new')
    places.newIsSent('draft')
    expect(places.of('draft')).toBe(first)
    expect(places.of('new')).not.toBe(first)
    const second = places.of('new')
    places.newIsSent(null)
    expect(places.of('new')).not.toBe(second)
  })

  it('knows the drafts to which files may still be on their way, also those that nobody has opened', () => {
    const places = createUploadPlaces()
    places.newIsSent('one')
    places.newIsSent(null)
    places.newIsSent('two')
    expect(places.ofDrafts()).toEqual(['one', 'two'])
  })

  it('assigns uploads to each stored post separately', () => {
    const places = createUploadPlaces()
    expect(new Set([places.of('one'), places.of('two'), places.of('new')]).size).toBe(3)
  })
})
