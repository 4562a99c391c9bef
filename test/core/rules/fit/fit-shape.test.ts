import { describe, expect, it } from 'vitest'
import { evenSize, middleArea, parseRatio, pixelsOf } from '../../../../core/rules/fit/fit-shape.ts'

describe('a shape that is asked for', () => {
  it.each([
    ['4:5', 0.8],
    ['1:1', 1],
    ['1.91:1', 1.91],
    ['9:16', 0.5625],
    ['1080:1350', 0.8],
    ['4:1', 4],
  ])('%s is width to height', (text, ratio) => {
    expect(parseRatio(text)).toBeCloseTo(ratio, 10)
  })

  it.each([
    '',
    '4',
    '4:',
    '0:1',
    '1:0',
    '-4:5',
    '4:5:6',
    '1:5',
    '5:1',
    '1e1:9',
    ' 4:5',
    '4/5',
    'NaN:1',
    '99999:99999',
  ])('%j is not a shape', (text) => {
    expect(parseRatio(text)).toBeNull()
  })
})

describe('the pixels of a shape', () => {
  it('are the usual ones', () => {
    const phone = { width: 1080, height: 1920 }
    expect(evenSize(0.8, phone)).toEqual({ width: 1080, height: 1350 })
    expect(evenSize(1.91, phone)).toEqual({ width: 1080, height: 566 })
    expect(evenSize(1, phone)).toEqual({ width: 1080, height: 1080 })
    expect(evenSize(9 / 16, phone)).toEqual({ width: 1080, height: 1920 })
  })

  it('are even, within the box, near the shape, and within the feed’s edges whatever the box', () => {
    for (let width = 300; width < 1441; width += 7) {
      for (const [ratio, inFeed] of [
        [0.8, true],
        [1.91, true],
        [1, true],
        [9 / 16, false],
        [3, false],
      ] as const) {
        const size = evenSize(ratio, { width, height: 2560 })
        expect([size.width % 2, size.height % 2]).toEqual([0, 0])
        expect(size.width).toBeLessThanOrEqual(width)
        const actual = size.width / size.height
        expect(Math.abs(actual / ratio - 1)).toBeLessThan(0.03)
        if (inFeed) expect([width, actual >= 0.8 && actual <= 1.91]).toEqual([width, true])
      }
    }
  })
})

describe('an area of a picture', () => {
  it('is in the middle and as large as the shape allows', () => {
    expect(middleArea(2, 1)).toEqual({ left: 0.25, top: 0, width: 0.5, height: 1 })
    expect(middleArea(0.5, 0.8)).toEqual({ left: 0, top: 0.1875, width: 1, height: 0.625 })
    expect(middleArea(1, 1)).toEqual({ left: 0, top: 0, width: 1, height: 1 })
  })

  it('is whole pixels within the picture, however it was rounded', () => {
    const size = { width: 1000, height: 600 }
    expect(pixelsOf({ left: 0.5, top: 0.25, width: 0.25, height: 0.5 }, size)).toEqual({
      left: 500,
      top: 150,
      width: 250,
      height: 300,
    })
    expect(pixelsOf({ left: 0.9999, top: 1, width: 0.0002, height: 0.001 }, size)).toEqual({
      left: 999,
      top: 599,
      width: 1,
      height: 1,
    })
    expect(pixelsOf({ left: 0.1, top: 0, width: 0.9006, height: 1 }, size)).toMatchObject({ width: 900 })
  })
})
