import { describe, expect, it } from 'vitest'
import { HOUR, toIso } from '../../../../core/time.ts'
import type { Hold } from '../../../../core/ports/posts/queue-hold.ts'
import { accept } from '../../../contracts/publishing-stores.ts'
import { START } from '../../../factories.ts'
import { bearer, createTestApp, fromPage, jsonRequest } from '../../../fakes/test-app.ts'

function aHeldScene() {
  let hold: Hold | null = { reason: 'copied', since: START - HOUR }
  let woken = 0
  const test = createTestApp({
    hold: {
      current: () => hold,
      async release() {
        hold = null
      },
    },
    wake: () => (woken += 1),
  })
  return { test, woken: () => woken }
}

describe('a held queue', () => {
  it('tells the page why, since when, and how many posts wait for the word', async () => {
    const { test } = aHeldScene()
    await accept(test.ports)
    await accept(test.ports, {}, { runAt: START + HOUR })
    const answer = await test.call('/api/queue/state', { headers: fromPage(await test.signIn()) })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      held: true,
      reason: 'copied',
      message: expect.stringMatching(/copy/),
      since: toIso(START - HOUR),
      overdue: 1,
      waiting: 2,
    })
  })

  it('is released by the person in front of the page, once and for all', async () => {
    const { test, woken } = aHeldScene()
    const page = fromPage(await test.signIn())
    for (const times of [1, 2]) {
      const answer = await test.call('/api/queue/confirm', jsonRequest('POST', {}, page))
      expect(await answer.json()).toMatchObject({ held: false, reason: null, message: null, since: null })
      expect(woken()).toBe(times)
    }
  })

  it('is released by nobody else', async () => {
    const { test } = aHeldScene()
    const confirm = async (headers: Record<string, string>) => {
      const answer = await test.call('/api/queue/confirm', jsonRequest('POST', {}, headers))
      return ((await answer.json()) as { code: string }).code
    }
    expect(await confirm({})).toBe('AUTH_REQUIRED')
    expect(await confirm(bearer(await test.newKey()))).toBe('COOKIE_AUTH_REQUIRED')
    expect(await confirm({ cookie: await test.signIn(), origin: 'https://evil.example' })).toBe(
      'AUTH_REQUIRED',
    )
    expect(test.ports.hold.current()).not.toBeNull()
  })
})
