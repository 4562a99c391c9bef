// The weekly times of an account are replaced as a whole, so what another tab has saved meanwhile must not be lost without a word.
import { afterEach, expect, it, vi } from 'vitest'
import type { SlotPlanBody, SlotsBody } from '../../../../core/api/schedule/slots.ts'
import { saveShownSlots, SlotsChanged } from '../../../../local-server/ui/src/plan/slots/slot-queries.ts'

afterEach(() => vi.unstubAllGlobals())

const timesOn = (...monday: string[]) =>
  ({
    accountId: 'a',
    timezone: 'Europe/Berlin',
    weekly: { monday, tuesday: [] },
    exceptions: [],
  }) as unknown as SlotsBody
const WISH: SlotPlanBody = {
  timezone: 'Europe/Berlin',
  weekly: { monday: ['18:00', '10:00'] },
  exceptions: [],
}

/** Returns whether it was saved while the server has `stored`. */
async function isSaved(known: SlotsBody, stored: SlotsBody): Promise<boolean> {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_url: unknown, init?: RequestInit) => {
    if (init?.method === 'PUT') sent.push(init.body)
    return Response.json(stored)
  })
  const problem = await saveShownSlots(known, WISH).then(
    () => null,
    (error: unknown) => error,
  )
  if (problem !== null) expect(problem).toBeInstanceOf(SlotsChanged)
  return sent.length === 1
}

it('replaces the times that were shown', async () => {
  expect(await isSaved(timesOn('10:00'), timesOn('10:00'))).toBe(true)
})

it('replaces no times that were saved elsewhere meanwhile', async () => {
  expect(await isSaved(timesOn('10:00'), timesOn('10:00', '12:00'))).toBe(false)
})

it('is done with times that are stored as wished, as after an answer that was lost', async () => {
  expect(await isSaved(timesOn('10:00'), timesOn('10:00', '18:00'))).toBe(true)
})
