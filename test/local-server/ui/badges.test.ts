import { describe, expect, it } from 'vitest'
import { badgesOf, COLOURS } from '../../../local-server/ui/src/shared/accounts/badges.ts'

const id = (number: number) => `0000${number.toString(16).padStart(4, '0')}-6e0b-4c55-9a0e-3f1f7f1f2a10`
const accounts = (count: number, nameOf = (number: number) => `bakery.${number}`) =>
  Array.from({ length: count }, (_, number) => ({ id: id(number * 7919), username: nameOf(number) }))

describe('the badges of accounts', () => {
  it.each([
    ['names that differ late', (number: number) => `bakery.${number}`],
    ['names of one letter, repeated', (number: number) => 'b'.repeat(number + 1)],
    ['names without any letter', (number: number) => '_'.repeat(number + 1)],
  ])('are never alike, up to 20 accounts with %s', (_what, nameOf) => {
    for (let count = 1; count <= 20; count += 1) {
      const badges = [...badgesOf(accounts(count, nameOf)).values()]
      expect(new Set(badges.map(({ colour, letters }) => `${colour} ${letters}`)).size).toBe(count)
    }
  })

  it('keep the colour of an account for life, whichever others come and go', () => {
    const all = accounts(20)
    const colours = new Map([...badgesOf(all)].map(([of, { colour }]) => [of, colour]))
    for (const left of all.keys())
      for (const [of, { colour }] of badgesOf(all.filter((_, index) => index !== left).toReversed()))
        expect(colour).toBe(colours.get(of))
  })

  it('take the second letter from where the names differ', () => {
    const many = accounts(60)
    const [first, second] =
      [...Map.groupBy(many, (one) => badgesOf([one]).get(one.id)?.colour).values()][0] ?? []
    const badges = badgesOf([first, second].filter((one) => one !== undefined))
    for (const one of [first, second])
      expect(badges.get(one?.id ?? '')?.letters).toBe(`B${one?.username.charAt(7)}`)
  })

  it('have one letter where that is enough', () => {
    const badges = badgesOf([
      { id: id(1), username: 'anna' },
      { id: id(2), username: 'ben' },
    ])
    expect([...badges.values()].map(({ letters }) => letters)).toEqual(['A', 'B'])
  })

  it('have colours that the eye tells apart, on which white letters are read, the same in the light and in the dark', () => {
    for (const [index, one] of COLOURS.entries()) {
      expect(1.05 / (luminanceOf(one) + 0.05)).toBeGreaterThan(4.5)
      for (const other of COLOURS.slice(index + 1)) {
        const [lab, otherLab] = [labOf(one), labOf(other)]
        const difference = Math.hypot(...lab.map((part, at) => part - (otherLab[at] ?? 0)))
        expect(difference, `${one} ${other}`).toBeGreaterThan(20)
      }
    }
  })
})

function linearOf(hex: string): number[] {
  return [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
}

function luminanceOf(hex: string): number {
  const [r = 0, g = 0, b = 0] = linearOf(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** CIELAB, whose distance is ΔE (1976). */
function labOf(hex: string): number[] {
  const [r = 0, g = 0, b = 0] = linearOf(hex)
  const xyz = [
    (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
    0.2126 * r + 0.7152 * g + 0.0722 * b,
    (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
  ]
  const [x = 0, y = 0, z = 0] = xyz.map((part) =>
    part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116,
  )
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}
