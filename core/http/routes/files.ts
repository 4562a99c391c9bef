// Bytes over HTTP: the page's previews behind the login, and the open address from which a platform double fetches media.
import { Hono, type Context } from 'hono'
import { CodedError } from '../../coded-error.ts'
import type { Media } from '../../features/media/media.ts'
import type { OpenBlob } from '../../ports/media/blob-store.ts'
import type { AppEnv } from '../context.ts'
import { readRange } from '../read-range.ts'

const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  mkv: 'video/x-matroska',
  webm: 'video/webm',
  avi: 'video/x-msvideo',
}

/** Mounted behind the login. A file may contain anything: a browser must not run it as a page of this server. */
export function uploadedFileRoutes(media: Media) {
  return new Hono<AppEnv>().get('/uploads/:folder/:name', async (c) => {
    const key = `${c.req.param('folder')}/${c.req.param('name')}`
    const blob = typeOf(key) === undefined ? null : await media.openFile(key)
    c.header('Content-Security-Policy', "sandbox; default-src 'none'")
    // A refusal is not kept: the next request may find the file.
    if (blob) c.header('Cache-Control', 'private, max-age=31536000, immutable')
    return sendBlob(c, key, blob)
  })
}

/** Open, and therefore reachable by an unguessable key only. */
export function publicMediaRoutes(media: Media) {
  return new Hono<AppEnv>().get('/media/:key', async (c) => {
    const file = await media.openPublicFile(c.req.param('key'))
    if (file === null) throw new CodedError('NOT_FOUND')
    c.header('Content-Security-Policy', "sandbox; default-src 'none'")
    return sendBlob(c, file.key, file.blob)
  })
}

function typeOf(key: string): string | undefined {
  return TYPES[key.slice(key.lastIndexOf('.') + 1)]
}

function sendBlob(c: Context, key: string, blob: OpenBlob | null): Response {
  const type = typeOf(key)
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
