import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { neverConnected } from '../../../core/engine/http-calls/never-connected.ts'
import { createOutgoing } from '../../../local-server/undici/undici-fetch.ts'

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

/** Sends everything at once; that it was everything only the end of the connection tells. */
async function closingHost(bytes: Uint8Array) {
  let sent = Promise.resolve()
  const host = createServer((socket) => {
    socket.on('error', () => {})
    sent = new Promise((resolve) => void socket.once('finish', resolve))
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\nConnection: close\r\n\r\n')
      socket.end(bytes)
    })
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', () => resolve()))
  cleanUps.push(() => new Promise((resolve) => host.close(resolve)))
  const { port } = host.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/reel.mp4`, sent: () => sent }
}

async function turnsOfTheLoop(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

describe('a body that arrives faster than it is read', () => {
  // The fetch inside Node 24.21 ends the process with an assertion here (nodejs/undici#5360).
  it.each([200_000, 2 ** 20])('is complete when its connection has long ended: %i bytes', async (size) => {
    const host = await closingHost(new Uint8Array(size))
    const { fetch, close } = createOutgoing()
    cleanUps.push(close)
    for (let round = 0; round < 3; round += 1) {
      const { body } = await fetch(host.url)
      await host.sent()
      let read = 0
      for await (const chunk of body as ReadableStream<Uint8Array>) {
        read += chunk.length
        await turnsOfTheLoop(20)
      }
      expect(read).toBe(size)
    }
  })
})

describe('a host that breaks off as soon as it is spoken to', () => {
  const askedOver = async (protocol: 'http' | 'https', breakOff: (socket: Socket) => void) => {
    const host = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => breakOff(socket))
    })
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', () => resolve()))
    cleanUps.push(() => new Promise((resolve) => host.close(resolve)))
    const { fetch, close } = createOutgoing()
    cleanUps.push(close)
    const { port } = host.address() as AddressInfo
    return fetch(`${protocol}://127.0.0.1:${port}/`).then(
      () => expect.unreachable(),
      (error: unknown) => neverConnected(error),
    )
  }
  const handshakeFailure = Buffer.from([0x15, 3, 3, 0, 2, 2, 40])

  it.each([
    ['reset', (socket: Socket) => socket.resetAndDestroy()],
    ['closed', (socket: Socket) => socket.end()],
    ['refused', (socket: Socket) => socket.end(handshakeFailure)],
  ])(
    'got nothing of a request where its handshake is %s, and may have got one else',
    async (_how, breakOff) => {
      expect(await askedOver('https', breakOff)).toBe(true)
      expect(await askedOver('http', breakOff)).toBe(false)
    },
  )
})
