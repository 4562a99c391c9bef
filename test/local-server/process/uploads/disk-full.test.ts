// A disk that fills up while the server works, and is freed again.
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { decode, sign } from 'hono/jwt'
import { afterEach, describe, expect, it } from 'vitest'
import { ERRORS } from '../../../../core/errors.ts'
import {
  accountId,
  postOf,
  publish,
  smallPicture,
  terminalPost,
  upload,
  uploaded,
} from '../../../process-harness/client.ts'
import { openReadOnly } from '../../../process-harness/database.ts'
import { startSandbox } from '../../../process-harness/sandbox-process.ts'
import { runServer, startServer, type ServerProcess } from '../../../process-harness/server-process.ts'
import { streamVideo } from '../../../process-harness/streamed-upload.ts'
import { mountDisk, unmountDisks } from '../../disk/small-disk.ts'

const DISK_MB = 24

const servers: ServerProcess[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.kill9()
  unmountDisks()
})

/** Takes all the space there is, to the last byte. */
function fill(disk: string): { free(): void } {
  const file = join(disk, 'ballast')
  const descriptor = openSync(file, 'w')
  for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 2)) {
    try {
      for (;;) if (writeSync(descriptor, Buffer.alloc(size)) < size) break
    } catch {
      // No room for this size; perhaps for half of it.
    }
  }
  closeSync(descriptor)
  return { free: () => rmSync(file) }
}

/** A refusal of the error table, as the contract has it. */
async function expectRefusal(answer: Response): Promise<void> {
  const { code, status, error } = (await answer.json()) as {
    code: keyof typeof ERRORS
    status: number
    error: string
  }
  expect(Object.keys(ERRORS)).toContain(code)
  expect([status, answer.status >= 400]).toEqual([answer.status, true])
  expect(error).toMatch(/disk is full.*Free some space/)
}

/** The same session with an hour left, which is when the server prolongs it. */
async function agedSession({ dataDir }: ServerProcess, cookie: string): Promise<string> {
  const { sessionKey } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as {
    sessionKey: string
  }
  const { payload } = decode(cookie.slice('session='.length))
  const exp = Math.floor(Date.now() / 1000) + 3600
  return `session=${await sign({ ...payload, exp }, sessionKey, 'HS256')}`
}

async function started(disk: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServer({ dataDir: join(disk, 'data'), env })
  servers.push(server)
  return server
}

