// Server processes for upload.ts: the real intake behind Hono, or the least that can put a request body on a disk.
// node test/bench/parts/upload-server.ts intake|raw FOLDER – says its port over the channel it was forked with.
import { createWriteStream } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { serve } from '@hono/node-server'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { createDiskBlobStore } from '../../../local-server/disk/disk-blob-store.ts'
import { createUploadIntake } from '../../../local-server/disk/multipart-upload-intake.ts'

const [, , variant, folder = ''] = process.argv
await mkdir(folder, { recursive: true })
process.on('disconnect', () => process.exit(0))

if (variant === 'raw') serveRaw()
else serveIntake()

function serveRaw(): void {
  const store = async (request: IncomingMessage, response: ServerResponse) => {
    const path = join(folder, crypto.randomUUID())
    await pipeline(request, createWriteStream(path, { highWaterMark: 2 ** 20 }))
    const file = await open(path, 'r+')
    await file.datasync()
    const { size } = await file.stat()
    await file.close()
    await rm(path)
    response.writeHead(201).end(String(size))
  }
  const server = createServer((request, response) => void store(request, response))
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
}

function serveIntake(): void {
  const streams = new WeakMap<Request, IncomingMessage>()
  const blobs = createDiskBlobStore(folder)
  const intake = createUploadIntake({
    stagingDir: blobs.stagingDir,
    maxBytes: 2 ** 30,
    nodeStreamOf: (request: Request) => streams.get(request),
  })
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.post('/', async (c) => {
    streams.set(c.req.raw, c.env.incoming)
    const { stagingKey, size } = await intake.receive(c.req.raw)
    await blobs.discard(stagingKey)
    return c.text(String(size), 201)
  })
  serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => process.send?.(port))
}
