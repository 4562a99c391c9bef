// An answer of a bucket is limited in size and time, whatever it is that answers there.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import type { OpenBlob } from '../../../core/ports/media/blob-store.ts'
import { MINUTE, SECOND } from '../../../core/time.ts'
import { createRestoreMedia } from '../../../local-server/s3/restore-media.ts'
import { createS3Bucket } from '../../../local-server/s3/s3-bucket.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** `asked` resolves with the response that it has begun. */
async function bucketThat(begin: (response: ServerResponse) => void) {
  const asked = Promise.withResolvers<ServerResponse>()
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      begin(response)
      asked.resolve(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const keys = { accessKeyId: 'an-access-key', secretAccessKey: 'a-secret-key' }
  return { bucket: createS3Bucket({ endpoint, name: 'media', ...keys }), asked: asked.promise }
}

const refuses = (response: ServerResponse) => {
  response.writeHead(503, { 'content-type': 'application/xml' })
  response.write('<Error><Message>')
}

function fileOf(size: number): OpenBlob {
  return { size, stream: () => new Blob([new Uint8Array(size)]).stream() }
}

it('a refusal of many megabytes is not read to its end', async () => {
  const piece = Buffer.alloc(2 ** 20, 'x')
  let sent = 0
  const { bucket } = await bucketThat((response) => {
    refuses(response)
    const more = (): unknown => {
      if (sent++ === 64 || response.destroyed) return response.end('</Message></Error>')
      return response.write(piece) ? more() : response.once('drain', more)
    }
    more()
  })
  await expect(bucket.put('media/a.jpg', fileOf(12), 'image/jpeg')).rejects.toMatchObject({
    code: 'CLOUD_ERROR',
    message: 'The file could not be stored in the bucket: an answer of more than 1 MB.',
  })
  expect(sent).toBeLessThan(32)
})

it('an answer that never ends is given up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { bucket, asked } = await bucketThat(refuses)
  const removing = expect(bucket.remove('media/a.jpg')).rejects.toMatchObject({
    code: 'CLOUD_ERROR',
    message: 'A file could not be removed from the bucket: no answer in time.',
  })
  await asked
  vi.advanceTimersByTime(2 * MINUTE)
  await removing
})

it('a large file has the time that a slow line needs', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { bucket, asked } = await bucketThat(() => {})
  const storing = bucket.put('media/a.mp4', fileOf(3_000_000), 'video/mp4')
  const response = await asked
  vi.advanceTimersByTime(4 * MINUTE - SECOND)
  response.end()
  await expect(storing).resolves.toBeUndefined()
})

it.each([
  ['3000000', 4 * MINUTE],
  // More than a timer can count: as for the largest file that is published.
  ['9000000000000000', 202 * MINUTE],
])('a file of %s bytes that never ends is given up', async (length, time) => {
  const late = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
  const { bucket } = await bucketThat((response) => {
    response.writeHead(200, { 'content-length': length })
    response.write('x')
  })
  const bytes = await bucket.open('media/a.mp4')
  expect(timeout).toHaveBeenCalledExactlyOnceWith(time)
  const reading = expect(new Response(bytes).arrayBuffer()).rejects.toThrow()
  late.abort()
  await reading
})

it('a file is not fetched back beyond the largest that is published', async () => {
  const stagingDir = mkdtempSync(join(tmpdir(), 'restore-'))
  onTestFinished(() => rmSync(stagingDir, { recursive: true }))
  const restore = createRestoreMedia({ stagingDir } as Parameters<typeof createRestoreMedia>[0], 3_000_000)
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(1_000_000)),
  })
  await expect(restore({ id: 'a', key: 'media/a.mp4' }, endless)).rejects.toMatchObject({
    code: 'MEDIA_INVALID',
    message: 'The file has more than 3 MB.',
  })
  expect(readdirSync(stagingDir)).toEqual([])
})
