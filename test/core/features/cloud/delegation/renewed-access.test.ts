import { describe, expect, it } from 'vitest'
import { createRenewedAccess } from '../../../../../core/features/cloud/delegation/renewed-access.ts'
import type { AccountRecord } from '../../../../../core/ports/account-store.ts'
import { DAY, SECOND } from '../../../../../core/time.ts'
import { anAccountRecord } from '../../../../factories.ts'
import { createManualClock } from '../../../../fakes/manual-clock.ts'
import { createMemoryLog } from '../../../../fakes/memory-log.ts'
import { openStores } from '../../../../memory-database.ts'

type Worker = 'renews' | 'knows nothing' | 'is silent' | 'fails' | 'hangs'

/** The token of the account ended yesterday; a call with the one in `sealedToken` is made. */
async function aScene(first: Worker) {
  const clock = createManualClock()
  const log = createMemoryLog()
  const { accounts } = openStores()
  const account = anAccountRecord({ tokenExpiresAt: clock.now() - DAY, sealedToken: 'ended' })
  await accounts.put(account)
  const worker = { does: first, asked: 0 }
  async function takeNews(): Promise<boolean> {
    worker.asked += 1
    if (worker.does === 'hangs') return new Promise(() => {})
    if (worker.does === 'fails') throw new Error('the disk is full')
    const renewed = { sealedToken: 'renewed', tokenExpiresAt: clock.now() + 30 * DAY }
    if (worker.does === 'renews') await accounts.update(account.id, renewed, 'ended')
    return worker.does !== 'is silent'
  }
  async function accessTo(accountId: string) {
    const { igUserId, sealedToken } = (await accounts.get(accountId)) ?? expect.unreachable()
    const rest = { loginMethod: 'platform', isSandbox: false, page: null, pausedUntil: null } as const
    return { accountId, igUserId, token: sealedToken, ...rest }
  }
  const pause = async (time: number) => clock.advance(time)
  const patient = worker.does === 'hangs' ? pause : () => new Promise<void>(() => {})
  const renewedAccess = createRenewedAccess({ accounts, clock, log, pause: patient }, accessTo, takeNews)
  const tokenUsed = async () => (await renewedAccess(account.id)).token
  return { clock, log, accounts, account, worker, tokenUsed }
}

describe('a token that has ended while the computer was off', () => {
  it('is asked for at the Worker before anything is called with it, once for all who wait', async () => {
    const { worker, tokenUsed } = await aScene('renews')
    expect(await Promise.all([tokenUsed(), tokenUsed()])).toEqual(['renewed', 'renewed'])
    expect(await tokenUsed()).toBe('renewed')
    expect(worker.asked).toBe(1)
  })

  it('is used when the Worker has no other, which is asked once', async () => {
    const { clock, worker, tokenUsed } = await aScene('knows nothing')
    expect(await tokenUsed()).toBe('ended')
    clock.advance(DAY)
    expect(await tokenUsed()).toBe('ended')
    expect(worker.asked).toBe(1)
  })

  it('is asked for again once there is a network', async () => {
    const { clock, worker, tokenUsed } = await aScene('is silent')
    expect(await tokenUsed()).toBe('ended')
    worker.does = 'renews'
    clock.advance(10 * SECOND)
    expect(await tokenUsed()).toBe('renewed')
  })

  it('keeps no publish call waiting behind its intent again and again', async () => {
    const { worker, clock, tokenUsed } = await aScene('hangs')
    expect(await tokenUsed()).toBe('ended')
    const waitedUntil = clock.now()
    expect(await tokenUsed()).toBe('ended')
    expect([clock.now(), worker.asked]).toEqual([waitedUntil, 1])
  })

  it('is used when what the Worker told could not be stored', async () => {
    const { log, tokenUsed } = await aScene('fails')
    expect(await tokenUsed()).toBe('ended')
    expect(log.lines).toMatchObject([{ level: 'error' }])
  })
})

it.each<[string, Partial<AccountRecord>]>([
  ['has not ended', { tokenExpiresAt: Date.UTC(2027, 0, 1) }],
  ['is not known to end', { tokenExpiresAt: null }],
  ['is of the login that the Worker does not renew', { loginMethod: 'partner' }],
])('a token that %s waits for nobody', async (_which, change) => {
  const { accounts, account, worker, tokenUsed } = await aScene('renews')
  await accounts.put({ ...account, ...change })
  await tokenUsed()
  expect(worker.asked).toBe(0)
})
