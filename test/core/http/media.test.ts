import { describe, expect, it, vi } from 'vitest'
import { fileProblem } from '../../../core/rules/notices/file-problems.ts'
import { CodedError } from '../../../core/coded-error.ts'
import type { ErrorCode } from '../../../core/errors.ts'
import { toIso } from '../../../core/time.ts'
import { accept } from '../../contracts/publishing-stores.ts'
import { START } from '../../factories.ts'
import { aVideoRecord } from '../../fakes/media/a-media-record.ts'
import { bearer, createTestApp, fromPage, OWN_ORIGIN, type TestApp } from '../../fakes/test-app.ts'
import { TINY_JPEG } from '../../fakes/media/tiny-image-pipeline.ts'

type Body = Record<string, unknown>

async function call(test: TestApp, path: string, init: RequestInit = {}) {
  const response = await test.call(`/api/v1${path}`, { ...init, headers: bearer(await test.newKey()) })
  return { status: response.status, body: (await response.json()) as Body }
}

function upload(test: TestApp, parts: readonly (readonly [field: string, value: File | string])[]) {
  const body = new FormData()
  for (const [field, value] of parts) body.append(field, value)
  return call(test, '/media/upload', { method: 'POST', body })
}

const aPhoto = (name = 'holiday ☀.jpg') => new File([TINY_JPEG], name, { type: 'image/jpeg' })

describe('uploading a file', () => {
  it('answers 201 with the stored file', async () => {
    const test = createTestApp()
    const { status, body } = await upload(test, [['file', aPhoto()]])
    expect(status).toBe(201)
    const { id, storagePath, thumbnailPath } = body as {
      id: string
      storagePath: string
      thumbnailPath: string
    }
    expect(body).toEqual({
      id,
      altText: null,
      originalFilename: 'holiday ☀.jpg',
      storagePath: `media/${id}.jpg`,
      mimeType: 'image/jpeg',
      fileSize: TINY_JPEG.length,
      width: 1080,
      height: 1350,
      durationSeconds: null,
      aspectRatio: '4:5',
      isValid: true,
      validationErrors: null,
      thumbnailPath: `media/${id}.thumbnail.jpg`,
      processedPath: null,
      createdAt: toIso(START),
      previewUrl: `/uploads/${storagePath}`,
      publicUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4100\/media\/[\w-]{32}\.jpg$/),
      thumbnailUrl: `/uploads/${thumbnailPath}`,
      thumbnailPreviewUrl: `/uploads/${thumbnailPath}`,
      processed: null,
      unfit: {
        IMAGE: [],
        REELS: ['A REELS post needs a video. Post this picture as IMAGE, STORIES or in a CAROUSEL.'],
        STORIES: [],
        CAROUSEL: [],
      },
      unfitDetails: {
        IMAGE: [],
        REELS: [{ code: 'VIDEO_NEEDED', params: {} }],
        STORIES: [],
        CAROUSEL: [],
      },
      fitRisks: { IMAGE: [], REELS: [], STORIES: [], CAROUSEL: [] },
      fitRiskDetails: { IMAGE: [], REELS: [], STORIES: [], CAROUSEL: [] },
    })
    expect((await call(test, `/media/${id}`)).body).toEqual(body)
  })

  it('says why a file cannot be published, as JSON text', async () => {
    const test = createTestApp()
    const validationErrors = [
      fileProblem('TEXT', { text: 'Crop it.' }),
      fileProblem('TOO_WIDE', { width: '4000', max: '1920' }),
    ]
    const { id } = await test.anImage({ isValid: false, validationErrors })
    const { body } = await call(test, `/media/${id}`)
    expect(JSON.parse(String(body['validationErrors']))).toEqual([
      'Crop it.',
      'The video is 4000 pixels wide. Export it with 1920 pixels or less.',
    ])
  })

  it('says what the platform may refuse about a file, and as data', async () => {
    const test = createTestApp()
    const { id } = await test.anImage({ width: 900, height: 1200 })
    const { body } = await call(test, `/media/${id}`)
    expect(body).toMatchObject({
      fitRisks: { IMAGE: [expect.stringMatching(/^The picture is 3:4\. Instagram does not accept every/)] },
      fitRiskDetails: { IMAGE: [{ code: 'TALL_PICTURE', params: { ratio: '3:4' } }], STORIES: [] },
    })
  })

  it.each<[why: string, parts: (readonly [string, File | string])[], code: string]>([
    ['the field has another name', [['image', aPhoto()]], 'UPLOAD_ERROR'],
    [
      'there are two files',
      [
        ['file', aPhoto()],
        ['file', aPhoto()],
      ],
      'UPLOAD_ERROR',
    ],
    [
      'there is another field beside it',
      [
        ['file', aPhoto()],
        ['caption', 'x'],
      ],
      'UPLOAD_ERROR',
    ],
    ['the field is text', [['file', 'x']], 'UPLOAD_ERROR'],
    ['there is nothing in the form', [], 'UPLOAD_ERROR'],
    [
      'its bytes are of no picture',
      [['file', new File(['<svg/>'], 'a.jpg', { type: 'image/jpeg' })]],
      'MEDIA_INVALID',
    ],
    [
      'it claims to be what is never taken',
      [['file', new File([TINY_JPEG], 'a.html', { type: 'text/html' })]],
      'MEDIA_INVALID',
    ],
  ])('is refused when %s', async (_why, parts, code) => {
    const test = createTestApp()
    expect(await upload(test, parts)).toMatchObject({ status: 400, body: { code } })
    expect((await call(test, '/media')).body).toMatchObject({ total: 0 })
  })

  it.each<[code: string, name: string, type: string]>([
    ['PROCESSING_FAILED', 'a.jpg', 'image/jpeg'],
    ['VIDEO_PROCESSING_FAILED', 'a.mp4', 'video/mp4'],
  ])('fails as %s when our side fails at %s', async (code, name, type) => {
    const fail = () => Promise.reject(new CodedError(code as ErrorCode))
    const { images } = createTestApp().ports
    const videos = { probe: fail, posterFrame: fail }
    const test = createTestApp({ images: { ...images, normalise: fail }, videos })
    const bytes = type === 'video/mp4' ? new TextEncoder().encode('\0\0\0\x18ftypmp42') : TINY_JPEG
    expect(await upload(test, [['file', new File([bytes], name, { type })]])).toMatchObject({
      status: 500,
      body: { code, status: 500 },
    })
    expect((await call(test, '/media')).body).toMatchObject({ total: 0 })
  })

  it('is refused when it is not a form', async () => {
    const test = createTestApp()
    const init = { method: 'POST', body: '{"file":"x"}' }
    expect(await call(test, '/media/upload', init)).toMatchObject({
      status: 400,
      body: { code: 'UPLOAD_ERROR' },
    })
  })
})

