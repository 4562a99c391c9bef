// Every call of the platform's clients against every answer that is far too large. Each is read at its own pace, so this takes
// a while; test/core/engine/platform/hostile-replies.node.test.ts takes one call of each kind every day.
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  MOST_MEMORY_MB,
  openCalls,
  watchMemory,
  type HostileCalls,
} from '../../core/engine/platform/hostile-calls.ts'
import { openHostileHost, type HostileHost } from '../../core/engine/platform/hostile-host.ts'
import { LARGE } from '../../core/engine/platform/hostile-replies.ts'

let host: HostileHost
let calls: HostileCalls
beforeAll(async () => {
  host = await openHostileHost()
  calls = openCalls(host.origin)
})
afterAll(async () => {
  await calls.close()
  await host.close()
})

/** It asks about each entry of a list; see hostile-replies.node.test.ts. */
const ASKS_ABOUT_EACH = 'partner: accounts'

it.each(Object.entries(LARGE))('costs little memory: %s', async (name, hostility) => {
  host.answerWith(hostility)
  const peak = watchMemory()
  const objections: string[] = []
  for (const call of calls.names)
    if (!name.includes('media') || call !== ASKS_ABOUT_EACH)
      objections.push(...(await calls.objections(call)))
  expect(objections).toEqual([])
  expect(peak()).toBeLessThan(MOST_MEMORY_MB)
})
