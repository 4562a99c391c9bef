import { expect, it } from 'vitest'
import { DAY, toIso } from '../../../../core/time.ts'
import { comingPosts } from '../../../../local-server/ui/src/plan/plan-queries.ts'
import { START } from '../../../factories.ts'

it('shows the time that is meant for the draft of a series, and those that follow, while they are ahead', () => {
  const series = {
    postId: crypto.randomUUID(),
    every: 'weekly',
    comesBackAs: 'draft',
    timezone: 'UTC',
    plannedFor: toIso(START),
    accountId: crypto.randomUUID(),
    caption: 'Fog',
    isDraft: true,
    coming: [toIso(START + 7 * DAY), toIso(START + 14 * DAY)],
  } as const
  const shownAt = (now: number) => comingPosts([{ ...series, coming: [...series.coming] }], 'UTC', now)
  const times = (now: number) => shownAt(now).map(({ at }) => at)
  expect(times(START - 1)).toEqual([START, START + 7 * DAY, START + 14 * DAY])
  expect(times(START)).toEqual([START + 7 * DAY, START + 14 * DAY])
  expect(shownAt(START + 8 * DAY)).toMatchObject([{ at: START + 14 * DAY, wall: '2026-12-04T12:00' }])
})
