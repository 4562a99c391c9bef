import { describe, expect, it, vi } from 'vitest'
import { aVideoRecord } from '../../../fakes/media/a-media-record.ts'
import {
  bearer,
  createTestApp,
  fromPage,
  jsonRequest,
  OWN_ORIGIN,
  type TestApp,
} from '../../../fakes/test-app.ts'
import { DAY, toIso } from '../../../../core/time.ts'
import { TINY_JPEG } from '../../../fakes/media/tiny-image-pipeline.ts'

type Body = Record<string, unknown>

async function openPage(test: TestApp = createTestApp()) {
  const cookie = await test.signIn()
  const call = async (method: string, path: string, body?: unknown) => {
    const headers = fromPage(cookie)
    const init = body === undefined ? { method, headers } : jsonRequest(method, body, headers)
    const response = await test.call(`/api${path}`, init)
    return { status: response.status, body: (await response.json()) as Body }
  }
  const upload = async () => {
    const form = new FormData()
    form.append('file', new File([TINY_JPEG], 'a.jpg', { type: 'image/jpeg' }))
    const response = await test.call('/api/media/upload', {
      method: 'POST',
      body: form,
      headers: fromPage(cookie),
    })
    return (await response.json()) as Record<'id' | 'storagePath' | 'publicUrl' | 'previewUrl', string>
  }
  const aVideo = async () => {
    const record = aVideoRecord()
    await test.ports.blobs.keep(await stageOne(test), record.storagePath)
    await test.ports.media.add(record)
    return record
  }
  return { test, call, upload, aVideo }
}

async function stageOne(test: TestApp): Promise<string> {
  const { stagingKey } = await test.ports.images.normalise('')
  return stagingKey
}

const FEED = { ratio: '4:5', mode: 'crop' }

describe('fitting a picture', () => {
  it('ends the warning of a scheduled post that it is too tall', async () => {
    const { test, call } = await openPage()
    const [account, image] = [await test.anAccount(), await test.anImage({ width: 900, height: 1200 })]
    const headers = bearer(await test.newKey())
    const scheduledFor = toIso(test.clock.now() + DAY)
    const body = { accountId: account.id, mediaType: 'IMAGE', mediaFileId: image.id, scheduledFor }
    const reply = await test.call('/api/v1/schedule', jsonRequest('POST', body, headers))
    const { postId, warningDetails } = (await reply.json()) as Body
    const read = async () => {
      const post = await test.call(`/api/v1/posts/${String(postId)}`, { headers })
      return ((await post.json()) as Body)['warningDetails']
    }
    expect(warningDetails).toEqual([{ code: 'TALL_PICTURE', params: { ratio: '3:4' } }])
    expect(await read()).toEqual(warningDetails)
    expect((await call('POST', `/media/${image.id}/fit`, FEED)).status).toBe(200)
    expect(await read()).toEqual([])
  })

  it('answers with the file, whose rendered version is shown, fetched and described', async () => {
    const { call, upload } = await openPage()
    const stored = await upload()
    const { status, body } = await call('POST', `/media/${stored.id}/fit`, FEED)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...stored,
      processedPath: expect.stringMatching(/^media\/.*\.processed\..*\.jpg$/),
      previewUrl: `/uploads/${String(body['processedPath'])}`,
      publicUrl: expect.not.stringMatching(stored.publicUrl),
      processed: {
        how: 'fit',
        mimeType: 'image/jpeg',
        fileSize: 4,
        width: 1080,
        height: 1350,
        durationSeconds: null,
      },
    })
    expect((await call('GET', `/media/${stored.id}`)).body).toEqual(body)
  })

  it('serves each version under its own address, the replaced one too', async () => {
    const { test, call, upload } = await openPage()
    const stored = await upload()
    const first = (await call('POST', `/media/${stored.id}/fit`, FEED)).body
    const second = (await call('POST', `/media/${stored.id}/fit`, { ratio: '9:16', mode: 'blur' })).body
    const addresses = [stored.publicUrl, first['publicUrl'], second['publicUrl']].map(String)
    expect(new Set(addresses).size).toBe(3)
    for (const address of addresses)
      expect((await test.call(address.replace(OWN_ORIGIN, ''))).status).toBe(200)
    await call('DELETE', `/media/${stored.id}`)
    for (const address of addresses)
      expect((await test.call(address.replace(OWN_ORIGIN, ''))).status).toBe(404)
  })

  it('is undone', async () => {
    const { call, upload } = await openPage()
    const stored = await upload()
    await call('POST', `/media/${stored.id}/fit`, FEED)
    expect(await call('DELETE', `/media/${stored.id}/fit`)).toEqual({ status: 200, body: stored })
  })

  it.each([
    [{ ratio: '4:5' }, 'mode'],
    [{ mode: 'crop' }, 'ratio'],
    [{ ratio: 0.8, mode: 'crop' }, 'ratio'],
    [{ ratio: '10:1', mode: 'crop' }, 'ratio'],
    [{ ratio: '4:5', mode: 'stretch' }, 'mode'],
    [{ ratio: '4:5', mode: 'pad', colour: 'red' }, 'colour'],
    [{ ratio: '1:1', mode: 'crop', area: { left: 0.6, top: 0, width: 0.5, height: 1 } }, 'area'],
  ])('is refused for %j', async (body, field) => {
    const { call, upload } = await openPage()
    expect(await call('POST', `/media/${(await upload()).id}/fit`, body)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', error: expect.stringMatching(new RegExp(`^${field}: `)) },
    })
  })
})

