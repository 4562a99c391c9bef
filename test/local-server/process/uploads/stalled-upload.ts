// Stops while an upload stalls and the platform says nothing: for stop.test.ts and stop.long.test.ts.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import { accountId, postOf, publish, terminalPost, uploaded } from '../../../process-harness/client.ts'
import { newFolder } from '../../../process-harness/own-folders.ts'
import { openSocket } from '../../../process-harness/raw-http.ts'
import { startSandbox } from '../../../process-harness/sandbox-process.ts'
import { startServer, type ServerProcess } from '../../../process-harness/server-process.ts'

const WHOLE_STOP_MS = 10_000

/** For a server that notes what it waits for while it stops. */
export function noted() {
  const file = join(newFolder(), 'waited')
  const witness = pathToFileURL(join(import.meta.dirname, '../../../process-harness/stop-witness.ts')).href
  return {
    options: { nodeArgs: [`--import=${witness}`], env: { STOP_WITNESS_FILE: file } },
    waitedMs: () => Number(readFileSync(file, 'utf8')),
  }
}

/** An upload that has begun and sends no more. */
export async function uploadThatStalls(server: ServerProcess) {
  const socket = await openSocket(server.port)
  const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n'
  const head = [
    'POST /api/v1/media/upload HTTP/1.1',
    `host: 127.0.0.1:${server.port}`,
    `cookie: ${await server.signIn()}`,
    `origin: ${server.origin}`,
    'content-type: multipart/form-data; boundary=b',
    'content-length: 5000000',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${part}${'x'.repeat(100_000)}`)
  await expect.poll(() => readdirSync(join(server.dataDir, 'staging'))).toHaveLength(1)
  return socket
}

/** And nothing goes out twice. */
export async function endsInTimeDuring(call: 'create' | 'publish'): Promise<void> {
  const sandbox = await startSandbox()
  const { options, waitedMs } = noted()
  const env = { ...options.env, NIGHTPOST_SANDBOX_URL: sandbox.origin }
  const server = await startServer({ ...options, env })
  const media = await uploaded(server)
  await sandbox.fault({ on: call, mode: 'silence', effect: 'after' })
  const id = await publish(server, {
    accountId: await accountId(server),
    mediaFileId: media.id,
    caption: `a ${call} without an answer`,
  })
  const reached = call === 'create' ? 'PROCESSING' : 'PUBLISHING'
  await expect.poll(async () => (await postOf(server, id)).status).toBe(reached)
  const socket = await uploadThatStalls(server)
  expect(await server.stop()).toMatchObject({ code: 0, signal: null, stderr: '' })
  expect(waitedMs()).toBeGreaterThan(0)
  expect(waitedMs()).toBeLessThan(WHOLE_STOP_MS)
  expect(server.stdout()).toMatch(/Stopped\./)
  socket.destroy()
  const next = await server.again()
  expect(readdirSync(join(server.dataDir, 'staging'))).toEqual([])
  expect(await terminalPost(next, id)).toMatchObject({ status: 'PUBLISHED' })
  expect(await sandbox.live()).toHaveLength(1)
}
