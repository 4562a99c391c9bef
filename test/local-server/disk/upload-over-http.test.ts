// The intake behind the real listener: what only a socket shows.
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import type { IncomingMessage, Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CodedError } from '../../../core/coded-error.ts'
import { createUploadIntake } from '../../../local-server/disk/multipart-upload-intake.ts'
import { FORM_TYPE, formBody, JPEG_HEAD } from './form-body.ts'

const MAX_BYTES = 4_000_000
let stagingDir: string
let server: Server
let outcomes: string[]

async function start(raw: boolean): Promise<number> {
  const streams = new WeakMap<Request, IncomingMessage>()
  const nodeStreamOf = (request: Request) => (raw ? streams.get(request) : undefined)
  const intake = createUploadIntake({ stagingDir, maxBytes: MAX_BYTES, nodeStreamOf })
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.post('/', async (c) => {
    streams.set(c.req.raw, c.env.incoming)
    const outcome = await intake.receive(c.req.raw).then(({ size }) => `took ${size}`, codeOf)
    outcomes.push(outcome)
    return c.text(outcome)
  })
  server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const codeOf = (error: unknown) =>
  error instanceof CodedError ? `${error.code} ${error.message}` : String(error)

beforeEach(async () => {
  outcomes = []
  stagingDir = await mkdtemp(join(tmpdir(), 'nightpost-staging-'))
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await rm(stagingDir, { recursive: true, force: true })
})

async function post(port: number, body: BodyInit): Promise<string> {
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'content-type': FORM_TYPE },
  }
  return (await fetch(`http://127.0.0.1:${port}/`, init)).text()
}

async function beginUpload(port: number, announced: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  const head = `POST / HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: ${FORM_TYPE}\r\ncontent-length: ${announced}\r\n\r\n`
  socket.write(head)
  socket.write(formBody([{ type: 'video/mp4', bytes: Buffer.alloc(100_000) }], '').subarray(0, -2))
  return socket
}

describe.each([
  ['the raw stream', true],
  ['the web stream', false],
])('an upload over %s', (_name, raw) => {
  it('is taken', async () => {
    expect(await post(await start(raw), formBody([{ type: 'image/jpeg', bytes: JPEG_HEAD }]))).toBe('took 11')
  })

  it('is taken eight times at once', async () => {
    const port = await start(raw)
    const body = formBody([{ type: 'video/mp4', bytes: Buffer.alloc(3_000_000, 1) }])
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(port, body)))
    expect(answers).toEqual(Array.from({ length: 8 }, () => 'took 3000000'))
  })

  it('gets its refusal to read although it is still sending', async () => {
    const port = await start(raw)
    const form = formBody([{ type: 'video/mp4', bytes: Buffer.alloc(MAX_BYTES + 300_000) }])
    expect(await post(port, form)).toMatch(/UPLOAD_ERROR The file is larger than/)
    const wrong = formBody([{ disposition: 'form-data; name="x"', bytes: Buffer.alloc(2_000_000) }])
    expect(await post(port, wrong)).toMatch(/UPLOAD_ERROR The form has an unexpected field/)
    expect(await readdir(stagingDir)).toEqual([])
  })

  it('leaves nothing when the sender goes away', async () => {
    const socket = await beginUpload(await start(raw), 1_000_000)
    await expect.poll(() => readdir(stagingDir)).toHaveLength(1)
    socket.destroy()
    await expect.poll(() => outcomes).toEqual([expect.stringMatching(/UPLOAD_ERROR The upload ended/)])
    expect(await readdir(stagingDir)).toEqual([])
  })

  it('is refused when it ends before the length it announced', async () => {
    const socket = await beginUpload(await start(raw), 1_000_000)
    socket.end()
    await expect.poll(() => outcomes).toEqual([expect.stringMatching(/UPLOAD_ERROR The upload ended/)])
    expect(await readdir(stagingDir)).toEqual([])
  })
})
