// A pause that the platform imposes on an account for which both sides publish: each keeps to what the other has learned, for as
// long as that is true.
import { beforeEach, describe, expect, it } from 'vitest'
import { resumeAccount, readPause, writePause } from '../../../cloud-worker/accounts/account-rows.ts'
import { HOUR, MINUTE } from '../../../core/time.ts'
import { createHandoverWorld, type HandoverWorld } from './handover-world.ts'

let world: HandoverWorld
beforeEach(async () => {
  world = await createHandoverWorld()
})

const registrations = () => world.calls.filter((call) => call === 'putAccount').length
const here = async () => (await world.ports.accounts.get(world.accountId))?.pausedUntil
const there = () => readPause(world.cloud.sql, world.accountId)
const learnHere = (until: number) => world.ports.ledger.extendPause(world.accountId, until)
const endHere = (until: number) =>
  world.ports.ledger.endPause(world.accountId, { until, now: world.clock.now(), left: null })
const learnThere = (until: number) => writePause(world.cloud.sql, world.accountId, until)
const endThere = (until: number) => resumeAccount(world.cloud.sql, world.accountId, until, world.clock.now())
const after = (time: number) => world.clock.now() + time

describe('a pause that began here', () => {
  it('lets the post at the Worker wait, and is told there once', async () => {
    const { id } = await world.newPost('waits')
    const before = registrations()
    await learnHere(after(HOUR))
    await world.run(2 * MINUTE)
    const calls = world.cloud.calls.length
    await world.run(56 * MINUTE)
    expect(world.cloud.calls.length).toBe(calls)
    await world.run(10 * MINUTE)
    expect(world.liveCount('waits')).toBe(1)
    expect(await world.post(id)).toMatchObject({ status: 'PUBLISHED' })
    expect(registrations()).toBe(before + 1)
  })

  it('and ends early lets the post at the Worker go on at its own time', async () => {
    await world.newPost('goes on')
    const before = registrations()
    const until = after(HOUR)
    await learnHere(until)
    await world.run(15 * MINUTE)
    expect(world.liveCount('goes on')).toBe(0)
    await endHere(until)
    await world.run(2 * MINUTE)
    expect([there(), world.liveCount('goes on')]).toEqual([null, 1])
    expect(registrations()).toBe(before + 2)
  })

  it('ends at the Worker although the answer that it was told there was lost', async () => {
    await world.newPost('later', 5 * HOUR)
    const until = after(HOUR)
    await learnHere(until)
    world.fates((call) => (call === 'putAccount' ? 'lost' : 'ok'))
    await world.run(2 * MINUTE)
    expect(there()).toBe(until)
    world.fates(() => 'ok')
    await endHere(until)
    await world.run(2 * MINUTE)
    expect(there()).toBeNull()
  })

  it('is known there with a post that is handed over while it lasts', async () => {
    const until = after(HOUR)
    await learnHere(until)
    await world.newPost('new')
    expect(there()).toBe(until)
  })

  it('for a minute or two, which only spaces calls, is not worth a request', async () => {
    await world.newPost('soon')
    const before = registrations()
    for (const _minute of [1, 2, 3, 4, 5]) {
      await learnHere(after(2 * MINUTE))
      await world.run(MINUTE)
    }
    expect(registrations()).toBe(before)
  })

  it('stays when a shorter one ends at the Worker', async () => {
    await world.newPost('later', 5 * HOUR)
    const [longer, shorter] = [after(3 * HOUR), after(HOUR)]
    await learnHere(longer)
    learnThere(shorter)
    await world.run(2 * MINUTE)
    expect([await here(), there()]).toEqual([longer, longer])
    endThere(shorter)
    await world.run(2 * MINUTE)
    expect([await here(), there()]).toEqual([longer, longer])
  })

  it('stays on both sides when a longer one ends at the Worker', async () => {
    await world.newPost('later', 5 * HOUR)
    const [longer, shorter] = [after(3 * HOUR), after(HOUR)]
    await learnHere(shorter)
    await world.run(2 * MINUTE)
    const before = registrations()
    learnThere(longer)
    await world.run(2 * MINUTE)
    expect([await here(), there()]).toEqual([longer, longer])
    endThere(longer)
    await world.run(2 * MINUTE)
    expect([await here(), there(), registrations()]).toEqual([shorter, shorter, before])
  })
})

describe('a pause that began at the Worker', () => {
  it('is kept here, is not sent back, and ends here when it ends there', async () => {
    await world.newPost('later', 5 * HOUR)
    const before = registrations()
    const until = after(2 * HOUR)
    learnThere(until)
    await world.run(5 * MINUTE)
    expect([await here(), there(), registrations()]).toEqual([until, until, before])
    endThere(until)
    await world.run(5 * MINUTE)
    expect([await here(), there(), registrations()]).toEqual([null, null, before])
  })

  it('is shorter here, too, when a longer one before it has ended unheard', async () => {
    await world.newPost('later', 5 * HOUR)
    const [longer, shorter] = [after(3 * HOUR), after(HOUR)]
    learnThere(longer)
    await world.run(2 * MINUTE)
    endThere(longer)
    learnThere(shorter)
    await world.run(2 * MINUTE)
    expect([await here(), there()]).toEqual([shorter, shorter])
  })

  it('is told again and stays when the account is sent again', async () => {
    await world.newPost('later', 5 * HOUR)
    const until = after(2 * HOUR)
    learnThere(until)
    await world.ports.accounts.update(world.accountId, { whenLimitIsFull: 'wait' })
    await world.run(5 * MINUTE)
    expect([await here(), there()]).toEqual([until, until])
    await learnHere(until - HOUR)
    await world.run(5 * MINUTE)
    expect([await here(), there()]).toEqual([until, until])
  })

  it('is told to a Worker that does not know it: to one without its memory, and to another one', async () => {
    const { id } = await world.newPost('before')
    const until = after(2 * HOUR)
    learnThere(until)
    await world.run(2 * MINUTE)
    await world.cancel(id)
    await world.cloud.engine().removeAccount(world.accountId)
    await world.newPost('waits')
    await world.run(15 * MINUTE)
    expect([await here(), there(), world.liveCount('waits')]).toEqual([until, until, 0])

    const later = until + HOUR
    learnThere(later)
    await world.run(2 * MINUTE)
    expect(await here()).toBe(later)
    world.cloud.sql.exec('UPDATE accounts SET paused_until = NULL')
    world.changeKey('another')
    await world.run(2 * MINUTE)
    expect([await here(), there()]).toEqual([later, later])
  })
})
