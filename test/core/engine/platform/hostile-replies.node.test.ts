// Every call of the platform's clients over real sockets, against every answer that a broken or forged host could give: a
// typed outcome in time, little memory, and no token anywhere but at the host it is for.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createVersionCheck } from '../../../../core/engine/platform/graph/graph-version.ts'
import { createManualClock } from '../../../fakes/manual-clock.ts'
import { share } from '../../../faults/share.ts'
import { MOST_MEMORY_MB, openCalls, TOKEN, watchMemory, type HostileCalls } from './hostile-calls.ts'
import { answer, openHostileHost, pouring, type HostileHost, type Hostility } from './hostile-host.ts'
import { LARGE, leadingTo, ODD, REPEATING, SLOW } from './hostile-replies.ts'

/** A client that never gives up would be ended by the HTTP client after 300 seconds, which must not count as giving up. */
const GIVEN_UP = 240_000

/** One for each way in which answers are read; large-replies.long.test.ts takes all calls and all large answers. */
const READERS = ['publish', 'send bytes', 'platform: redeem', 'partner: adopt']

let host: HostileHost
let sentinel: HostileHost
let calls: HostileCalls
beforeAll(async () => {
  ;[host, sentinel] = [await openHostileHost(), await openHostileHost()]
  calls = openCalls(host.origin)
})
afterAll(async () => {
  await calls.close()
  await Promise.all([host.close(), sentinel.close()])
})

async function meetAll(hostility: Hostility): Promise<string[]> {
  host.answerWith(hostility)
  return (await Promise.all(calls.names.map((name) => calls.objections(name)))).flat()
}

describe('a platform that answers oddly', () => {
  it.each(Object.entries({ ...ODD, ...SLOW }))(
    'is met with a typed outcome in time: %s',
    async (_name, hostility) => {
      expect(await meetAll(hostility)).toEqual([])
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    },
    GIVEN_UP,
  )
})

describe('a platform that would lead elsewhere', () => {
  it('is not followed, and no token goes there', async () => {
    sentinel.answerWith(
      (socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 11\r\n\r\n{"id":"17"}'),
    )
    for (const [name, hostility] of Object.entries(leadingTo(sentinel.origin)))
      expect({ name, objections: await meetAll(hostility) }).toEqual({ name, objections: [] })
    expect(sentinel.heads).toEqual([])
    expect(host.heads.some((head) => head.includes(TOKEN))).toBe(true)
  })
})

describe('a platform that repeats what it was asked', () => {
  it.each(Object.entries(REPEATING))('has no secret told by us: %s', async (_name, hostility) => {
    expect(await meetAll(hostility)).toEqual([])
  })
})

describe('a platform that answers too much', () => {
  it.each(share(Object.entries(LARGE), 3))('costs little memory: %s', async (_name, hostility) => {
    host.answerWith(hostility)
    const peak = watchMemory()
    const objections: string[] = []
    for (const name of READERS) objections.push(...(await calls.objections(name)))
    expect(objections).toEqual([])
    expect(peak()).toBeLessThan(MOST_MEMORY_MB)
  })

  it('is not asked about each of two hundred portfolios', async () => {
    const portfolios = Array.from({ length: 200 }, (_, id) => ({ id }))
    host.answerWith(answer(JSON.stringify({ data: portfolios })))
    const before = host.heads.length
    await calls.objections('partner: accounts')
    expect(host.heads.length - before).toBeLessThan(200)
  })

  it(
    'delays nobody when it is asked for its latest version',
    async () => {
      const fetch: typeof globalThis.fetch = (_input, init) => calls.fetch(host.origin, init)
      for (const hostility of [...share(Object.values(LARGE), 3, 1), ...Object.values(SLOW)]) {
        host.answerWith(hostility)
        const report = await createVersionCheck({ fetch, clock: createManualClock() }).report()
        expect(report).toMatchObject({ latestVersion: null, isOutdated: false })
      }
    },
    GIVEN_UP,
  )

  it('is not read to its end for its latest version', async () => {
    const fetch: typeof globalThis.fetch = (_input, init) => calls.fetch(host.origin, init)
    const poured = Promise.withResolvers<number>()
    const pour = pouring('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n', Buffer.alloc(64 * 1024, ' '), 480)
    host.answerWith((socket, asked) => {
      socket.once('close', () => poured.resolve(socket.bytesWritten))
      return pour(socket, asked)
    })
    await createVersionCheck({ fetch, clock: createManualClock() }).report()
    expect(await poured.promise).toBeLessThan(10_000_000)
  })
})
