import { describe, expect, it } from 'vitest'
import { createCallBudget, turnOf } from '../../../../core/engine/access/call-budget.ts'
import { HOUR, MINUTE } from '../../../../core/time.ts'
import { createManualClock } from '../../../fakes/manual-clock.ts'

function aBudget() {
  const clock = createManualClock()
  const budget = createCallBudget(clock)
  const takeAll = (take: () => boolean) => {
    let taken = 0
    while (take()) taken += 1
    return taken
  }
  return {
    clock,
    budget,
    forUpkeep: () => takeAll(budget.takeForUpkeep),
    forEvening: () => takeAll(budget.takeForEvening),
  }
}

describe('the budget of calls that no post waits for', () => {
  it('gives some at once, and then two a minute', () => {
    const { clock, forEvening } = aBudget()
    expect(forEvening()).toBe(40)
    clock.advance(MINUTE)
    expect(forEvening()).toBe(2)
    clock.advance(10 * MINUTE)
    expect(forEvening()).toBe(20)
  })

  it('does not save unused calls for a burst', () => {
    const { clock, forEvening } = aBudget()
    clock.advance(100 * HOUR)
    expect(forEvening()).toBe(40)
  })

  it('keeps a part of it from upkeep, for the evening', () => {
    const { clock, forUpkeep, forEvening } = aBudget()
    expect(forUpkeep()).toBe(20)
    expect(forEvening()).toBe(20)
    clock.advance(10 * MINUTE)
    expect(forUpkeep()).toBe(0)
  })

  it('keeps more of it from looks at numbers, except for a story that ends', () => {
    const { takeForLook, takeForUpkeep } = createCallBudget(createManualClock())
    const looks = Array.from({ length: 40 }, () => takeForLook(false))
    expect(looks.filter(Boolean)).toHaveLength(15)
    expect([takeForUpkeep(), takeForLook(false), takeForLook(true)]).toEqual([true, false, true])
  })

  it('tells upkeep when to ask again', () => {
    const { clock, budget, forUpkeep } = aBudget()
    expect(budget.untilUpkeep()).toBe(0)
    forUpkeep()
    expect(budget.untilUpkeep()).toBe(MINUTE / 2)
    clock.advance(MINUTE / 2)
    expect(forUpkeep()).toBe(1)
  })

  it('lets others wait for what a person has asked for', () => {
    const { budget, forEvening } = aBudget()
    for (let n = 0; n < 500; n += 1) budget.spend()
    expect(forEvening()).toBe(0)
  })
})

describe('the turn of an account', () => {
  it('is always the same, and differs from account to account', () => {
    const ids = Array.from({ length: 500 }, () => crypto.randomUUID())
    const turns = ids.map((id) => turnOf(id, HOUR))
    expect(ids.map((id) => turnOf(id, HOUR))).toEqual(turns)
    expect(new Set(turns.map((turn) => Math.floor((4 * turn) / HOUR)))).toEqual(new Set([0, 1, 2, 3]))
  })
})