describe('a full disk', () => {
  it('refuses writes, answers reads, and is forgotten once there is space', async ({ skip }) => {
    const disk = mountDisk(DISK_MB)
    if (typeof disk !== 'string') return skip(disk.reason)
    const server = await started(disk)
    const [media, usedKey, unusedKey] = [await uploaded(server), await server.newKey(), await server.newKey()]
    await server.api('/posts', { key: usedKey })
    const [cookie, account] = [await server.signIn(), await accountId(server)]
    const picture = await smallPicture()

    const acknowledged: string[] = []
    const ballast = fill(disk)
    const writes = async (i: number) => {
      const key = await server.api('/settings/api-keys', { json: { name: `full ${i}` } })
      if (key.status === 201) acknowledged.push(((await key.json()) as { key: { id: string } }).key.id)
      else await expectRefusal(key)
      const file = await upload(server, picture)
      if (file.status !== 201) await expectRefusal(file)
      const post = await server.api('/posts/publish', {
        json: { accountId: account, mediaType: 'IMAGE', mediaFileId: media.id, caption: `full ${i}` },
      })
      if (post.status !== 202) await expectRefusal(post)
      return [key.status, file.status, post.status]
    }
    const statuses = (await Promise.all(Array.from({ length: 10 }, (_, i) => writes(i)))).flat()
    expect(statuses.filter((status) => status >= 400).length).toBeGreaterThan(0)
    await expect
      .poll(async () => (await server.api('/health')).json())
      .toMatchObject({ status: 'degraded', services: { disk: 'full' }, problems: [{ code: 'DISK_FULL' }] })
    const isNamed = [400, expect.stringMatching(/disk is full.*UPLOAD_ERROR/)]
    for (const bytes of [3_000_000, 8_000_000]) {
      // What comes after the end of a picture belongs to the file.
      const photo = await upload(server, Buffer.concat([picture, Buffer.alloc(bytes - picture.length)]))
      expect([photo.status, await photo.text()]).toEqual(isNamed)
      const video = await streamVideo({ server, cookie, bytes })
      expect([video.status, video.body]).toEqual(isNamed)
    }

    for (const path of [
      '/health',
      '/posts',
      '/media',
      `/media/${media.id}`,
      '/settings/api-keys',
      '/auth/me',
    ]) {
      expect([path, (await server.api(path)).status]).toEqual([path, 200])
    }
    expect((await server.api('/posts', { key: usedKey })).status).toBe(200)
    expect((await server.api('/posts', { key: unusedKey })).status).toBe(200)
    const ageing = { cookie: await agedSession(server, cookie) }
    expect((await server.request('/api/v1/posts', { headers: ageing })).status).toBe(200)
    expect((await server.request(`/uploads/${media.storagePath}`, { headers: { cookie } })).status).toBe(200)
    expect((await server.request('/')).status).toBe(200)
    expect(readdirSync(join(server.dataDir, 'staging'))).toEqual([])

    ballast.free()
    await expect.poll(async () => (await upload(server, picture)).status).toBe(201)
    await server.newKey('after')
    const id = await publish(server, { accountId: account, mediaFileId: media.id, caption: 'after' })
    expect(await terminalPost(server, id)).toMatchObject({ status: 'PUBLISHED' })
    using database = openReadOnly(server.dataDir)
    expect(database.problems()).toEqual([])
    const stored = database.rows<{ id: string }>('SELECT id FROM api_keys').map((row) => row.id)
    expect(acknowledged.filter((id) => !stored.includes(id))).toEqual([])
    expect(server.stderr()).toBe('')
  })

  it('in the middle of a publication delays it, once, without a restart', async ({ skip }) => {
    const disk = mountDisk(DISK_MB)
    if (typeof disk !== 'string') return skip(disk.reason)
    const sandbox = await startSandbox()
    const server = await started(disk, { NIGHTPOST_SANDBOX_URL: sandbox.origin })
    const [media, account] = [await uploaded(server), await accountId(server)]
    await sandbox.fault({ on: 'create', mode: 'delay', ms: 1_500 })
    const id = await publish(server, { accountId: account, mediaFileId: media.id, caption: 'through it all' })
    await expect.poll(async () => (await postOf(server, id)).status).toBe('PROCESSING')
    const ballast = fill(disk)
    // The answer to the call comes while there is no space for it.
    await pause(2_500)
    expect(await sandbox.live()).toEqual([])
    ballast.free()
    expect(await terminalPost(server, id)).toMatchObject({ status: 'PUBLISHED' })
    expect(await sandbox.live()).toHaveLength(1)
  })

  it('at the start is told in two lines', async ({ skip }) => {
    const disk = mountDisk(DISK_MB)
    if (typeof disk !== 'string') return skip(disk.reason)
    const ballast = fill(disk)
    const { code, stdout, stderr } = await runServer({ dataDir: join(disk, 'data') })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr.trimEnd().split('\n')).toEqual([
      expect.stringContaining(join(disk, 'data')),
      'Free some space on it, or start with another one: npm start -- --data-dir DIR',
    ])
    ballast.free()
    const server = await started(disk)

    await server.stop()
    const again = fill(disk)
    const { stderr: said } = await runServer({ dataDir: server.dataDir })
    expect(said).toMatch(/nightpost\.db cannot be opened.*\n.*Free some space, then start Nightpost again/)
    again.free()
    await started(disk)
  })

  it('at the start after a kill keeps nobody from reading, and is told by health', async ({ skip }) => {
    const disk = mountDisk(DISK_MB)
    if (typeof disk !== 'string') return skip(disk.reason)
    await (await started(disk)).kill9()
    fill(disk)
    const server = await started(disk)
    expect((await server.request('/api/v1/health')).status).toBe(200)
    expect(await (await server.request('/api/v1/health')).json()).toMatchObject({
      services: { disk: 'full' },
    })
  })
})
