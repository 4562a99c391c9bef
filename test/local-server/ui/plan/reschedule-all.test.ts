import { afterEach, expect, it, vi } from 'vitest'
import { rescheduleAll, sentTime } from '../../../../local-server/ui/src/plan/plan-queries.ts'
import { START } from '../../../factories.ts'

afterEach(() => vi.unstubAllGlobals())

it('sends the same move under the same key, and another one under another', async () => {
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', async (_url: unknown, init?: RequestInit) => {
    keys.push(new Headers(init?.headers).get('Idempotency-Key'))
    return Response.json({ results: [] })
  })
  const move = (updatedAt: string) =>
    rescheduleAll([{ post: { id: 'one', updatedAt }, at: START, timeZone: 'UTC' }])
  for (const version of ['v1', 'v1', 'v2']) await move(version)
  const [first, again, later] = keys
  expect(first).toMatch(/^[\da-f-]{36}$/)
  expect(again).toBe(first)
  expect(later).not.toBe(first)
})

it('sends a zone that is known, also for a post that was stored with an abbreviation', () => {
  expect(sentTime({ at: START, timeZone: 'PST' }).timezone).toBe('UTC')
  expect(sentTime({ at: START, timeZone: 'Asia/Tokyo' }).timezone).toBe('Asia/Tokyo')
})
