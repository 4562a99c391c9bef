import { env } from 'cloudflare:workers'
import { runInDurableObject } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { FREE_PLAN, type Day, type Quota } from '../fakes/cloud/free-plan.ts'
import { liveOneDay } from './metered-day.ts'

type OneDay = Parameters<typeof liveOneDay> extends [unknown, ...infer Rest] ? Rest : never

const live = (day: string, ...lived: OneDay): Promise<Day> =>
  liveOneDay(
    (name, act) => {
      const object = env.SCHEDULER.get(env.SCHEDULER.idFromName(`${day} ${name}`))
      return runInDurableObject(object, (_object, { storage }) => act(storage))
    },
    ...lived,
  )
/** Quotas of which more than this share was used. */
const above = ({ used }: Day, share: number) =>
  Object.entries(used).filter(([quota, amount]) => amount > FREE_PLAN[quota as Quota] * share)

describe('a day on the free plan', () => {
  it('without a post needs at most 2 % of each quota, except for the 96 KV writes of the heartbeat', async () => {
    const day = await live('idle', 0)

    expect(day.used['KV writes']).toBeLessThanOrEqual(96)
    expect(above({ ...day, used: { ...day.used, 'KV writes': 0 } }, 0.02)).toEqual([])
    expect(day.used).toMatchObject({ 'KV lists': 0, 'KV reads': 0, 'KV deletes': 0, 'R2 reads': 0 })
    expect(day.outsideCalls.all).toBe(0)
  })

  it('with fifty posts needs at most two KV writes and one delete for each post, and eight outside calls', async () => {
    const day = await live('fifty', 50)

    expect(day.published).toBe(50)
    expect(day.used['KV writes'] - 96 - 3).toBeLessThanOrEqual(2 * 50)
    expect(day.used).toMatchObject({ 'KV lists': 0, 'KV reads': 0, 'KV deletes': 50 })
    expect(day.outsideCalls.all).toBeLessThanOrEqual(8 * 50)
    expect(above({ ...day, used: { ...day.used, 'KV writes': 0 } }, 0.05)).toEqual([])
  })

  it('with a first comment under each post needs one more outside call, three more rows, and no KV write', async () => {
    const under = { firstComment: 'Recipe below' }
    const [plain, commented] = [await live('plain', 4), await live('commented', 4, 0, under)]
    const more = (quota: Quota) => (commented.used[quota] - plain.used[quota]) / 4

    expect(commented.published).toBe(4)
    expect(commented.outsideCalls.all - plain.outsideCalls.all).toBe(4)
    expect(more('rows written')).toBeLessThanOrEqual(3)
    expect([more('KV writes'), more('KV deletes'), more('KV lists')]).toEqual([0, 0, 0])
  })

  it('with three delegated accounts and four mentions each needs at most 3 % of each quota, except for KV writes', async () => {
    const day = await live('delegated', 0, 4)

    expect(day.reposted).toBe(12)
    expect(day.looks).toBeLessThanOrEqual(3 * 5)
    expect(day.used['KV writes'] - 96 - 3).toBeLessThanOrEqual(2 * 12)
    expect(day.used).toMatchObject({ 'KV lists': 0, 'KV reads': 0, 'KV deletes': 12, 'R2 reads': 12 })
    expect(day.outsideCalls.most).toBeLessThanOrEqual(40)
    expect(above({ ...day, used: { ...day.used, 'KV writes': 0 } }, 0.03)).toEqual([])
  })
})
