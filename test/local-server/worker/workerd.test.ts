// The Workers runtime as we start it, with a Worker of a few lines in the place of ours.
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { BUCKET_NAME, S3_PATH, startWorkerd, type Workerd } from '../../../local-server/worker/workerd.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

const CODE = `
import { DurableObject } from 'cloudflare:workers'
export class Scheduler extends DurableObject {
  constructor(context, env) {
    super(context, env)
    context.storage.sql.exec('CREATE TABLE IF NOT EXISTS notes (note TEXT)')
  }
  note(note) { this.ctx.storage.sql.exec('INSERT INTO notes VALUES (?)', note) }
  notes() { return this.ctx.storage.sql.exec('SELECT note FROM notes').toArray().map(({ note }) => note) }
  arm(at) { return this.ctx.storage.setAlarm(at) }
  alarm() { this.note('rang') }
}
export default {
  async fetch(request, env) {
    const { pathname, searchParams } = new URL(request.url)
    const scheduler = env.SCHEDULER.getByName('one')
    const value = searchParams.get('value')
    switch (pathname) {
      case '/put':
        await env.KV.put('key', value)
        await env.BUCKET.put('media/key', value)
        await scheduler.note(value)
        return new Response('put')
      case '/arm':
        await scheduler.arm(Number(value))
        return new Response('armed')
      case '/get':
        return Response.json({
          kv: await env.KV.get('key'),
          bucket: await (await env.BUCKET.get('media/key'))?.text(),
          notes: await scheduler.notes(),
          said: env.SAID,
        })
      case '/fetch':
        return fetch(value)
    }
  },
  async scheduled({ cron }) {
    console.log('the cron says ' + cron)
    throw new Error('not today')
  },
}`

const running = new Set<Workerd>()
afterEach(async () => {
  await Promise.all([...running].map((workerd) => workerd.stop()))
  running.clear()
})

async function start(storageDir = newFolder(), said: string[] = []): Promise<Workerd> {
  const workerd = await startWorkerd({
    port: 0,
    storageDir,
    code: CODE,
    compatibilityDate: '2026-10-23',
    texts: { SAID: 'hello' },
    s3: { accessKeyId: 'a', secretAccessKey: 'b' },
    say: (line) => said.push(line),
  })
  running.add(workerd)
  return workerd
}

const get = async ({ origin }: Workerd, path: string) => (await fetch(origin + path)).text()
const stored = async (workerd: Workerd) => JSON.parse(await get(workerd, '/get')) as Record<string, unknown>

describe('the Workers runtime on this computer', () => {
  it('keeps what the Worker stores, and rings an alarm that fell due while it was stopped', async () => {
    const folder = newFolder()
    const first = await start(folder)
    await get(first, '/put?value=kept')
    const due = Date.now() + 100
    await get(first, `/arm?value=${due}`)
    await first.stop()
    await pause(Math.max(0, due - Date.now()))

    const second = await start(folder)

    await expect
      .poll(() => stored(second))
      .toEqual({
        kv: 'kept',
        bucket: 'kept',
        notes: ['kept', 'rang'],
        said: 'hello',
      })
  })

  it('hears what the Worker says, and that its cron failed', async () => {
    const said: string[] = []
    const workerd = await start(newFolder(), said)

    await expect(workerd.runCron()).rejects.toThrow('exception')

    await expect.poll(() => said.join('\n')).toContain('the cron says * * * * *')
  })

  it('lets the Worker reach addresses of this computer, where the sandbox listens', async () => {
    const neighbour = createServer((_request, response) => response.end('the neighbour'))
    neighbour.listen(0, '127.0.0.1')
    await once(neighbour, 'listening')
    const { port } = neighbour.address() as AddressInfo
    const workerd = await start()

    expect(await get(workerd, `/fetch?value=http://127.0.0.1:${port}/`)).toBe('the neighbour')
    neighbour.close()
  })

  it('is reached from this computer only, and its objects with the right secret only', async () => {
    const workerd = await start()
    const { port } = new URL(workerd.origin)
    const others = Object.values(networkInterfaces())
      .flat()
      .filter((address) => address?.family === 'IPv4' && !address.internal)
    for (const other of others) {
      await expect(fetch(`http://${other?.address}:${port}/get`)).rejects.toThrow('fetch failed')
    }

    const bucket = (secretAccessKey: string) =>
      new S3Client({
        endpoint: workerd.origin + S3_PATH,
        forcePathStyle: true,
        region: 'auto',
        credentials: { accessKeyId: 'a', secretAccessKey },
      })
    const object = { Bucket: BUCKET_NAME, Key: 'media/key' }
    await bucket('b').send(new PutObjectCommand({ ...object, Body: 'by S3' }))
    expect(await stored(workerd)).toMatchObject({ bucket: 'by S3' })
    await expect(bucket('c').send(new GetObjectCommand(object))).rejects.toThrow(/signature/i)
  })

  it('leaves the signals to us', async () => {
    const before = process.listenerCount('SIGTERM')
    await start()
    expect(process.listenerCount('SIGTERM')).toBe(before)
  })
})
