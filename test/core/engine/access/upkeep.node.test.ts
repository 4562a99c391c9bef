import { beforeEach, describe, expect, it } from 'vitest'
import { openAccess } from '../../../../core/engine/access/token-vault.ts'
import { connectByToken } from '../../../../core/features/accounts/connect.ts'
import { turnOf } from '../../../../core/engine/access/call-budget.ts'
import {
  keepUpAccount,
  renewalDueAt,
  TURNS_WITHIN,
  upkeepDueAt,
} from '../../../../core/engine/access/upkeep.ts'
import type { AccountRecord } from '../../../../core/ports/account-store.ts'
import { DAY, HOUR } from '../../../../core/time.ts'
import { START } from '../../../factories.ts'
import {
  A_PICTURE,
  aFoundAccount,
  aLoginToken,
  createLoginWorld,
  ok,
  refusedWith,
  silence,
  TOKEN,
  type LoginWorld,
} from '../../features/accounts/login-world.ts'

let world: LoginWorld
let account: AccountRecord
beforeEach(async () => {
  world = await createLoginWorld()
  const [connected] = await connectByToken(world.ports, 'platform', TOKEN)
  account = connected ?? expect.unreachable()
  world.asked.length = 0
})

const current = async () => (await world.ports.accounts.get(account.id)) ?? expect.unreachable()
const keepUpNow = async () => keepUpAccount(world.ports, await current())
const tokenNow = async () => (await openAccess(world.ports, account.id)).token
const ownTurn = () => turnOf(account.id, TURNS_WITHIN)
const dueAt = (
  change: Partial<AccountRecord>,
  login: { refresh: typeof world.login.refresh } = world.login,
) => upkeepDueAt({ ...account, ...change }, { ...world.login, ...login }, world.clock.now())

describe('when an account is due for upkeep', () => {
  it('a token is renewed from half of its life on', () => {
    expect(renewalDueAt(account)).toBe(START + 30 * DAY)
    world.clock.advance(30 * DAY)
    expect(dueAt({ lastSyncedAt: START + 30 * DAY })).toBe(START + 30 * DAY + ownTurn())
  })

  it('a token is not renewed in its first day', () => {
    expect(renewalDueAt({ ...account, tokenExpiresAt: START + DAY })).toBe(START + DAY)
  })

  it('a token of unknown age is checked a day after it was pasted', () => {
    const pasted = { ...account, tokenIssuedAt: null, tokenExpiresAt: START + 60 * DAY }
    expect(renewalDueAt(pasted)).toBe(START + DAY)
  })

  it('a profile is read once a day, also where tokens cannot be renewed', () => {
    expect(dueAt({})).toBe(START + DAY + ownTurn())
    expect(dueAt({ lastSyncedAt: null })).toBe(DAY + ownTurn())
    world.clock.advance(40 * DAY)
    expect(dueAt({ lastSyncedAt: START + 40 * DAY }, { refresh: null })).toBe(START + 41 * DAY + ownTurn())
  })

  it('accounts that were connected together are not due together', () => {
    const times = Array.from({ length: 50 }, () => dueAt({ id: crypto.randomUUID() }))
    expect(new Set(times).size).toBeGreaterThan(40)
  })

  it('no account waits for its turn while its access is about to end', () => {
    const ends = START + DAY + 1
    world.clock.advance(DAY)
    expect(dueAt({ tokenIssuedAt: START, tokenExpiresAt: ends, lastSyncedAt: START + DAY })).toBe(START + DAY)
  })

  it.each([
    ['the practice account', { isSandbox: true }],
    ['an account whose access has ended', { tokenExpiresAt: START }],
  ])('%s needs no upkeep', (_who, change) => {
    expect(dueAt(change)).toBeNull()
  })
})

