// The bucket at real S3 surfaces: that of the runtime which also runs the Worker on this computer, and one that has nothing to do with us.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Miniflare } from 'miniflare'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BucketSettings } from '../../../core/features/cloud/connection/connection.ts'
import type { OpenBlob } from '../../../core/ports/media/blob-store.ts'
import { createS3Bucket } from '../../../local-server/s3/s3-bucket.ts'

interface Surface {
  readonly settings: BucketSettings
  /** Keys that it refuses. */
  readonly wrongKeys: Partial<BucketSettings>
  close(): Promise<unknown>
}

const KEYS = { accessKeyId: 'an-access-key', secretAccessKey: 'a-secret-key' }
const NOTHING = 'export default { fetch: () => new Response("nothing here") }'

async function workersRuntime(): Promise<Surface> {
  const runtime = new Miniflare({
    host: '127.0.0.1',
    port: 0,
    cf: false,
    logRequests: false,
    workers: [
      {
        config: {
          name: 'bucket',
          compatibilityDate: '2026-10-23',
          manifest: { mainModule: 'index.js', modules: { 'index.js': { type: 'esm', contents: NOTHING } } },
          env: { MEDIA: { type: 'r2', name: 'media', dev: { experimentalS3Credentials: KEYS } } },
        },
      },
    ],
  })
  const { origin } = await runtime.ready
  const settings = {
    endpoint: `${origin}/cdn-cgi/local/r2/s3`,
    name: 'media',
    ...KEYS,
    publicUrl: `${origin}/cdn-cgi/local/r2/public/media`,
  }
  return { settings, wrongKeys: { secretAccessKey: 'another' }, close: () => runtime.dispose() }
}

async function strangersServer(): Promise<Surface> {
  const directory = mkdtempSync(join(tmpdir(), 's3rver-'))
  const buckets = { directory, configureBuckets: [{ name: 'media' }] }
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, ...buckets })
  const { port } = await server.run()
  const endpoint = `http://127.0.0.1:${port}`
  const close = async () => {
    await server.close()
    rmSync(directory, { recursive: true, force: true })
  }
  // The one pair of keys that it knows.
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  const settings = { endpoint, name: 'media', ...keys, publicUrl: `${endpoint}/media` }
  // It looks at the id and does not work out the signature.
  return { settings, wrongKeys: { accessKeyId: 'another' }, close }
}

function blobOf(bytes: Uint8Array<ArrayBuffer>): OpenBlob {
  return { size: bytes.length, stream: () => new Blob([bytes]).stream() }
}

describe.each([
  ['the runtime of the Worker', workersRuntime],
  ['s3rver', strangersServer],
])('the bucket at %s', (_name, open) => {
  let surface: Surface
  let settings: BucketSettings
  beforeAll(async () => {
    surface = await open()
    settings = surface.settings
  })
  afterAll(() => surface.close())

  it('stores a file so that it can be fetched as what it is, and lets it go', async () => {
    const bucket = createS3Bucket(settings)
    const bytes = crypto.getRandomValues(new Uint8Array(60_000))
    await bucket.put('media/one.jpg', blobOf(bytes), 'image/jpeg')
    const response = await fetch(`${settings.publicUrl}/media/one.jpg`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
    await bucket.remove('media/one.jpg')
    expect((await fetch(`${settings.publicUrl}/media/one.jpg`)).status).toBe(404)
    // Caches on the way forget it an hour later.
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
  })

  it('gives back what it stores, and nothing where nothing is', async () => {
    const bucket = createS3Bucket(settings)
    const bytes = crypto.getRandomValues(new Uint8Array(1_000))
    await bucket.put('media/back.jpg', blobOf(bytes), 'image/jpeg')
    const found = await bucket.open('media/back.jpg')
    expect(new Uint8Array(await new Response(found).arrayBuffer())).toEqual(bytes)
    await bucket.remove('media/back.jpg')
    expect(await bucket.open('media/back.jpg')).toBeNull()
  })

  it('takes the same again, and removing what is not there', async () => {
    const bucket = createS3Bucket(settings)
    const bytes = new Uint8Array([1, 2, 3])
    await bucket.put('media/two.mp4', blobOf(bytes), 'video/mp4')
    await bucket.put('media/two.mp4', blobOf(bytes), 'video/mp4')
    await bucket.remove('media/two.mp4')
    await bucket.remove('media/two.mp4')
  })

  it('streams a large file', async () => {
    const size = 24 * 1024 * 1024
    const chunk = new Uint8Array(64 * 1024)
    let left = size / chunk.length
    let handedOut = 0
    const large: OpenBlob = {
      size,
      stream: () =>
        new ReadableStream({
          pull(controller) {
            handedOut += chunk.length
            controller.enqueue(chunk)
            left -= 1
            if (left === 0) controller.close()
          },
        }),
    }
    await createS3Bucket(settings).put('media/large.mp4', large, 'video/mp4')
    expect(handedOut).toBe(size)
    const response = await fetch(`${settings.publicUrl}/media/large.mp4`, { method: 'HEAD' })
    expect(Number(response.headers.get('content-length'))).toBe(size)
  })

  it('says what is wrong, as an error of the cloud: a secret, a bucket, a machine that is not there', async () => {
    const bytes = () => blobOf(new Uint8Array([1]))
    const wrong = { ...settings, ...surface.wrongKeys }
    const put = (other: BucketSettings) => createS3Bucket(other).put('media/three.jpg', bytes(), 'image/jpeg')
    await expect(put(wrong)).rejects.toMatchObject({
      code: 'CLOUD_ERROR',
      message: expect.stringMatching(/403/),
      neverArrived: false,
    })
    await expect(put({ ...settings, name: 'nowhere' })).rejects.toMatchObject({ code: 'CLOUD_ERROR' })
    const gone = { ...settings, endpoint: 'http://127.0.0.1:9' }
    await expect(put(gone)).rejects.toMatchObject({ code: 'CLOUD_ERROR', neverArrived: true })
    await expect(createS3Bucket(gone).remove('media/three.jpg')).rejects.toMatchObject({
      code: 'CLOUD_ERROR',
    })
  })

  it('breaks off when the file does', async () => {
    const broken: OpenBlob = {
      size: 1_000,
      stream: () => new ReadableStream({ pull: (controller) => controller.error(new Error('the disk')) }),
    }
    await expect(createS3Bucket(settings).put('media/four.jpg', broken, 'image/jpeg')).rejects.toMatchObject({
      code: 'CLOUD_ERROR',
    })
    expect((await fetch(`${settings.publicUrl}/media/four.jpg`)).status).toBe(404)
  })
})
