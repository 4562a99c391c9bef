import { describe, expect, it } from 'vitest'
import { sniffType } from '../../../local-server/disk/sniff-type.ts'

/** A head whose directory is said to be far behind it, as most programs write it. */
const tiff = (order: 'II' | 'MM', next = '') => {
  const head = Buffer.alloc(5_000)
  head.write(order, 'latin1')
  if (order === 'II') head.writeUInt16LE(42, 2)
  else head.writeUInt16BE(42, 2)
  if (order === 'II') head.writeUInt32LE(3_000_000, 4)
  else head.writeUInt32BE(3_000_000, 4)
  head.write(next, 8, 'latin1')
  return head
}

describe('a TIFF whose directory lies behind its picture', () => {
  it.each(['II', 'MM'] as const)('is known by its first bytes, in the order %s', async (order) => {
    expect(await sniffType(tiff(order))).toBe('image/tiff')
  })

  it('is not what a camera calls its raw picture', async () => {
    expect(await sniffType(tiff('II', 'CR'))).toBe('image/x-canon-cr2')
  })
})

describe('a picture of the family that AVIF and HEIC share', () => {
  it.each([
    ['mif1', ['avif', 'miaf'], 'image/avif'],
    ['avif', ['mif1'], 'image/avif'],
    ['mif1', ['heic'], 'image/heif'],
  ])('named after %s first, and after %j, is %s', async (first, others, type) => {
    const brands = Buffer.from(`ftyp${first}\0\0\0\0${others.join('')}`, 'latin1')
    const size = Buffer.from([0, 0, 0, 4 + brands.length])
    expect(await sniffType(Buffer.concat([size, brands, Buffer.alloc(5_000)]))).toBe(type)
  })
})
