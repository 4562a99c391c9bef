import { expect, it } from 'vitest'
import type { Outcome, Plan } from './history.ts'
import { drawActs } from './people.ts'
import { shrink } from './shrink.ts'

const PLAN: Plan = {
  seed: 7,
  like: 7,
  mix: { 'call late': 0.1, 'answer lost': 0.1, 'disk busy': 0.01, 'KV old': 0.2 },
  acts: drawActs(7),
  spared: new Set(),
  hasCloud: true,
}
const PLACES = ['call late: a #1', 'call late: b #1', 'answer lost: a #1', 'answer lost: c #4']

/** Breaks by one act, and two faults together. */
async function run(plan: Plan): Promise<Outcome> {
  const strikes = PLACES.filter(
    (place) => !plan.spared.has(place) && (place.split(':')[0] as string) in plan.mix,
  )
  const isBroken =
    plan.acts.some(({ nth }) => nth === 3) &&
    ['call late: b #1', 'answer lost: c #4'].every((place) => strikes.includes(place))
  return {
    plan,
    broken: isBroken ? [`N2 post 3 is live ${plan.acts.length} times`] : [],
    struck: strikes.map((place) => ({ place, at: 0 })),
    hash: '',
    trace: [],
    states: [],
    cells: new Map(),
  }
}

it('leaves of a failing history the acts, the kinds and the faults that break the promise', async () => {
  const { plan, struck } = await shrink(await run(PLAN), run)
  expect(Object.keys(plan.mix)).toEqual(['call late', 'answer lost'])
  expect(plan.acts.map(({ nth }) => nth)).toEqual([3])
  expect(struck.map(({ place }) => place)).toEqual(['call late: b #1', 'answer lost: c #4'])
})
