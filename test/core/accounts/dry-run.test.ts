import { describe, expect, it } from 'vitest'
import type { AccountRecord } from '../../../core/ports/account-store.ts'
import { MINUTE } from '../../../core/time.ts'
import { START } from '../../factories.ts'
import { createMemoryPlatform } from '../../fakes/platform/memory-platform.ts'
import { bearer, createTestApp, type TestPorts } from '../../fakes/test-app.ts'

const SERVED: typeof fetch = async () =>
  new Response('x', { status: 206, headers: { 'content-type': 'image/jpeg' } })

async function aScene(account: Partial<AccountRecord> = {}, overrides: Partial<TestPorts> = {}) {
  const platform = createMemoryPlatform()
  const test = createTestApp({ platform, fetchPublic: SERVED, ...overrides })
  const { id } = await test.anAccount(account)
  const headers = bearer(await test.newKey())
  const run = async (query = '', of = id) => {
    const response = await test.call(`/api/v1/accounts/${of}/dry-run${query}`, { method: 'POST', headers })
    const body = (await response.json()) as {
      ok: boolean
      code?: string
      steps: { name: string; ok: boolean; detail: string }[]
    }
    return { status: response.status, body }
  }
  const end = async () => (await run()).body.steps.at(-1)
  return { test, platform, run, end }
}

describe('a dry run', () => {
  it('goes every step up to a container that is FINISHED, and publishes nothing', async () => {
    const { test, platform, run } = await aScene()
    platform.container = ['IN_PROGRESS', 'IN_PROGRESS', 'FINISHED']
    await test.anImage()
    const { status, body } = await run()
    expect(status).toBe(200)
    expect(body.ok).toBe(true)
    expect(body.steps.map(({ name, ok }) => [name, ok])).toEqual([
      ['token', true],
      ['permissions', true],
      ['limit', true],
      ['address', true],
      ['container', true],
      ['processing', true],
    ])
    expect(platform.calls).toEqual(['quota', 'create single', 'status 17', 'status 17', 'status 17'])
    expect(test.clock.now()).toBe(START + 5_000)
    expect(JSON.stringify(body)).not.toMatch(/sealed|token-of/i)
  })

  it('ends with the first step that fails, and says what to do', async () => {
    const missing = await aScene({ grantedScopes: ['instagram_business_basic'] })
    expect(await missing.end()).toMatchObject({
      name: 'permissions',
      ok: false,
      detail: expect.stringMatching(/instagram_business_content_publish/),
    })
    const full = await aScene()
    full.platform.quota = { used: 50, allowed: 50 }
    expect(await full.end()).toMatchObject({
      name: 'limit',
      ok: false,
      detail: expect.stringMatching(/50 of 50/),
    })
    const bare = await aScene()
    expect(await bare.end()).toMatchObject({
      name: 'address',
      ok: false,
      detail: expect.stringMatching(/Upload a picture/),
    })
    const closed = await aScene({}, { fetchPublic: async () => new Response('', { status: 404 }) })
    await closed.test.anImage()
    expect(await closed.end()).toMatchObject({
      name: 'address',
      ok: false,
      detail: expect.stringMatching(/404/),
    })
    const nowhere = await aScene({}, { publicUrl: async () => null })
    await nowhere.test.anImage()
    expect(await nowhere.end()).toMatchObject({
      name: 'address',
      ok: false,
      detail: expect.stringMatching(/media bucket/),
    })
    const unfit = await aScene()
    unfit.platform.container = ['ERROR']
    await unfit.test.anImage()
    expect(await unfit.end()).toMatchObject({ name: 'processing', ok: false })
  })

  it('waits for the platform no longer than a minute', async () => {
    const { test, platform, end } = await aScene()
    platform.container = ['IN_PROGRESS']
    await test.anImage()
    expect(await end()).toMatchObject({
      name: 'processing',
      ok: false,
      detail: expect.stringMatching(/after a minute/),
    })
    expect(test.clock.now() - START).toBeLessThan(2 * MINUTE)
  })

  it('takes the picture that is named, and finds neither another one nor another account', async () => {
    const { test, run } = await aScene()
    const { id } = await test.anImage()
    expect((await run(`?mediaFileId=${id}`)).body.ok).toBe(true)
    expect(await run(`?mediaFileId=${crypto.randomUUID()}`)).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    })
    expect(await run('', crypto.randomUUID())).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })
})
