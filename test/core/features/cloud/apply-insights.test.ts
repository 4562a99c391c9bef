import { beforeEach, describe, expect, it } from 'vitest'
import type { InsightNews } from '../../../../core/engine/worker/protocol.ts'
import { applyInsights } from '../../../../core/features/cloud/delegation/changes/apply-insights.ts'
import { HOUR, MINUTE } from '../../../../core/time.ts'
import { createMemoryLog } from '../../../fakes/memory-log.ts'
import { aShown } from '../../../fakes/platform/audience.ts'
import { START } from '../../../factories.ts'
import { ACCOUNT_ID, createInsightWorld, type InsightWorld } from '../insights/insight-world.ts'

const at = START + HOUR + 23.2 * HOUR
const NEWS: InsightNews = {
  igMediaId: '18',
  permalink: 'https://www.instagram.com/stories/night.owl/18',
  kind: 'STORIES',
  publishedAt: START + HOUR,
  done: 4,
  rows: [
    { metric: 'look', at, value: 1, reason: null },
    { metric: 'reach', at, value: 28, reason: null },
  ],
}

describe('numbers from the Worker', () => {
  let world: InsightWorld
  beforeEach(async () => {
    world = await createInsightWorld()
    await world.pass(5 * MINUTE)
  })
  const apply = (news = NEWS) =>
    applyInsights({ ...world.stores, log: createMemoryLog() }, { accountId: ACCOUNT_ID, media: [news] })

  it('of a story that this computer never saw are kept, once', async () => {
    await world.run(MINUTE)
    await apply()
    await apply()
    expect(await world.rowsOf('18')).toEqual(NEWS.rows)
    expect(await world.stores.insights.due(ACCOUNT_ID, at)).toEqual([])
  })

  it('take the place of the look that was missed here', async () => {
    world.audience.media = [aShown({ igMediaId: '18', kind: 'STORIES', publishedAt: START + HOUR })]
    await world.run(8 * HOUR)
    await world.pass(40 * HOUR)
    await world.run(HOUR)
    expect((await world.rowsOf('18')).at(-1)).toMatchObject({ metric: 'look', reason: 'missed' })
    await apply()
    const last = (await world.rowsOf('18')).filter(
      ({ metric, at: time }) => metric === 'look' && time > at - HOUR,
    )
    expect(last.map(({ reason }) => reason)).toEqual([null, null])
    expect((await world.rowsOf('18')).filter(({ metric }) => metric === 'reach').at(-1)?.value).toBe(28)
  })

  it('leave what an earlier look has noted as it is', async () => {
    await world.run(MINUTE)
    const few = { metric: 'look', at: START + 2 * HOUR, value: null, reason: 'too-few-viewers' as const }
    const seenHere = { ...aShown({ igMediaId: '18', kind: 'STORIES', publishedAt: START + HOUR }), done: 1 }
    const key = { accountId: ACCOUNT_ID, igMediaId: '18' }
    await world.stores.insights.addMedia([
      { ...seenHere, ...key, postId: null, isTrial: false, nextAt: null },
    ])
    await world.stores.insights.record(key, () => ({ rows: [few], done: 1, nextAt: null }))
    await apply()
    expect(await world.rowsOf('18')).toEqual([few, ...NEWS.rows])
  })

  it('of an account whose numbers were deleted are not taken', async () => {
    await world.run(MINUTE)
    await world.stores.insights.remove(ACCOUNT_ID)
    await apply()
    expect(await world.rowsOf('18')).toEqual([])
  })
})
