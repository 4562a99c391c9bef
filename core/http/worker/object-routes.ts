// What the platform fetches. Open, and therefore reachable by an unguessable key only: it serves one object of
// `media/` and nothing else of the bucket.
import { Hono, type Context } from 'hono'
import { CodedError } from '../../coded-error.ts'
import type { MediaObjects, ObjectFacts } from '../../ports/cloud/media-objects.ts'
import { readRange } from '../read-range.ts'

/** 128 bits, and what kind of file it is. */
const NAME = /^[0-9a-f]{32}\.[a-z0-9]{2,5}$/
/** The platform's caches may not keep it longer than we do. */
const CACHE = 'public, max-age=3600'

export function objectRoutes(media: MediaObjects) {
  return new Hono().get('/:name', async (c) => {
    const name = c.req.param('name')
    if (!NAME.test(name)) throw new CodedError('NOT_FOUND')
    const key = `media/${name}`
    const range = c.req.header('range')
    if (c.req.method === 'HEAD' || range !== undefined) return partOf(c, media, key)
    const object = await media.open(key)
    if (object === null) throw new CodedError('NOT_FOUND')
    describe(c, object)
    c.header('Content-Length', String(object.size))
    return c.body(object.body)
  })
}

/** The facts are needed before the bytes, if the bytes are wanted at all. */
async function partOf(c: Context, media: MediaObjects, key: string): Promise<Response> {
  const facts = await media.facts(key)
  if (facts === null) throw new CodedError('NOT_FOUND')
  describe(c, facts)
  const range = readRange(c.req.header('range'), facts.size)
  if (range === 'unsatisfiable') {
    c.header('Content-Range', `bytes */${facts.size}`)
    return c.body(null, 416)
  }
  c.header('Content-Length', String(range ? range.end - range.start + 1 : facts.size))
  if (range) c.header('Content-Range', `bytes ${range.start}-${range.end}/${facts.size}`)
  const status = range ? 206 : 200
  if (c.req.method === 'HEAD') return c.body(null, status)
  const object = await media.open(key, range ?? undefined)
  if (object === null) throw new CodedError('NOT_FOUND')
  return c.body(object.body as ReadableStream, status)
}

function describe(c: Context, { contentType, etag }: ObjectFacts): void {
  c.header('Content-Type', contentType ?? 'application/octet-stream')
  c.header('ETag', etag)
  c.header('Accept-Ranges', 'bytes')
  c.header('Cache-Control', CACHE)
  c.header('Content-Security-Policy', "sandbox; default-src 'none'")
}
