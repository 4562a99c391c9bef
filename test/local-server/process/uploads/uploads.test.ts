// Uploads as the real process takes them: memory stays flat, refusals come early, nothing is left behind.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { MediaFileBody } from '../../../../core/api/media.ts'
import { share } from '../../../faults/share.ts'
import { fileForm, smallPicture, upload } from '../../../process-harness/client.ts'
import { forgetPeak, HAS_PROC, peakMb, residentMb } from '../../../process-harness/proc-files.ts'
import { startServer, type ServerProcess } from '../../../process-harness/server-process.ts'
import { beginVideo, streamBeforeListening, streamVideo } from '../../../process-harness/streamed-upload.ts'

const MB = 1024 * 1024
const WITHOUT_PROC = 'memory is read from /proc'

let server: ServerProcess
let cookie: string
beforeAll(async () => {
  server = await startServer()
  cookie = await server.signIn()
  // What is loaded at the first upload is no growth of the next.
  await upload(server, await smallPicture())
})

const staged = () => readdirSync(join(server.dataDir, 'staging'))
const mediaCount = async () =>
  ((await (await server.api('/media?limit=1')).json()) as { total: number }).total

describe('memory', () => {
  it('stays flat while 100 MB come in', async ({ skip }) => {
    if (!HAS_PROC) skip(WITHOUT_PROC)
    forgetPeak(server.pid)
    const before = residentMb(server.pid)
    const { status, body } = await streamVideo({ server, cookie, bytes: 100 * MB })
    const growth = peakMb(server.pid) - before
    expect(body).toContain('"fileSize":104857600')
    expect(status).toBe(201)
    expect(growth).toBeLessThan(90)
    const media = JSON.parse(body) as MediaFileBody
    expect(statSync(join(server.dataDir, 'uploads', media.storagePath)).size).toBe(100 * MB)
    expect((await server.api(`/media/${media.id}`, { method: 'DELETE' })).status).toBe(200)
    expect(existsSync(join(server.dataDir, 'uploads', media.storagePath))).toBe(false)
  })

  it.for(share([3, 8], 2))('holds %i times 100 MB at once', async (times, { skip }) => {
    if (!HAS_PROC) skip(WITHOUT_PROC)
    forgetPeak(server.pid)
    const idle = residentMb(server.pid)
    const answers = await Promise.all(
      Array.from({ length: times }, () => streamVideo({ server, cookie, bytes: 100 * MB })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: times }, () => 201))
    expect(peakMb(server.pid) - idle).toBeLessThan(250)
    expect(staged()).toEqual([])
    for (const { body } of answers) {
      const { id } = JSON.parse(body) as MediaFileBody
      await server.api(`/media/${id}`, { method: 'DELETE' })
    }
  })
})

describe('a file that is too large', () => {
  it.each([
    ['announced', 101, true],
    ['not announced', 101, false],
    ['endless', 1_000, false],
  ])('is refused before 110 MB are read: %s', async (_name, megabytes, announced) => {
    const before = await mediaCount()
    const { status, body } = await streamVideo({
      server,
      cookie,
      bytes: megabytes * MB,
      announced,
      stopsAfter: 110 * MB,
    })
    expect([status, body]).toEqual([400, expect.stringContaining('UPLOAD_ERROR')])
    expect(body).toContain('larger than 100 MB')
    expect(staged()).toEqual([])
    expect(await mediaCount()).toBe(before)
  })
})

describe('a sender that listens late, as browsers do', () => {
  it('hears why its file was refused', async () => {
    const options = { server, cookie, bytes: 110 * MB }
    expect(await streamBeforeListening(options, 700)).toBe(400)
  })
})

describe('a form', () => {
  const send = (body: BodyInit, headers: Record<string, string> = {}) =>
    server.api('/media/upload', { method: 'POST', body, headers })
  const picture = async () => new File([await smallPicture()], 'a.jpg', { type: 'image/jpeg' })

  it.each([
    ['another field', async (form: FormData) => form.set('picture', await picture())],
    ['a text in the place of the file', async (form: FormData) => form.set('file', 'text')],
    [
      'two files',
      async (form: FormData) => {
        form.append('file', await picture())
        form.append('file', await picture())
      },
    ],
    [
      'a field before the file',
      async (form: FormData) => {
        form.set('title', 'x')
        form.set('file', await picture())
      },
    ],
    ['nothing', async () => {}],
    [
      'an empty file',
      async (form: FormData) => form.set('file', new File([], 'a.jpg', { type: 'image/jpeg' })),
    ],
  ])('with %s is refused and leaves nothing', async (_name, fill) => {
    const before = await mediaCount()
    const form = new FormData()
    await fill(form)
    const answer = await send(form)
    expect(await answer.json()).toMatchObject({ status: 400, code: 'UPLOAD_ERROR' })
    expect(answer.status).toBe(400)
    expect(staged()).toEqual([])
    expect(await mediaCount()).toBe(before)
  })

  it.each([
    ['JSON', '{}', 'application/json'],
    ['a bare picture', 'x', 'image/jpeg'],
    ['a form without a boundary', 'x', 'multipart/form-data'],
  ])('that is %s is refused', async (_name, body, type) => {
    const answer = await send(body, { 'content-type': type })
    expect(await answer.json()).toMatchObject({ status: 400, code: 'UPLOAD_ERROR' })
  })

  it.each(['../../outside.jpg', 'a\\b.jpg', 'nul\0byte.jpg', `${'x'.repeat(5_000)}.jpg`, '．．／a.jpg'])(
    'with the file name %.20j keeps the name off the disk',
    async (name) => {
      const answer = await server.api('/media/upload', {
        method: 'POST',
        body: fileForm(await smallPicture(), name),
      })
      expect(answer.status).toBe(201)
      const { id, storagePath } = (await answer.json()) as MediaFileBody
      expect(storagePath).toBe(`media/${id}.jpg`)
      expect(existsSync(join(server.dataDir, 'uploads', storagePath))).toBe(true)
    },
  )
})

describe('an upload that breaks off', () => {
  it('leaves no temporary file and no record, thirty times over', async () => {
    const before = await mediaCount()
    const requests = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        beginVideo({ server, cookie, bytes: (i + 1) * 100_000, of: 50 * MB }),
      ),
    )
    await expect.poll(() => staged().length).toBe(30)
    requests.forEach((request, i) => (i % 2 === 0 ? request.destroy() : request.socket?.resetAndDestroy()))
    await expect.poll(staged).toEqual([])
    expect(await mediaCount()).toBe(before)
    expect((await upload(server, await smallPicture())).status).toBe(201)
  })
})
