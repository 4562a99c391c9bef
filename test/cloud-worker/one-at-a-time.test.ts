import { expect, it } from 'vitest'
import { oneAtATime } from '../../cloud-worker/one-at-a-time.ts'

it.each(Array.from({ length: 8 }, (_, ticks) => ticks))(
  'what is asked for %i steps after the work under way has its answer is done before the promise resolves',
  async (ticks) => {
    let [asked, done] = [1, 0]
    const answer = Promise.withResolvers<void>()
    const work = oneAtATime(async () => {
      const upTo = asked
      await answer.promise
      done = upTo
    })
    const first = work()
    answer.resolve()
    for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve()
    asked = 2
    await Promise.all([first, work()])
    expect(done).toBe(2)
  },
)