describe('the list of media', () => {
  async function withMedia() {
    const test = createTestApp()
    const images = []
    for (let i = 0; i < 23; i += 1) images.unshift((await test.anImage({ createdAt: START + i })).id)
    const video = aVideoRecord({ createdAt: START + 99 })
    await test.ports.media.add(video)
    return { test, images, video: video.id }
  }
  const idsOf = ({ body }: { body: Body }) => (body['files'] as { id: string }[]).map(({ id }) => id)

  it('is newest first, twenty at a time', async () => {
    const { test, images, video } = await withMedia()
    const [first, second] = [await call(test, '/media'), await call(test, '/media?offset=20')]
    expect([...idsOf(first), ...idsOf(second)]).toEqual([video, ...images])
    expect([first.body['hasMore'], second.body['hasMore']]).toEqual([true, false])
    expect([first.body['total'], second.body['total']]).toEqual([24, 24])
  })

  it('is of one kind when asked for', async () => {
    const { test, images, video } = await withMedia()
    expect(idsOf(await call(test, '/media?type=video'))).toEqual([video])
    const pictures = await call(test, '/media?type=image&limit=100')
    expect(idsOf(pictures)).toEqual(images)
    expect(pictures.body).toMatchObject({ total: 23, hasMore: false })
  })

  it('has more until its last page', async () => {
    const { test } = await withMedia()
    expect((await call(test, '/media?limit=24')).body['hasMore']).toBe(false)
    expect((await call(test, '/media?limit=23')).body['hasMore']).toBe(true)
    expect((await call(test, '/media?offset=1000')).body).toEqual({ files: [], total: 24, hasMore: false })
  })

  it.each([
    ['limit=0', 'VALIDATION_ERROR'],
    ['limit=101', 'VALIDATION_ERROR'],
    ['limit=-5', 'VALIDATION_ERROR'],
    ['offset=-1', 'VALIDATION_ERROR'],
    ['offset=x', 'VALIDATION_ERROR'],
    ['limit=1&limit=2', 'VALIDATION_ERROR'],
    ['type=audio', 'INVALID_PARAM'],
    ['type=', 'INVALID_PARAM'],
  ])('is refused for ?%s with %s', async (query, code) => {
    expect(await call(createTestApp(), `/media?${query}`)).toMatchObject({
      status: 400,
      body: {
        code,
        error: expect.stringMatching(new RegExp(`^${query.split('=')[0]}: `)),
      },
    })
  })
})

