// How a row of the bench is measured: something of ours and its floor in alternation, pair by pair, until the ratio stands
// still. Knows neither clocks nor processes, so that its own rules can be tested with given numbers.
import { median, quantile } from './measure.ts'

/** One run of ours and one of its floor, right after one another. */
export interface Pair {
  readonly ours: number
  readonly floor: number
}

/** What the median ratio should be. */
export type Goal = { readonly atMost: number } | { readonly atLeast: number }

/** Between the fewest and the most pairs, measuring ends as soon as the ratio is steady or the minutes are over. */
export interface Limits {
  readonly fewest: number
  readonly most: number
  readonly minutes: number
}

/** How far from the median the middle half of the ratios may lie. */
const STEADY = 0.08
/** By how much the floor may move: beyond that the machine was busy with something else. */
const QUIET = 1 / 3

export interface Spread {
  readonly median: number
  /** The middle half: a quarter of the ratios is below, a quarter above. */
  readonly from: number
  readonly to: number
}

export function spreadOf(pairs: readonly Pair[]): Spread {
  const ratios = pairs.map(({ ours, floor }) => ours / floor)
  return { median: median(ratios), from: quantile(ratios, 0.25), to: quantile(ratios, 0.75) }
}

/** The distance from the median to the farther end of the middle half, as a share of the median. */
export function deviationOf({ median, from, to }: Spread): number {
  return Math.max(median - from, to - median) / median
}

export function isEnough(pairs: readonly Pair[], minutes: number, limits: Limits): boolean {
  if (pairs.length >= limits.most) return true
  if (pairs.length < limits.fewest) return minutes >= limits.minutes && pairs.length > 0
  return minutes >= limits.minutes || deviationOf(spreadOf(pairs)) <= STEADY
}

/** Without its slowest and its fastest tenth, so that one hiccup in fifteen runs does not spoil the row. */
export function isQuiet(pairs: readonly Pair[]): boolean {
  const floors = pairs.map(({ floor }) => floor)
  return quantile(floors, 0.9) <= quantile(floors, 0.1) * (1 + QUIET)
}

export type Verdict = 'holds' | 'MISSED' | 'not quiet'

export function judge(pairs: readonly Pair[], goal: Goal): Verdict {
  if (!isQuiet(pairs)) return 'not quiet'
  const ratio = spreadOf(pairs).median
  return ('atMost' in goal ? ratio <= goal.atMost : ratio >= goal.atLeast) ? 'holds' : 'MISSED'
}

export interface Sides {
  ours(): Promise<number>
  floor(): Promise<number>
}

/** Both sides run once before anything counts. Who goes first changes from pair to pair. */
export async function measurePairs(
  { ours, floor }: Sides,
  limits: Limits,
  minutesSoFar: () => number,
): Promise<Pair[]> {
  await floor()
  await ours()
  const pairs: Pair[] = []
  while (!isEnough(pairs, minutesSoFar(), limits)) {
    if (pairs.length % 2 === 0) {
      const first = await floor()
      pairs.push({ floor: first, ours: await ours() })
    } else {
      const first = await ours()
      pairs.push({ ours: first, floor: await floor() })
    }
  }
  return pairs
}

export const ROW_HEAD = [
  'case',
  'floor',
  'ours',
  'its floor',
  'ratio',
  'middle half',
  'pairs',
  'goal',
] as const

export interface Compared {
  readonly what: string
  /** What the floor is, in a few words. */
  readonly floorIs: string
  readonly unit: string
  readonly goal?: Goal
}

export function rowOf({ what, floorIs, unit, goal }: Compared, pairs: readonly Pair[]): string[] {
  const spread = spreadOf(pairs)
  const medianOf = (side: keyof Pair) => {
    const runs = pairs.map((pair) => pair[side])
    return `${figureOf(median(runs))} ${unit}`
  }
  const within = `${spread.from.toFixed(2)}..${spread.to.toFixed(2)}, ± ${(deviationOf(spread) * 100).toFixed(0)} %`
  return [
    what,
    floorIs,
    medianOf('ours'),
    medianOf('floor'),
    `${spread.median.toFixed(2)} ×`,
    within,
    String(pairs.length),
    goal === undefined ? '' : `${goalText(goal)} ${judge(pairs, goal)}`,
  ]
}

const goalText = (goal: Goal) => ('atMost' in goal ? `≤ ${goal.atMost} ×` : `≥ ${goal.atLeast} ×`)

/** Three digits that count. */
export function figureOf(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3)
}
