// The loop that looks after accounts, on timers that a test turns.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../core/time.ts'
import { turnOf } from '../../../core/engine/access/call-budget.ts'
import { connectByToken } from '../../../core/features/accounts/connect.ts'
import { TURNS_WITHIN } from '../../../core/engine/access/upkeep.ts'
import { startAccountUpkeep } from '../../../local-server/loops/account-upkeep.ts'
import type { Loop } from '../../../local-server/loops/loop.ts'
import { aPlatformId, START } from '../../factories.ts'
import {
  aLoginToken,
  createLoginWorld,
  ok,
  silence,
  TOKEN,
  type LoginWorld,
} from '../../core/features/accounts/login-world.ts'

let world: LoginWorld
let upkeep: Loop | undefined

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  world = await createLoginWorld()
  // Real sealing takes real time, of which there is none here.
  world.ports.vault = { seal: async (token) => token, open: async (sealed) => sealed }
  await connectByToken(world.ports, 'platform', TOKEN)
  world.asked.length = 0
})
afterEach(() => {
  void upkeep?.stop()
  vi.useRealTimers()
})

const start = () => (upkeep = startAccountUpkeep(world.ports))
/** Time passes for the clock and the timers alike. */
async function pass(time: number): Promise<void> {
  for (let left = time; left > 0; left -= MINUTE) {
    world.clock.advance(Math.min(left, MINUTE))
    await vi.advanceTimersByTimeAsync(Math.min(left, MINUTE))
  }
}
const renewals = () => world.asked.filter((call) => call.startsWith('refresh'))

describe('the upkeep of accounts', () => {
  it('asks nothing while nothing is due', async () => {
    start()
    await pass(6 * HOUR)
    expect(world.asked).toEqual([])
  })

  it('begins with what became due while nobody ran', async () => {
    world.clock.advance(31 * DAY)
    start()
    await pass(MINUTE)
    expect(world.asked).toEqual([`refresh ${TOKEN}`, `profile with ${TOKEN}`])
  })

  it('does what becomes due while it runs, within a minute', async () => {
    const [account] = await world.ports.accounts.list()
    const ownTurn = turnOf(account?.id ?? '', TURNS_WITHIN)
    world.clock.advance(30 * DAY - 90 * MINUTE + ownTurn)
    await world.ports.accounts.update(account?.id ?? '', { lastSyncedAt: world.clock.now() })
    const now = START + 30 * DAY
    world.says.refresh = ok(aLoginToken({ token: 'IGAAnewlife', issuedAt: now, expiresAt: now + 60 * DAY }))
    start()
    await pass(89 * MINUTE)
    expect(world.asked).toEqual([])
    await pass(2 * MINUTE)
    expect(renewals()).toEqual([`refresh ${TOKEN}`])
  })

  it('tries again after an hour what did not work, and not before', async () => {
    world.clock.advance(30 * DAY)
    start()
    await pass(59 * MINUTE)
    expect(renewals()).toHaveLength(1)
    await pass(3 * MINUTE)
    expect(renewals()).toHaveLength(2)
  })

  it('spreads what many accounts want at once, and asks each once', async () => {
    const [first] = await world.ports.accounts.list()
    for (let n = 1; n < 100; n += 1) {
      const own = { id: crypto.randomUUID(), igUserId: aPlatformId() }
      await world.ports.accounts.put({ ...(first ?? expect.unreachable()), ...own })
    }
    world.clock.advance(20 * DAY)
    world.says.profile = silence
    start()
    await pass(MINUTE)
    expect(world.asked.length).toBeLessThanOrEqual(22)
    await pass(45 * MINUTE)
    expect(world.asked).toHaveLength(100)
  })

  it('goes on after a failure of its own', async () => {
    const { list } = world.ports.accounts
    world.ports.accounts.list = () => Promise.reject(new Error('disk full'))
    start()
    await pass(MINUTE)
    expect(world.ports.log.lines.map(({ level }) => level)).toEqual(['error'])
    world.ports.accounts.list = list
    world.clock.advance(30 * DAY)
    await pass(HOUR)
    expect(renewals()).toHaveLength(1)
  })

  it('starts nothing once it is stopped', async () => {
    void start().stop()
    world.clock.advance(31 * DAY)
    await pass(2 * HOUR)
    expect(world.asked).toEqual([])
  })
})
