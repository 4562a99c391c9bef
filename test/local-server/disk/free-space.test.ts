// Where a folder that is not there yet would be made, and how much room is there.
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freeBytesAt, freeBytesOf, nearestThere } from '../../../local-server/disk/free-space.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

it('the nearest folder that is there is the path itself, one above it, or a root that is missing, too', () => {
  const folder = newFolder()
  expect(nearestThere(folder)).toBe(folder)
  expect(nearestThere(join(folder, 'one', 'two'))).toBe(folder)
  expect(nearestThere('/one/two', () => false)).toBe('/')
})

it('the free bytes of a disk are unknown where it does not tell them', () => {
  expect(freeBytesAt(newFolder())).toBeGreaterThan(0)
  expect(freeBytesAt(join(newFolder(), 'missing'))).toBeNull()
  expect(freeBytesOf({ bavail: 0, blocks: 0, bsize: 4096 })).toBeNull()
  expect(freeBytesOf({ bavail: 0, blocks: 10, bsize: 4096 })).toBe(0)
})
