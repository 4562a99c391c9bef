// Bytes over HTTP: the page's previews behind the login, and the open address from which a platform double fetches media.
import { Hono, type Context } from 'hono'
import { CodedError } from '../../errors.ts'
import type { BlobStore } from '../../ports/media/blob-store.ts'
import type { Superseded } from '../../media/superseded.ts'
import type { MediaStore } from '../../ports/media/media-store.ts'
import type { AppEnv } from '../context.ts'
import { readRange } from '../read-range.ts'

export interface FilePorts {
  readonly blobs: BlobStore
  readonly media: MediaStore
  readonly superseded: Superseded
  /** True when `/media/:key` is open: with the sandbox, or with a public base address for tests. */
  servesPublicMedia(): boolean
}

const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  mkv: 'video/x-matroska',
  webm: 'video/webm',
  avi: 'video/x-msvideo',
}

/** Mounted behind the login. Whatever a file holds, a browser must not run it as a page of ours. */
export function uploadedFileRoutes({ blobs }: FilePorts) {
  return new Hono<AppEnv>().get('/uploads/:folder/:name', async (c) => {
    c.header('Content-Security-Policy', "sandbox; default-src 'none'")
    c.header('Cache-Control', 'private, max-age=31536000, immutable')
    return sendBlob(c, blobs, `${c.req.param('folder')}/${c.req.param('name')}`)
  })
}

/** Open, and therefore found by an unguessable key only. */
export function publicMediaRoutes(ports: FilePorts) {
  return new Hono<AppEnv>().get('/media/:key', async (c) => {
    const blobKey = ports.servesPublicMedia() ? await blobUnder(ports, c.req.param('key')) : null
    if (blobKey === null) throw new CodedError('NOT_FOUND')
    c.header('Content-Security-Policy', "sandbox; default-src 'none'")
    return sendBlob(c, ports.blobs, blobKey)
  })
}

/** The version whose name was asked for: a publication keeps the one it was promised. */
async function blobUnder({ media, superseded }: FilePorts, publicKey: string): Promise<string | null> {
  const record = await media.findByPublicKey(publicKey)
  if (record === null) return superseded.find(publicKey)
  return record.processedPublicKey === publicKey ? record.processedPath : record.storagePath
}

async function sendBlob(c: Context, blobs: BlobStore, key: string): Promise<Response> {
  const type = TYPES[key.slice(key.lastIndexOf('.') + 1)]
  const blob = type === undefined ? null : await blobs.open(key)
  if (type === undefined || !blob) throw new CodedError('NOT_FOUND')
  c.header('Content-Type', type)
  c.header('Accept-Ranges', 'bytes')
  const range = readRange(c.req.header('range'), blob.size)
  if (range === 'unsatisfiable') {
    c.header('Content-Range', `bytes */${blob.size}`)
    return c.body(null, 416)
  }
  c.header('Content-Length', String(range ? range.end - range.start + 1 : blob.size))
  if (range) c.header('Content-Range', `bytes ${range.start}-${range.end}/${blob.size}`)
  const status = range ? 206 : 200
  return c.req.method === 'HEAD' ? c.body(null, status) : c.body(blob.stream(range ?? undefined), status)
}