describe('converting a video', () => {
  it('says what to install where there is no encoder, for a fit as well', async () => {
    const { call, aVideo } = await openPage()
    const { id } = await aVideo()
    for (const [path, body] of [
      [`/media/${id}/transcode`, undefined],
      [`/media/${id}/fit`, FEED],
    ] as const) {
      expect(await call('POST', path, body)).toMatchObject({
        status: 400,
        body: { code: 'MEDIA_INVALID', error: expect.stringMatching(/Install ffmpeg/) },
      })
    }
    expect(await call('GET', `/media/${id}/transcode`)).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    })
  })

  it('answers 202 and tells its state from then on', async () => {
    const state = { state: 'running', progress: 0.25, error: null } as const
    const transcodes = { start: () => state, stateOf: () => state, stop() {} }
    const { call, aVideo } = await openPage(createTestApp({ transcodes }))
    const { id } = await aVideo()
    expect(await call('POST', `/media/${id}/transcode`)).toEqual({ status: 202, body: state })
    expect(await call('POST', `/media/${id}/fit`, FEED)).toEqual({ status: 202, body: state })
    expect(await call('GET', `/media/${id}/transcode`)).toEqual({ status: 200, body: state })
  })
})

describe('undoing while a video is converted', () => {
  it('ends the conversion, which would replace what was put back', async () => {
    const stop = vi.fn()
    const transcodes = { start: () => expect.unreachable(), stateOf: () => null, stop }
    const { call, aVideo } = await openPage(createTestApp({ transcodes }))
    const { id } = await aVideo()
    expect(await call('DELETE', `/media/${id}/fit`)).toMatchObject({ status: 200 })
    expect(stop.mock.calls).toEqual([[id, expect.objectContaining({ code: 'VIDEO_PROCESSING_FAILED' })]])
  })
})

describe('the routes that render', () => {
  const ROUTES = [
    ['POST', 'fit'],
    ['DELETE', 'fit'],
    ['POST', 'transcode'],
    ['GET', 'transcode'],
  ] as const

  it.each(ROUTES)('know no other files: %s %s', async (method, name) => {
    const { call } = await openPage()
    const body = name === 'fit' && method === 'POST' ? FEED : undefined
    expect(await call(method, `/media/${crypto.randomUUID()}/${name}`, body)).toMatchObject({ status: 404 })
    expect(await call(method, `/media/x/${name}`, body)).toMatchObject({ body: { code: 'VALIDATION_ERROR' } })
  })

  it.each(ROUTES)('are the page’s alone: %s %s', async (method, name) => {
    const test = createTestApp()
    const path = `/media/${crypto.randomUUID()}/${name}`
    const headers = bearer(await test.newKey())
    expect((await test.call(`/api${path}`, { method })).status).toBe(401)
    expect((await test.call(`/api${path}`, { method, headers })).status).toBe(403)
    expect((await test.call(`/api/v1${path}`, { method, headers })).status).toBe(404)
  })
})
