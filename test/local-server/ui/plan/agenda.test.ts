// A week by the hour on a narrow screen, which is a list of its days.
import { createElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SeriesBody } from '../../../../core/features/scheduling/recurrence/recurrences.ts'
import { Hours } from '../../../../local-server/ui/src/plan/views/hours.tsx'
import { type PlanView, PlanViewContext } from '../../../../local-server/ui/src/plan/views/plan-view.ts'
import { english } from '../../../../local-server/ui/src/strings/en/english.ts'
import { pageText } from '../page-text.ts'

beforeEach(() => void vi.stubGlobal('window', { matchMedia: () => ({ matches: true }), location: {} }))
afterEach(() => vi.unstubAllGlobals())

const DAYS = ['2026-11-26', '2026-11-27']
const EMPTY: PlanView = {
  days: DAYS,
  tilesOf: new Map(),
  slotsOf: new Map(),
  comingOf: new Map(),
  today: '2026-11-25',
  isWhole: true,
  hourNow: 9,
  hints: { dense: new Map(), empty: new Set(), room: new Map(), sentences: [] },
  notes: new Map(),
  isStacked: true,
  onGo: () => {},
  onNote: () => {},
  onCompose: () => {},
}

const saidOf = (view: Partial<PlanView>) =>
  pageText(createElement(PlanViewContext, { value: { ...EMPTY, ...view }, children: createElement(Hours) }))

const timesEmpty = (text: string) => text.split(english.plan.emptyDay).length - 1

it('shows what comes back and the free times, and calls only days without a coming post empty', async () => {
  const [on = '', after = ''] = DAYS
  const series: SeriesBody = {
    postId: 'a',
    caption: 'Fresh bread',
    accountId: 'one',
    every: 'weekly',
    comesBackAs: 'scheduled',
    timezone: 'UTC',
    plannedFor: `${on}T10:00:00Z`,
    isDraft: false,
    coming: [],
  }
  const coming = { series, at: Date.parse(`${on}T10:00Z`), wall: `${on}T10:00` }
  const slot = { accountId: 'one', at: Date.parse(`${after}T18:30Z`), wall: `${after}T18:30` }
  const said = await saidOf({ comingOf: new Map([[on, [coming]]]), slotsOf: new Map([[after, [slot]]]) })
  expect(said).toContain('Fresh bread')
  expect(said).toMatch(/6:30.PM|18:30/)
  expect(timesEmpty(said)).toBe(1)
})

it('calls no day empty before its posts were read, or while a filter hides some', async () => {
  expect(timesEmpty(await saidOf({}))).toBe(2)
  expect(timesEmpty(await saidOf({ isWhole: false }))).toBe(0)
})
