import { beforeEach, describe, expect, it } from 'vitest'
import type { CloudConnection } from '../../../core/features/cloud/connection/connection.ts'
import { applyChanges } from '../../../core/features/cloud/delegation/changes/apply-changes.ts'
import { anInsightAccount } from '../../fakes/platform/audience.ts'
import { createHandoverWorld, type HandoverWorld } from './handover-world.ts'

let world: HandoverWorld
beforeEach(async () => {
  world = await createHandoverWorld()
})

describe('numbers from the Worker that could not be stored', () => {
  it('count as not taken, while what follows them is applied, and are told again', async () => {
    const { accountId } = world
    const { insights } = world.ports
    await insights.putAccount(anInsightAccount({ accountId }))
    const connection = (await world.ports.cloudConnection()) ?? expect.unreachable()
    const start = await connection.worker.changes(0, 0)
    const { until: end } = start.kind === 'ok' ? start.value : expect.unreachable()
    const publishedAt = world.clock.now()
    const rows = [{ metric: 'reach', at: publishedAt, value: 5, reason: null }]
    const story = { igMediaId: '18', permalink: null, kind: 'STORIES', publishedAt, done: 4, rows } as const
    const asked: number[][] = []
    const worker: CloudConnection['worker'] = {
      ...connection.worker,
      async changes(since, taken = since) {
        asked.push([since - end, taken - end])
        const reply = await connection.worker.changes(0, 0)
        if (reply.kind !== 'ok') return reply
        const news = since <= end ? [{ accountId, media: [story] }] : []
        return {
          ...reply,
          value: {
            ...reply.value,
            insights: news,
            until: since + (since <= end + 1 ? 1 : 0),
            hasMore: since <= end,
          },
        }
      },
    }
    const apply = (store: typeof insights) =>
      applyChanges({ ...world.ports, insights: store }, { ...connection, worker })
    await applyChanges(world.ports, connection)
    await apply({ ...insights, account: () => Promise.reject(new Error('the disk is full')) })
    await apply(insights)
    expect(asked).toEqual([
      [0, 0],
      [1, 0],
      [0, 0],
      [1, 1],
    ])
    expect(await insights.countMedia(accountId)).toBe(1)
  })
})
