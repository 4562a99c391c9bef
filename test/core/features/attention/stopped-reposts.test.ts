import { describe, expect, it } from 'vitest'
import { safeText } from '../../../../core/redact.ts'
import { afterStop } from '../../../../core/engine/reposts/breaker.ts'
import { changeConfig } from '../../../../core/engine/reposts/change-config.ts'
import { repostBarrier } from '../../../../core/rules/reposts/limits.ts'
import { HOUR, toIso } from '../../../../core/time.ts'
import { bearer, createTestApp, jsonRequest } from '../../../fakes/test-app.ts'

describe('story repost that has switched itself off', () => {
  async function stopReposts() {
    let isHidden = false
    const facts = await createTestApp().ports.readFacts()
    const test = createTestApp({
      readFacts: async () => ({ ...facts, sandbox: !isHidden, sandboxAccountIds: [account.id] }),
    })
    const account = await test.anAccount({ loginMethod: 'partner', grantedScopes: null })
    const headers = bearer(await test.newKey())
    const change = async (what: string) => {
      const body = { accountId: account.id, pollIntervalHours: 6, autoTagOriginalPoster: true }
      const { status } = await test.call(`/api/v1/story-repost/${what}`, jsonRequest('POST', body, headers))
      expect(status).toBe(200)
    }
    await change('config')
    await change('enable')
    const message = safeText('The session has ended. Log in again.')
    const stop = () =>
      changeConfig(test.ports, account.id, (config) =>
        afterStop(config, { signal: 'session-dead', message }, test.clock.now()),
      )
    await stop()
    const list = async () => {
      const answer = await test.call('/api/v1/attention', { headers })
      return ((await answer.json()) as { entries: unknown[] }).entries
    }
    return { test, account, headers, change, list, stop, hide: () => (isHidden = true) }
  }

  it('needs a person, and says why, until it is switched on again', async () => {
    const { test, account, change, list } = await stopReposts()
    expect(await list()).toMatchObject([
      {
        id: `REPOSTS_STOPPED:${account.id}`,
        severity: 'error',
        since: toIso(test.clock.now()),
        accountId: account.id,
        message: expect.stringMatching(/switched itself off.* The session has ended\. Log in again\.$/),
        nextStep: 'check_reposts',
      },
    ])
    await change('enable')
    expect(await list()).toEqual([])
  })

  it('needs nobody once it was left off, until it stops again, and reposts nothing by hand either', async () => {
    const { test, account, change, list, stop } = await stopReposts()
    const stopped = await list()
    await change('disable')
    expect(await list()).toEqual([])
    const config = await test.ports.reposts.config(account.id)
    expect(config && repostBarrier(config, test.clock.now(), { byHand: true })?.kind).toBe('disabled')
    test.clock.advance(HOUR)
    await change('enable')
    await stop()
    expect(await list()).toHaveLength(stopped.length)
  })

  it('needs nobody while its account is hidden', async () => {
    const { list, hide } = await stopReposts()
    hide()
    expect(await list()).toEqual([])
  })

  it('needs nobody once it was removed', async () => {
    const { test, account, headers, list } = await stopReposts()
    const path = `/api/v1/story-repost/config?accountId=${account.id}`
    expect((await test.call(path, { method: 'DELETE', headers })).status).toBe(200)
    expect(await list()).toEqual([])
  })
})
