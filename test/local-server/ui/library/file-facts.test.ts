import { expect, it } from 'vitest'
import { savedNameOf } from '../../../../local-server/ui/src/library/file-facts.ts'

it.each([
  ['scan.tif', 'image/jpeg', 'scan.jpg'],
  ['shot 2.0.PNG', 'image/jpeg', 'shot 2.0.jpg'],
  ['soup', 'image/jpeg', 'soup.jpg'],
  ['IMG_1.JPEG', 'image/jpeg', 'IMG_1.JPEG'],
  ['clip.mov', 'video/quicktime', 'clip.mov'],
])('a copy of %s, kept as %s, is called %s', (originalFilename, mimeType, name) => {
  expect(savedNameOf({ originalFilename, mimeType })).toBe(name)
})
