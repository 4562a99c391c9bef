// Makes a failing history small: kinds of fault, acts and single faults are left out as long as the same promise breaks. What is left
// keeps its fate, because fates are drawn by name and not in turn.
import type { Kind } from './faults.ts'
import type { Outcome, Plan } from './history.ts'

const MOST_RUNS = 90

/** Which promise it was. */
const promiseOf = (sentence: string) => sentence.split(' ')[0] ?? ''

export async function shrink(failed: Outcome, run: (plan: Plan) => Promise<Outcome>): Promise<Outcome> {
  const promises = new Set(failed.broken.map(promiseOf))
  let best = failed
  let runs = 0
  const breaksToo = async (plan: Plan) => {
    if (runs >= MOST_RUNS) return false
    runs += 1
    const outcome = await run(plan)
    if (!outcome.broken.some((sentence) => promises.has(promiseOf(sentence)))) return false
    best = outcome
    return true
  }
  await leaveOut(Object.keys(failed.plan.mix) as Kind[], (kinds) => {
    const mix = Object.fromEntries(
      Object.entries(best.plan.mix).filter(([kind]) => !kinds.includes(kind as Kind)),
    )
    return breaksToo({ ...best.plan, mix })
  })
  await leaveOut(best.plan.acts, (acts) =>
    breaksToo({ ...best.plan, acts: best.plan.acts.filter((act) => !acts.includes(act)) }),
  )
  await leaveOut(
    best.struck.map(({ place }) => place),
    (places) => breaksToo({ ...best.plan, spared: new Set([...best.plan.spared, ...places]) }),
  )
  return best
}

/** Tries without halves, then without quarters, down to single ones. */
async function leaveOut<T>(
  all: readonly T[],
  works: (without: readonly T[]) => Promise<boolean>,
): Promise<void> {
  let left = [...all]
  for (let size = Math.ceil(left.length / 2); size > 0; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < left.length;) {
      const some = left.slice(at, at + size)
      if (await works(some)) left = left.filter((one) => !some.includes(one))
      else at += size
    }
  }
}
