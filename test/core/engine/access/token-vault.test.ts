import type { AccountRecord, AccountStore } from '../../../../core/ports/account-store.ts'
import { describe, expect, it } from 'vitest'
import { openAccess, createTokenVault, tokenOwner } from '../../../../core/engine/access/token-vault.ts'
import { fromBase64Url, toBase64Url } from '../../../../core/base64url.ts'
import { webCryptoRandom } from '../../../../core/random.ts'
import { MINUTE } from '../../../../core/time.ts'
import { anAccountRecord, START } from '../../../factories.ts'
import { createManualClock } from '../../../fakes/manual-clock.ts'

const KEY = new Uint8Array(32).fill(7)
const TOKEN = 'IGAAlongTokenOfThePlatform'
const OWNER = tokenOwner('7f0c1d52-6e0b-4c55-9a0e-3f1f7f1f2a10')

const vaultWith = (key = KEY) => createTokenVault(key, webCryptoRandom)

describe('a sealed token', () => {
  it.each(['', 'x', TOKEN, 'with Ünïcode 🌙', 'x'.repeat(10_000)])('is opened again: %#', async (token) => {
    const vault = await vaultWith()
    expect(await vault.open(await vault.seal(token, OWNER), OWNER)).toBe(token)
  })

  it('shows nothing of the token and is another one each time', async () => {
    const vault = await vaultWith()
    const sealed = await Promise.all(Array.from({ length: 1_000 }, () => vault.seal(TOKEN, OWNER)))
    expect(new Set(sealed).size).toBe(1_000)
    expect(new Set(sealed.map((text) => text.split('.')[1])).size).toBe(1_000)
    expect(
      sealed.filter((text) => text.includes(TOKEN) || text.includes(toBase64Url(bytesOf(TOKEN)))),
    ).toEqual([])
  })

  it('is refused when any byte of it was flipped', async () => {
    const vault = await vaultWith()
    const [version = '', nonce = '', ciphertext = ''] = (await vault.seal(TOKEN, OWNER)).split('.')
    const opened: string[] = []
    for (const [name, part] of Object.entries({ nonce, ciphertext })) {
      const bytes = fromBase64Url(part)
      for (let at = 0; at < bytes.length; at += 1) {
        for (const bit of [1, 128]) {
          const flipped = toBase64Url(bytes.with(at, (bytes[at] ?? 0) ^ bit))
          const sealed = name === 'nonce' ? [version, flipped, ciphertext] : [version, nonce, flipped]
          if ((await vault.open(sealed.join('.'), OWNER)) !== null) opened.push(`${name} ${at}`)
        }
      }
    }
    expect(opened).toEqual([])
  })

  it('is refused for another owner, so that two rows cannot be swapped', async () => {
    const vault = await vaultWith()
    const sealed = await vault.seal(TOKEN, OWNER)
    for (const owner of [tokenOwner(crypto.randomUUID()), '', `${OWNER} `, OWNER.toUpperCase()]) {
      expect(await vault.open(sealed, owner)).toBeNull()
    }
  })

  it('is refused under another key', async () => {
    const sealed = await (await vaultWith()).seal(TOKEN, OWNER)
    expect(await (await vaultWith(KEY.with(31, 8))).open(sealed, OWNER)).toBeNull()
  })

  it('is refused when it was cut, made longer, or never was one', async () => {
    const vault = await vaultWith()
    const sealed = await vault.seal(TOKEN, OWNER)
    const [version, nonce, ciphertext = ''] = sealed.split('.')
    for (const text of [
      '',
      '...',
      'v1..',
      TOKEN,
      sealed.slice(0, -2),
      `${sealed}AA`,
      sealed.replace('v1', 'v2'),
      sealed.slice(3),
      [version, nonce].join('.'),
      [version, ciphertext, nonce].join('.'),
      [version, nonce, '!!not base64!!'].join('.'),
      [version, '', ciphertext].join('.'),
    ]) {
      expect(await vault.open(text, OWNER)).toBeNull()
    }
  })
})

describe('speaking for an account', () => {
  async function scene() {
    const [vault, clock] = [await vaultWith(), createManualClock()]
    const known = new Map<string, AccountRecord>()
    const accounts = { get: async (id: string) => known.get(id) ?? null } as AccountStore
    const put = (account: AccountRecord) => void known.set(account.id, account)
    const account = anAccountRecord({ tokenExpiresAt: START + MINUTE })
    const sealedToken = await vault.seal(TOKEN, tokenOwner(account.id))
    put({ ...account, sealedToken })
    return { accounts, put, vault, clock, account }
  }

  it('gives the opened token and whose it is', async () => {
    const { account, ...ports } = await scene()
    expect(await openAccess(ports, account.id)).toEqual({
      accountId: account.id,
      igUserId: account.igUserId,
      token: TOKEN,
      loginMethod: 'platform',
      isSandbox: false,
      page: null,
      pausedUntil: null,
    })
  })

  it('is refused for an account that is not connected', async () => {
    const { account: _account, ...ports } = await scene()
    await expect(openAccess(ports, crypto.randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('is given also when the token’s time is over by our clock, which may be wrong', async () => {
    const { account, ...ports } = await scene()
    ports.clock.advance(MINUTE)
    expect(await openAccess(ports, account.id)).toMatchObject({ token: TOKEN })
  })

  it('asks to reconnect when the token cannot be opened, as after the key was lost', async () => {
    const { account, ...ports } = await scene()
    const vault = await vaultWith(KEY.with(0, 1))
    await expect(openAccess({ ...ports, vault }, account.id)).rejects.toMatchObject({
      code: 'TOKEN_EXPIRED',
      message: expect.stringMatching(/Reconnect/),
    })
  })

  it('is refused with the sealed token of another account', async () => {
    const { account, ...ports } = await scene()
    const other = anAccountRecord({ sealedToken: (await ports.accounts.get(account.id))?.sealedToken ?? '' })
    ports.put(other)
    await expect(openAccess(ports, other.id)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' })
  })
})

const bytesOf = (text: string) => new TextEncoder().encode(text)
