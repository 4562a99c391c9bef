import { describe, expect, it } from 'vitest'
import {
  hasHeard,
  readScanMemory,
  writeScanMemory,
} from '../../../../core/engine/platform/mentions/scan-memory.ts'
import { nextConfig } from '../../../../core/engine/reposts/change-config.ts'
import type { RepostConfig } from '../../../../core/ports/reposts/repost-store.ts'
import { toIso } from '../../../../core/time.ts'
import { bearer, createTestApp, jsonRequest } from '../../../fakes/test-app.ts'

const HEARD = writeScanMemory({ ...readScanMemory(null), hasHeard: true }, 0)

describe('mentions of an account of which no message was ever seen', () => {
  async function enableReposts() {
    const test = createTestApp()
    const account = await test.anAccount({ loginMethod: 'partner', grantedScopes: null })
    const headers = bearer(await test.newKey())
    const body = { accountId: account.id, pollIntervalHours: 6, autoTagOriginalPoster: true }
    for (const what of ['config', 'enable'])
      await test.call(`/api/v1/story-repost/${what}`, jsonRequest('POST', body, headers))
    const change = (found: Partial<RepostConfig>) =>
      test.ports.reposts.updateConfig(account.id, (stored) => nextConfig(stored, found, test.clock.now()))
    const list = async () => {
      const answer = await test.call('/api/v1/attention', { headers })
      return ((await answer.json()) as { entries: unknown[] }).entries
    }
    return { test, account, change, list }
  }

  it('are unproven once a check has found nothing, until a first message was read', async () => {
    const { test, account, change, list } = await enableReposts()
    expect(await list()).toEqual([])
    await change({ lastPollStatus: 'NO_MENTIONS' })
    expect(await list()).toMatchObject([
      {
        id: `MENTIONS_UNPROVEN:${account.id}`,
        severity: 'notice',
        since: toIso(test.clock.now()),
        message: expect.stringContaining('Make the app live'),
        nextStep: 'make_app_live',
      },
    ])
    await change({ memory: HEARD })
    expect(await list()).toEqual([])
  })

  it.each([
    ['they were found', { lastPollStatus: 'SUCCESS' }],
    ['the check failed, which is told otherwise', { lastPollStatus: 'FAILED' }],
    ['they are read with the user’s own session', { lastPollStatus: 'NO_MENTIONS', source: 'native' }],
    ['they are not looked for', { lastPollStatus: 'NO_MENTIONS', isEnabled: false }],
  ] as const)('are not unproven when %s', async (_why, found) => {
    const { change, list } = await enableReposts()
    await change(found)
    expect(await list()).not.toContainEqual(expect.objectContaining({ code: 'MENTIONS_UNPROVEN' }))
  })
})

it('a scan remembers that it has read a conversation after the conversation is forgotten', () => {
  const first = writeScanMemory({ ...readScanMemory(null), read: new Map([['one', 1_000]]) }, 0)
  const later = writeScanMemory(readScanMemory(first), 2_000)
  expect(readScanMemory(later).read.size).toBe(0)
  expect([null, first, later].map(hasHeard)).toEqual([false, true, true])
})
