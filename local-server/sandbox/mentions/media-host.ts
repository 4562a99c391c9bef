// lookaside.fbsbx.com: the media of stories that mention an account.
import { Hono, type Context } from 'hono'
import { videoResponse } from '../feed/video-response.ts'
import type { GraphPorts } from '../graph/ports.ts'
import type { StoredFile } from '../state/store.ts'
import { mediaQuery } from './media-address.ts'
import { isLive, type StrangerStory } from './mention-state.ts'
import { storyBytes } from './story-media.ts'

const HEADERS = {
  'content-type': 'image/jpeg',
  'x-content-type-options': 'nosniff',
  // Clients must not keep them.
  'cache-control': 'private, no-store',
}

/** HEAD is answered as GET, without the bytes. */
export function mediaHost({ mentions, clock }: Pick<GraphPorts, 'mentions' | 'clock'>): Hono {
  const host = new Hono()
  host.get('/', (c) => {
    const story = mentions.storyOfAsset(c.req.query('asset_id') ?? '')
    if (!story) return c.text('There is nothing at this address.', 404)
    if (new URL(c.req.url).search !== mediaQuery(story)) return c.text('The signature does not fit.', 403)
    return isLive(story, clock.now()) ? bytesOf(c, story) : c.text('The story is over.', 404)
  })
  return host
}

function bytesOf(c: Context, { kind }: StrangerStory): Response {
  const bytes = storyBytes(kind)
  if (kind === 'image') {
    return c.body(bytes, 200, { ...HEADERS, 'content-length': String(bytes.length) })
  }
  const response = videoResponse(asFile(bytes), c.req.header('range'))
  response.headers.set('cache-control', HEADERS['cache-control'])
  return response
}

function asFile(bytes: Uint8Array<ArrayBuffer>): StoredFile {
  return {
    size: bytes.length,
    read: async (start, end) => bytes.slice(start, end),
    stream: (start, end) => new Blob([bytes.slice(start, end)]).stream(),
  }
}
