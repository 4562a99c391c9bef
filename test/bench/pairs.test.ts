import { expect, test } from 'vitest'
import {
  deviationOf,
  isEnough,
  isQuiet,
  judge,
  measurePairs,
  rowOf,
  spreadOf,
  type Pair,
} from './parts/pairs.ts'

const LIMITS = { fewest: 5, most: 9, minutes: 3 }

/** Pairs with these ratios on a floor that does not move. */
const pairsOf = (...ratios: number[]): Pair[] => ratios.map((ratio) => ({ ours: ratio * 100, floor: 100 }))
const onFloors = (...floors: number[]): Pair[] => floors.map((floor) => ({ ours: floor * 2, floor }))

/** A side that notes each of its runs and takes these times in turn, the last one again and again. */
function side(name: string, ran: string[], times: readonly number[]) {
  let runs = 0
  return async () => {
    ran.push(name)
    runs += 1
    return times[Math.min(runs, times.length) - 1] ?? Number.NaN
  }
}

test('a ratio is taken pair by pair, so a machine that slows down changes neither median nor spread', () => {
  const slower = [1, 2, 4, 8, 16].map((times) => ({ ours: 250 * times, floor: 100 * times }))
  expect(spreadOf(slower)).toEqual({ median: 2.5, from: 2.5, to: 2.5 })
})

test('the spread is the middle half of the ratios, whatever the rest did', () => {
  const spread = spreadOf(pairsOf(90, 2.1, 1.9, 2, 0.1, 2.2, 1.8, 2))
  expect(spread).toEqual({ median: 2, from: 1.9, to: 2.2 })
  expect(deviationOf(spread)).toBeCloseTo(0.1)
})

test('fewer than the fewest pairs are never enough while there is time', () => {
  expect(isEnough(pairsOf(2, 2, 2, 2), 2.9, LIMITS)).toBe(false)
})

test('the fewest pairs are enough when the middle half lies within 8 % of the median', () => {
  expect(isEnough(pairsOf(0.1, 1.85, 2, 2.15, 9), 0, LIMITS)).toBe(true)
  expect(isEnough(pairsOf(0.1, 1.8, 2, 2.15, 9), 0, LIMITS)).toBe(false)
})

test('pairs that never agree end with the most pairs, or when the minutes are over', () => {
  const wild = [1, 3, 2, 1, 3, 2, 1, 3]
  expect(isEnough(pairsOf(...wild), 2.9, LIMITS)).toBe(false)
  expect(isEnough(pairsOf(...wild, 2), 2.9, LIMITS)).toBe(true)
  expect(isEnough(pairsOf(...wild), 3, LIMITS)).toBe(true)
  expect(isEnough(pairsOf(2), 3, LIMITS)).toBe(true)
})

test('a verdict is that of the median ratio', () => {
  const pairs = pairsOf(1, 2.2, 2.2, 2.2, 9)
  expect(judge(pairs, { atMost: 2.2 })).toBe('holds')
  expect(judge(pairs, { atMost: 2.1 })).toBe('MISSED')
  expect(judge(pairs, { atLeast: 2.2 })).toBe('holds')
  expect(judge(pairs, { atLeast: 2.3 })).toBe('MISSED')
})

test('a floor that moved by more than a third takes the place of the verdict', () => {
  expect(judge(onFloors(100, 110, 120, 130, 133), { atMost: 9 })).toBe('holds')
  expect(judge(onFloors(100, 110, 120, 130, 134), { atMost: 9 })).toBe('not quiet')
  expect(judge(onFloors(100, 110, 120, 130, 134), { atMost: 1 })).toBe('not quiet')
})

test('one hiccup of the floor at either end of fifteen pairs leaves the row its verdict, two do not', () => {
  const still = Array.from({ length: 13 }, () => 100)
  expect(isQuiet(onFloors(...still, 20, 900))).toBe(true)
  expect(isQuiet(onFloors(...still, 900, 900))).toBe(false)
})

test('both sides run once before anything counts, and who goes first changes from pair to pair', async () => {
  const ran: string[] = []
  const sides = { ours: side('ours', ran, [777, 200]), floor: side('floor', ran, [1, 100]) }
  const pairs = await measurePairs(sides, { ...LIMITS, fewest: 3 }, () => 0)
  expect(ran.join(' ')).toBe('floor ours floor ours ours floor floor ours')
  expect(pairs).toEqual(onFloors(100, 100, 100))
})

test('measuring goes on beyond the fewest pairs until the ratio stands still', async () => {
  const sides = { ours: side('ours', [], [2, 1, 4, 1, 4, 1, 2]), floor: side('floor', [], [1]) }
  const pairs = await measurePairs(sides, { ...LIMITS, most: 99 }, () => 0)
  expect(pairs.map(({ ours }) => ours)).toEqual([1, 4, 1, 4, 1, ...Array.from({ length: 7 }, () => 2)])
})

test('measuring ends when the minutes are over, with what there is', async () => {
  let minutes = 0
  const sides = { ours: side('ours', [], [2]), floor: side('floor', [], [1]) }
  expect(await measurePairs(sides, LIMITS, () => minutes++)).toHaveLength(3)
})

test('a row names both medians, the ratio with its middle half, the number of pairs and the verdict', () => {
  const compared = { what: 'a start', floorIs: 'an empty program', unit: 'ms', goal: { atMost: 5 } }
  const pairs = pairsOf(4, 4.9, 5, 5.2, 9)
  expect(rowOf(compared, pairs)).toEqual([
    'a start',
    'an empty program',
    '500 ms',
    '100 ms',
    '5.00 ×',
    '4.90..5.20, ± 4 %',
    '5',
    '≤ 5 × holds',
  ])
  expect(rowOf({ ...compared, goal: { atLeast: 0.6 } }, onFloors(1, 2)).at(-1)).toBe('≥ 0.6 × not quiet')
})
