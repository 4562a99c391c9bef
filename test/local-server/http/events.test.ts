// Feeds over real sockets: what a reader who leaves, and a server that drains, leave behind.
import { afterEach, expect, it } from 'vitest'
import { listen, type Listening } from '../../../local-server/listen.ts'
import { bearer, createTestApp } from '../../fakes/test-app.ts'

let listening: Listening | undefined
afterEach(() => listening?.close(0))

async function aServer() {
  const test = createTestApp()
  listening = await listen((request) => test.app.fetch(request), {
    port: 0,
    proxyOrigin: null,
    newRequestId: () => 'a request',
  })
  const { port, close } = listening
  const headers = bearer(await test.newKey())
  const leaving = new AbortController()
  const ask = () => fetch(`http://127.0.0.1:${port}/api/v1/events`, { headers, signal: leaving.signal })
  return { test, ask, close, leave: () => leaving.abort() }
}

it('a feed ends properly when the server drains, and holds nothing up', async () => {
  const { test, ask, close } = await aServer()
  const text = ask().then((response) => response.text())
  await expect.poll(() => test.clock.waiting()).toBe(1)
  test.events.close()
  // If the connection were cut after this long, reading would fail.
  await close(60_000)
  expect(await text).toBe('id: 0\n\n')
})

it('a reader who leaves makes room', async () => {
  const { test, ask, leave } = await aServer()
  await Promise.all([ask(), ask()])
  expect(test.clock.waiting()).toBe(2)
  leave()
  await expect.poll(() => test.clock.waiting()).toBe(0)
})
