import { expect, it } from 'vitest'
import { mediaBody } from '../../../../core/features/media/media-body.ts'
import { asBefore, kindWith, withAdded } from '../../../../local-server/ui/src/library/chosen/added-files.ts'
import { kindBefore } from '../../../../local-server/ui/src/library/chosen/kind-before.ts'
import { aMediaRecord } from '../../../fakes/media/a-media-record.ts'

const some = (count: number) => Array.from({ length: count }, () => mediaBody(aMediaRecord(), () => null))

it('adds files behind those that are there, each of them once', () => {
  const [one, two, three] = some(3) as [never, never, never]
  expect(withAdded([one], [two, one, three], 10)).toEqual({ files: [one, two, three], left: 0 })
})

it('counts the files for which a post has no room any more', () => {
  const [ten, late] = [some(10), some(2)]
  expect(withAdded(ten, late, 10)).toEqual({ files: ten, left: 2 })
})

it('replaces the only file of a post by the last one, and counts the others', () => {
  const [[old], [one, two]] = [some(1), some(2)] as [[never], [never, never]]
  expect(withAdded([old], [one, two], 1)).toEqual({ files: [two], left: 1 })
  expect(withAdded([old], [old], 1)).toEqual({ files: [old], left: 0 })
})

it('brings a removed file back to its place, and leaves the others as they are by now', () => {
  const [kept, removed] = some(2) as [never, never]
  const cropped = { ...(kept as { id: string }), isCropped: true }
  expect(asBefore<{ id: string }>([kept, removed], [cropped])).toEqual([cropped, removed])
})

it('makes a carousel of several files and a reel of a video, and leaves every other kind as it was chosen', () => {
  const [photo, video] = [{ type: 'image/jpeg' }, { type: 'video/mp4' }]
  expect(kindWith('IMAGE', [photo])).toBe('IMAGE')
  expect(kindWith('IMAGE', [video])).toBe('REELS')
  expect(kindWith('IMAGE', [photo, video])).toBe('CAROUSEL')
  expect(kindWith('REELS', [photo])).toBe('REELS')
  expect(kindWith('REELS', [video, video])).toBe('CAROUSEL')
  for (const kind of ['STORIES', 'CAROUSEL'] as const) expect(kindWith(kind, [video])).toBe(kind)
})

it('makes a photo again of the reel whose video has replaced it, once the photo is back', () => {
  const [photo, video] = [{ mimeType: 'image/jpeg' }, { mimeType: 'video/mp4' }]
  expect(kindBefore(kindWith('IMAGE', [{ type: video.mimeType }]), [photo])).toBe('IMAGE')
  expect(kindBefore('REELS', [video])).toBe('REELS')
  expect(kindBefore('REELS', [])).toBe('REELS')
  for (const kind of ['STORIES', 'CAROUSEL'] as const) expect(kindBefore(kind, [photo])).toBe(kind)
})
