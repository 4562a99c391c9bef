// A change of a time that had no answer may be done all the same. Sent again, as the way back of a message is, it finds that.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { toIso } from '../../../../core/time.ts'
import {
  rescheduleShown,
  scheduleShownDraft,
  type NewTime,
} from '../../../../local-server/ui/src/plan/plan-queries.ts'
import { START } from '../../../factories.ts'

afterEach(() => vi.unstubAllGlobals())

const WISH = { at: START, timeZone: 'Europe/Berlin' }
const AS_WISHED = {
  status: 'SCHEDULED',
  scheduledFor: toIso(START),
  timezone: 'Europe/Berlin',
  handover: null,
}
const wishFor = (id: string): NewTime => ({ post: { id, updatedAt: 'v1' }, ...WISH })

/** Refuses every change, as of a version that is no longer there, and answers with this post. */
function refuseBeside(stored: Record<string, unknown>): void {
  const refusal = { code: 'CONFLICT', error: 'It was changed.', status: 412 }
  vi.stubGlobal('fetch', async (_url: unknown, init?: RequestInit) =>
    init?.method === 'GET' ? Response.json(stored) : Response.json(refusal, { status: 412 }),
  )
}

describe.each([
  ['scheduling a draft', scheduleShownDraft],
  ['moving a post', rescheduleShown],
])('%s', (name, send) => {
  it('is done when it was refused, but the post is as it was wished', async () => {
    refuseBeside(AS_WISHED)
    expect(await send(wishFor(name))).toMatchObject(AS_WISHED)
  })

  it.each([
    ['is still a draft', { status: 'DRAFT', scheduledFor: null }],
    ['has another time', { scheduledFor: toIso(START + 1) }],
    ['has another zone', { timezone: 'UTC' }],
  ])('stays refused when the post %s', async (what, other) => {
    refuseBeside({ ...AS_WISHED, ...other })
    await expect(send(wishFor(`${name} ${what}`))).rejects.toThrow()
  })
})