describe('deleting a file', () => {
  it('takes its bytes and its record, once', async () => {
    const test = createTestApp()
    const { id, storagePath } = (await upload(test, [['file', aPhoto()]])).body as Record<string, string>
    expect(await call(test, `/media/${id}`, { method: 'DELETE' })).toEqual({
      status: 200,
      body: { success: true },
    })
    expect(await test.ports.blobs.open(storagePath ?? '')).toBeNull()
    expect((await call(test, `/media/${id}`)).body).toMatchObject({ code: 'NOT_FOUND' })
    expect((await call(test, `/media/${id}`, { method: 'DELETE' })).body).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('keeps the post that used it', async () => {
    const test = createTestApp()
    const image = await test.anImage()
    const { post } = await accept(test.ports, { mediaFileIds: [image.id] })
    await call(test, `/media/${image.id}`, { method: 'DELETE' })
    expect((await call(test, `/posts/${post.id}`)).body).toMatchObject({ id: post.id, mediaFiles: [] })
  })
})

describe('one media file', () => {
  it.each([
    [crypto.randomUUID(), 404, 'NOT_FOUND'],
    ['media%2Fa.jpg', 400, 'VALIDATION_ERROR'],
    ['upload', 400, 'VALIDATION_ERROR'],
  ])('is not found under %s', async (id, status, code) => {
    for (const method of ['GET', 'DELETE']) {
      expect(await call(createTestApp(), `/media/${id}`, { method })).toMatchObject({
        status,
        body: { code },
      })
    }
  })

  it('has no public address where there is none', async () => {
    const test = createTestApp({ mediaAddress: async () => () => null })
    const { id } = await test.anImage()
    expect((await call(test, `/media/${id}`)).body['publicUrl']).toBeNull()
  })
})

describe('the bytes of a file', () => {
  async function kept() {
    const test = createTestApp()
    const { storagePath, publicUrl } = (await upload(test, [['file', aPhoto()]])).body as Record<
      string,
      string
    >
    return { test, upload: `/uploads/${storagePath}`, open: (publicUrl ?? '').replace(OWN_ORIGIN, '') }
  }

  it('are seen by the page, with their own type, and kept by its browser alone', async () => {
    const { test, upload: path } = await kept()
    const response = await test.call(path, { headers: fromPage(await test.signIn()) })
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(TINY_JPEG)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(response.headers.get('content-length')).toBe(String(TINY_JPEG.length))
    expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
  })

  it('are asked for again by a browser that was told that they are not there', async () => {
    const { test, upload: path } = await kept()
    const headers = fromPage(await test.signIn())
    vi.spyOn(test.ports.blobs, 'open').mockRejectedValueOnce(new Error('EIO'))
    const answers = [
      await test.call(path, { headers }),
      await test.call('/uploads/media/none.jpg', { headers }),
    ]
    const told = answers.map((one) => [one.status, one.headers.get('cache-control')])
    expect(told).toEqual([
      [500, null],
      [404, null],
    ])
  })

  it('are fetched from the open address by anyone who knows it', async () => {
    const { test, open } = await kept()
    const response = await test.call(open)
    expect(response.status).toBe(200)
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(TINY_JPEG)
    expect((await test.call(open.slice(0, -5))).status).toBe(404)
  })

  it('are not at the open address where it is closed', async () => {
    const { test, open } = await kept()
    const closed = createTestApp({ ...test.ports, servesPublicMedia: () => false })
    expect((await closed.call(open)).status).toBe(404)
  })

  it('come in ranges', async () => {
    const { test, open } = await kept()
    const part = async (range: string) => {
      const response = await test.call(open, { headers: { range } })
      const bytes = [...new Uint8Array(await response.arrayBuffer())]
      return [response.status, response.headers.get('content-range'), bytes]
    }
    const [first, second, third, last] = TINY_JPEG
    expect(await part('bytes=0-0')).toEqual([206, 'bytes 0-0/4', [first]])
    expect(await part('bytes=1-2')).toEqual([206, 'bytes 1-2/4', [second, third]])
    expect(await part('bytes=3-99')).toEqual([206, 'bytes 3-3/4', [last]])
    expect(await part('bytes=-1')).toEqual([206, 'bytes 3-3/4', [last]])
    expect(await part('bytes=2-')).toEqual([206, 'bytes 2-3/4', [third, last]])
    expect(await part('bytes=4-')).toEqual([416, 'bytes */4', []])
    expect(await part('bytes=-0')).toEqual([416, 'bytes */4', []])
    for (const odd of ['bytes=0-0,2-2', 'bytes=2-1x', 'bytes=2-1', 'bytes=9-8', 'lines=0-1', 'bytes=-']) {
      expect(await part(odd)).toEqual([200, null, [...TINY_JPEG]])
    }
  })

  it.each([
    '/uploads/media/../../etc/passwd',
    '/uploads/media/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '/uploads/media/..%5c..%5csecret.jpg',
    '/uploads/%2e%2e/nightpost.db',
    '/uploads/media/a.jpg%00.png',
    '/uploads/media/secret.key',
    '/uploads/media',
    '/uploads/',
  ])('are not served at %s', async (path) => {
    const test = createTestApp()
    const response = await test.call(path, { headers: fromPage(await test.signIn()) })
    expect(response.status).toBe(404)
  })
})
