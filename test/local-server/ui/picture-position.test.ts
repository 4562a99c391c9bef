import { expect, it } from 'vitest'
import { positionOf, nextPosition } from '../../../local-server/ui/src/library/people/picture-position.ts'

const BOX = { left: 100, top: 50, width: 200, height: 400 }

it('returns the position of a pointer in a picture, never outside of it', () => {
  expect(positionOf(BOX, { clientX: 150, clientY: 250 })).toEqual({ x: 0.25, y: 0.5 })
  expect(positionOf(BOX, { clientX: 0, clientY: 9_999 })).toEqual({ x: 0, y: 1 })
})

it('moves a position by small steps, by large ones with shift, and stops at the edge', () => {
  const middle = { x: 0.5, y: 0.5 }
  expect(nextPosition({ key: 'ArrowLeft', shiftKey: false }, middle)).toEqual({ x: 0.48, y: 0.5 })
  expect(nextPosition({ key: 'ArrowDown', shiftKey: true }, middle)).toEqual({ x: 0.5, y: 0.6 })
  expect(nextPosition({ key: 'ArrowUp', shiftKey: true }, { x: 0.5, y: 0.04 })).toEqual({ x: 0.5, y: 0 })
  expect(nextPosition({ key: 'a', shiftKey: false }, middle)).toBeNull()
})