describe('a token past half of its life', () => {
  beforeEach(() => world.clock.advance(30 * DAY))

  it('is renewed, and the new one is what is used from then on', async () => {
    const now = world.clock.now()
    world.says.refresh = ok(aLoginToken({ token: 'IGAAnewlife', issuedAt: now, expiresAt: now + 60 * DAY }))
    await keepUpNow()
    expect(await current()).toMatchObject({ tokenIssuedAt: now, tokenExpiresAt: now + 60 * DAY })
    expect(await tokenNow()).toBe('IGAAnewlife')
    expect(world.asked).toEqual([`refresh ${TOKEN}`, 'profile with IGAAnewlife'])
    await keepUpNow()
    expect(world.asked).not.toContain('refresh IGAAnewlife')
  })

  it.each([
    ['nobody answered', silence],
    ['the platform has a bad day', refusedWith(2)],
    ['it is said to be too young', refusedWith(10)],
  ])('keeps its old life when %s, and stays due', async (_why, reply) => {
    world.says.refresh = reply
    const before = await current()
    await keepUpNow()
    expect(await current()).toEqual(before)
    expect(await tokenNow()).toBe(TOKEN)
    expect(renewalDueAt(await current())).toBeLessThanOrEqual(world.clock.now())
  })

  it.each([null, 460, 463, 467])('has ended when it opens nothing any more (190/%s)', async (subcode) => {
    world.says.refresh = refusedWith(190, subcode)
    world.says.profile = refusedWith(190, subcode)
    await keepUpNow()
    expect(await current()).toMatchObject({ tokenExpiresAt: world.clock.now() })
    expect(world.asked).toEqual([`refresh ${TOKEN}`, `profile with ${TOKEN}`])
    expect(JSON.stringify(world.ports.log.lines)).not.toContain(TOKEN)
  })

  it.each([
    ['the profile can be read with it', () => ok(aFoundAccount({ igUserId: account.igUserId }))],
    ['nobody says more', () => silence],
  ])('has not ended when its renewal is refused as if it were dead, and %s', async (_what, reply) => {
    world.says.refresh = refusedWith(190)
    world.says.profile = reply()
    const { tokenExpiresAt } = await current()
    await keepUpNow()
    expect(await current()).toMatchObject({ tokenExpiresAt })
    expect(world.asked).toEqual([`refresh ${TOKEN}`, `profile with ${TOKEN}`])
  })

  it('does not overwrite the connection that the user made meanwhile', async () => {
    const now = world.clock.now()
    const stale = await current()
    await connectByToken(world.ports, 'platform', `${TOKEN}reconnected`)
    for (const reply of [ok(aLoginToken({ token: 'IGAAlate', issuedAt: now })), refusedWith(190)]) {
      world.says.refresh = reply
      await keepUpAccount(world.ports, stale)
      expect(await tokenNow()).toBe(`${TOKEN}reconnected`)
    }
  })

  it('brings no account back that was disconnected meanwhile', async () => {
    const stale = await current()
    await world.ports.accounts.remove(account.id)
    world.says.refresh = ok(aLoginToken())
    await keepUpAccount(world.ports, stale)
    expect(await world.ports.accounts.list()).toEqual([])
  })

  it('that cannot be opened any more is left alone', async () => {
    await world.ports.accounts.update(account.id, { sealedToken: 'v1.x.y' })
    await keepUpNow()
    expect(world.asked).toEqual([])
    expect(world.ports.log.lines.map(({ level }) => level)).toEqual(['warn'])
  })
})

describe('when no calls are left for upkeep', () => {
  it('nothing is asked, and everything stays due', async () => {
    world.clock.advance(30 * DAY)
    while (world.ports.calls.takeForUpkeep());
    const before = await current()
    await keepUpNow()
    expect(world.asked).toEqual([])
    expect(await current()).toEqual(before)
  })
})

describe('the profile of an account', () => {
  const profile = () => ({
    ...aFoundAccount({ igUserId: account.igUserId }),
    username: 'renamed',
    followersCount: 13,
  })

  it('is read again each day', async () => {
    world.says.profile = ok(profile())
    world.clock.advance(DAY - 1)
    await keepUpNow()
    expect(world.asked).toEqual([])
    world.clock.advance(1)
    await keepUpNow()
    expect(await current()).toMatchObject({
      username: 'renamed',
      followersCount: 13,
      lastSyncedAt: START + DAY,
    })
  })

  it('is read again when a clock that was ahead has dated the last time', async () => {
    const ahead = { lastSyncedAt: START + 365 * DAY }
    expect(dueAt(ahead)).toBeLessThan(START)
    await world.ports.accounts.update(account.id, ahead)
    world.says.profile = ok(profile())
    await keepUpNow()
    expect(await current()).toMatchObject({ username: 'renamed', lastSyncedAt: START })
  })

  it('brings its new picture', async () => {
    world.clock.advance(DAY)
    world.says.picture = A_PICTURE
    world.says.profile = ok({ ...profile(), pictureUrl: 'https://scontent.cdninstagram.com/2.jpg' })
    await keepUpNow()
    expect((await current()).avatarKey).not.toBeNull()
  })

  it('stays as it was when it cannot be read', async () => {
    world.clock.advance(DAY)
    await keepUpNow()
    expect(await current()).toEqual(account)
  })

  it('of somebody else is not taken', async () => {
    world.clock.advance(DAY)
    world.says.profile = ok(aFoundAccount())
    await keepUpNow()
    expect(await current()).toEqual(account)
  })

  it('that is refused with a dead token tells the end', async () => {
    world.clock.advance(DAY)
    world.says.profile = refusedWith(190, 492)
    await keepUpNow()
    expect(await current()).toMatchObject({ tokenExpiresAt: START + DAY })
  })

  it.each([
    [10 * DAY + HOUR, 0],
    [10 * DAY, 1],
    [HOUR, 1],
  ])('comes with a warning when the access ends in %i ms: %i', async (left, warnings) => {
    world.clock.advance(DAY)
    world.says.profile = ok(profile())
    world.says.refresh = silence
    await world.ports.accounts.update(account.id, { tokenExpiresAt: START + DAY + left })
    world.login.refresh = null
    await keepUpNow()
    const said = world.ports.log.lines.filter(({ message }) => message.includes('ends soon'))
    expect(said).toHaveLength(warnings)
  })
})
