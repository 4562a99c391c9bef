import { describe, expect, it } from 'vitest'
import { afterLook } from '../../../../core/rules/insights/after-look.ts'
import type { LookedAt } from '../../../../core/rules/insights/looks.ts'
import {
  latestOf,
  rowsOfLook,
  valueAt,
  type InsightRow,
  type SeenAtLook,
} from '../../../../core/rules/insights/rows.ts'
import { DAY, HOUR } from '../../../../core/time.ts'
import { START } from '../../../factories.ts'

const POST: LookedAt = { igMediaId: '1', kind: 'IMAGE', publishedAt: START }
const STORY: LookedAt = { ...POST, kind: 'STORIES' }
const row = (metric: string, at: number, value: number | null): InsightRow => {
  return { metric, at, value, reason: value === null ? 'gone' : null }
}
const seen = (at: number, values: Record<string, number>, asked = ['reach', 'views']): SeenAtLook => {
  return { at, values, asked, reason: null }
}
const NEW = { latest: [], done: 0, whyMissed: () => 'missed' as const }

describe('the rows of a look', () => {
  it('are those whose value has changed', () => {
    const latest = [row('reach', START, 5), row('views', START, 9)]
    expect(rowsOfLook(latest, seen(START + HOUR, { reach: 5, views: 12 }))).toEqual([
      row('views', START + HOUR, 12),
    ])
  })

  it('hold no zero for what is absent', () => {
    expect(rowsOfLook([], seen(START, { reach: 0 }))).toEqual([row('reach', START, 0)])
  })

  it('say once that a metric is no longer given, and not of one that was not asked for', () => {
    const latest = [row('reach', START, 5), row('saved', START, 1)]
    const gone = rowsOfLook(latest, seen(START + HOUR, { views: 1 }))
    expect(gone).toEqual([row('reach', START + HOUR, null), row('views', START + HOUR, 1)])
    expect(rowsOfLook(latestOf([...latest, ...gone]), seen(START + 2 * HOUR, { views: 1 }))).toEqual([])
  })

  it('are read under the names that a metric has had', () => {
    const rows = [row('impressions', START, 4), row('views', START + HOUR, 7)]
    expect([valueAt(rows, 'views', START), valueAt(rows, 'views', START + DAY)]).toEqual([4, 7])
    expect(latestOf(rows)).toEqual([row('views', START + HOUR, 7)])
  })
})

describe('after a look', () => {
  it('an answer without figures takes none away', () => {
    const latest = [row('reach', START + HOUR, 5)]
    expect(afterLook(POST, seen(START + 6 * HOUR, {}), { ...NEW, latest, done: 1 })).toMatchObject({
      rows: [],
      done: 2,
    })
  })

  it('one that came too late says that it was missed, of a media that was known before', () => {
    const late = seen(START + 40 * HOUR, { reach: 9 })
    const latest = [row('reach', START + 6 * HOUR, 5)]
    const missed = { metric: 'look', at: START + DAY, value: null, reason: 'missed' }
    const rows = [row('reach', late.at, 9)]
    expect(afterLook(POST, late, { ...NEW, latest, done: 2 }).rows).toEqual([missed, ...rows])
    expect(afterLook(POST, late, { ...NEW, done: 2 }).rows).toEqual(rows)
    const inTime = seen(START + 29 * HOUR, { reach: 9 })
    expect(afterLook(POST, inTime, { ...NEW, latest, done: 2 }).rows).toHaveLength(1)
  })

  it('one that came too early for the next step leaves that step', () => {
    expect(afterLook(STORY, seen(START + 21 * HOUR, { reach: 3 }), { ...NEW, done: 3 })).toMatchObject({
      done: 3,
    })
  })

  it('the last of a story has a row of its own, although no value has changed', () => {
    const latest = [row('reach', START + 20 * HOUR, 5)]
    const at = START + 23.2 * HOUR
    const end = afterLook(STORY, seen(at, { reach: 5 }), { ...NEW, latest, done: 3 })
    expect(end).toEqual({ rows: [{ metric: 'look', at, value: 1, reason: null }], done: 4, nextAt: null })
  })

  it('a story that has ended unseen is a row for each look that was missed, with the reason', () => {
    const { rows, done, nextAt } = afterLook(STORY, seen(START + 2 * DAY, {}), { ...NEW, done: 2 })
    expect(rows.map(({ metric, reason }) => [metric, reason])).toEqual([
      ['look', 'missed'],
      ['look', 'missed'],
    ])
    expect([done, nextAt]).toEqual([4, null])
  })

  it('what the platform will never tell is not asked for again', () => {
    const never = { ...seen(START + HOUR, {}), reason: 'before-professional' as const }
    expect(afterLook(POST, never, NEW)).toMatchObject({
      nextAt: null,
      rows: [{ reason: 'before-professional' }],
    })
  })

  it('a post that was not found is looked for once more before that is believed', () => {
    const lost = { ...seen(START + HOUR, {}), reason: 'deleted' as const }
    const first = afterLook(POST, lost, NEW)
    expect(first).toMatchObject({ done: 1, rows: [{ reason: 'deleted' }] })
    const again = { ...lost, at: START + 6 * HOUR }
    expect(afterLook(POST, again, { ...NEW, latest: first.rows, done: 1 })).toMatchObject({ nextAt: null })
  })

  it('a post that was found again meanwhile is looked for once more, too', async () => {
    const deleted = { metric: 'look', at: START + HOUR, value: null, reason: 'deleted' as const }
    const latest = [deleted, row('reach', START + 6 * HOUR, 5)]
    const lost = { ...seen(START + DAY, {}), reason: 'deleted' as const }
    const { rows, nextAt } = afterLook(POST, lost, { ...NEW, latest, done: 2 })
    expect(rows).toMatchObject([{ at: START + DAY, reason: 'deleted' }])
    expect(nextAt).not.toBeNull()
  })

  it('too few viewers are noted once, and looked at again', () => {
    const few = { ...seen(START + HOUR, {}), reason: 'too-few-viewers' as const }
    const first = afterLook(STORY, few, NEW)
    expect(first.rows).toMatchObject([{ metric: 'look', reason: 'too-few-viewers' }])
    const again = { ...few, at: START + 6 * HOUR }
    expect(afterLook(STORY, again, { ...NEW, latest: first.rows, done: 1 }).rows).toEqual([])
    expect(
      afterLook(STORY, { ...few, at: START + 23 * HOUR }, { ...NEW, latest: first.rows, done: 3 }).rows,
    ).toHaveLength(1)
  })
})
