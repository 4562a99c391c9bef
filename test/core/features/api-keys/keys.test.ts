import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createKey, isKeyShaped, mintKey } from '../../../../core/features/api-keys/keys.ts'
import { webCryptoRandom } from '../../../../core/random.ts'
import { sha256Hex } from '../../../../core/sha256.ts'
import { DAY, MINUTE, SECOND, toIso } from '../../../../core/time.ts'
import { bearer, createTestApp, fromPage, jsonRequest, type TestApp } from '../../../fakes/test-app.ts'

const statusOf = async (test: TestApp, key: string) =>
  (await test.call('/api/v1/auth/me', { headers: bearer(key) })).status

describe('the form of a key', () => {
  it('is app_live_ and 43 letters and digits, a different one 10,000 times', () => {
    const keys = new Set<string>()
    for (let i = 0; i < 10_000; i += 1) keys.add(mintKey(webCryptoRandom))
    expect(keys.size).toBe(10_000)
    expect([...keys].filter((key) => !/^app_live_[0-9A-Za-z]{43}$/.test(key))).toEqual([])
    expect([...keys].filter((key) => !isKeyShaped(key))).toEqual([])
  })

  it('ends with the CRC-32 of what comes before it', () => {
    // zlib's crc32 of app_live_ and 37 zeros is 3380956225: 3go9A1 in base 62.
    expect(isKeyShaped(`app_live_${'0'.repeat(37)}3go9A1`)).toBe(true)
    expect(isKeyShaped(`app_live_${'0'.repeat(37)}3go9A2`)).toBe(false)
  })

  it('uses every one of the 62 characters about equally often', () => {
    const counts = new Map<string, number>()
    for (let i = 0; i < 5_000; i += 1) {
      for (const character of mintKey(webCryptoRandom).slice(9, 46)) {
        counts.set(character, (counts.get(character) ?? 0) + 1)
      }
    }
    const expected = (5_000 * 37) / 62
    expect(counts.size).toBe(62)
    // Eight standard deviations: a biased draw of bytes would be 60 away.
    const spread = 8 * Math.sqrt(expected)
    expect([...counts].filter(([, n]) => Math.abs(n - expected) > spread)).toEqual([])
  })

  it('shows a typing error without a look-up', () => {
    const at = fc.integer({ min: 9, max: 51 })
    const character = fc.stringMatching(/^[0-9A-Za-z]$/)
    fc.assert(
      fc.property(at, character, (index, wrong) => {
        const key = mintKey(webCryptoRandom)
        fc.pre(key[index] !== wrong)
        return !isKeyShaped(key.slice(0, index) + wrong + key.slice(index + 1))
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    ['nothing', ''],
    ['the prefix alone', 'app_live_'],
    ['one character more', `${mintKey(webCryptoRandom)}0`],
    ['one character less', mintKey(webCryptoRandom).slice(0, -1)],
    ['another prefix', mintKey(webCryptoRandom).replace('live', 'test')],
    ['a capital in the prefix', mintKey(webCryptoRandom).replace('app', 'App')],
    ['a line break at the end', `${mintKey(webCryptoRandom)}\n`],
    ['letters of other alphabets', mintKey(webCryptoRandom).replace(/.$/, 'А')],
  ])('does not match %s', (_what, text) => {
    expect(isKeyShaped(text)).toBe(false)
  })
})

describe('creating a key', () => {
  it('answers with the full key once; the list shows its beginning only', async () => {
    const test = createTestApp()
    const page = fromPage(await test.signIn())
    const created = await test.call('/api/v1/settings/api-keys', jsonRequest('POST', { name: 'CI ☾' }, page))
    expect(created.status).toBe(201)
    const { key, fullKey } = (await created.json()) as { key: object; fullKey: string }
    expect(isKeyShaped(fullKey)).toBe(true)
    expect(key).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'CI ☾',
      prefix: fullKey.slice(0, 12),
      rights: 'full',
      scopes: '',
      createdAt: toIso(test.clock.now()),
      lastUsedAt: null,
      revokedAt: null,
    })
    const listed = await test.call('/api/v1/settings/api-keys', { headers: page })
    expect(await listed.json()).toEqual({ keys: [key], hasMore: false })
  })

  it('stores the hash and the first twelve characters, and nothing else of it', async () => {
    const test = createTestApp()
    const { key, fullKey } = await createKey(test.ports, { name: 'script', rights: 'full' })
    const stored = JSON.stringify(await test.ports.keys.findByHash(await sha256Hex(fullKey)))
    expect(JSON.parse(stored)).toEqual(key)
    expect(stored).not.toContain(fullKey.slice(0, 13))
    expect(stored).not.toContain(fullKey.slice(12))
  })

  it('tells keys with the same beginning apart', async () => {
    const test = createTestApp()
    const keys = new Map<string, string>()
    // Three free characters: among 2,000 keys some share them.
    for (let i = 0; i < 2_000; i += 1) {
      const { key, fullKey } = await createKey(test.ports, { name: 'script', rights: 'full' })
      const twin = keys.get(key.prefix)
      if (twin !== undefined) {
        await test.ports.keys.revoke(key.id, test.clock.now())
        expect([await statusOf(test, twin), await statusOf(test, fullKey)]).toEqual([200, 401])
        return
      }
      keys.set(key.prefix, fullKey)
    }
    expect.unreachable('2,000 keys without a shared beginning')
  })

  it.each([
    [0, 400],
    [1, 201],
    [64, 201],
    [65, 400],
  ])('takes a name of %i characters: %i', async (length, status) => {
    const test = createTestApp()
    const page = fromPage(await test.signIn())
    // A moon is two UTF-16 units and one character.
    const name = '🌙'.repeat(length)
    const response = await test.call('/api/v1/settings/api-keys', jsonRequest('POST', { name }, page))
    expect(response.status).toBe(status)
  })
})

describe('revoking a key', () => {
  it('holds for the very next request, and cannot be undone', async () => {
    const test = createTestApp()
    const { key, fullKey } = await createKey(test.ports, { name: 'script', rights: 'full' })
    const revoke = async () => {
      const headers = fromPage(await test.signIn())
      return (await test.call(`/api/v1/settings/api-keys/${key.id}`, { method: 'DELETE', headers })).json()
    }
    expect(await statusOf(test, fullKey)).toBe(200)
    expect(await revoke()).toEqual({ success: true, alreadyRevoked: false })
    expect(await statusOf(test, fullKey)).toBe(401)
    const revokedAt = toIso(test.clock.now())
    test.clock.advance(DAY)
    expect(await revoke()).toEqual({ success: true, alreadyRevoked: true })
    expect(await statusOf(test, fullKey)).toBe(401)
    const listed = await test.call('/api/v1/settings/api-keys', { headers: fromPage(await test.signIn()) })
    expect(await listed.json()).toMatchObject({ keys: [{ id: key.id, revokedAt }] })
  })

  it('leaves other keys alone', async () => {
    const test = createTestApp()
    const [one, two] = [
      await createKey(test.ports, { name: 'one', rights: 'full' }),
      await createKey(test.ports, { name: 'two', rights: 'full' }),
    ]
    await test.call(`/api/v1/settings/api-keys/${one.key.id}`, {
      method: 'DELETE',
      headers: fromPage(await test.signIn()),
    })
    expect(await statusOf(test, two.fullKey)).toBe(200)
  })

  it('says NOT_FOUND for a key that never was', async () => {
    const test = createTestApp()
    const response = await test.call(`/api/v1/settings/api-keys/${crypto.randomUUID()}`, {
      method: 'DELETE',
      headers: fromPage(await test.signIn()),
    })
    expect(await response.json()).toMatchObject({ code: 'NOT_FOUND', status: 404 })
  })
})

describe('the time of a key’s last use', () => {
  it('is kept to the minute, not at each request', async () => {
    const test = createTestApp()
    const { fullKey } = await createKey(test.ports, { name: 'script', rights: 'full' })
    const lastUsedAt = async () => (await test.ports.keys.list())[0]?.lastUsedAt
    expect(await lastUsedAt()).toBeNull()
    const first = test.clock.now()
    await statusOf(test, fullKey)
    expect(await lastUsedAt()).toBe(first)
    test.clock.advance(MINUTE - SECOND)
    await statusOf(test, fullKey)
    expect(await lastUsedAt()).toBe(first)
    test.clock.advance(SECOND)
    await statusOf(test, fullKey)
    expect(await lastUsedAt()).toBe(first + MINUTE)
  })

  it('does not move for a refused key', async () => {
    const test = createTestApp()
    const { key, fullKey } = await createKey(test.ports, { name: 'script', rights: 'full' })
    await test.ports.keys.revoke(key.id, test.clock.now())
    await statusOf(test, fullKey)
    expect((await test.ports.keys.list())[0]?.lastUsedAt).toBeNull()
  })
})
