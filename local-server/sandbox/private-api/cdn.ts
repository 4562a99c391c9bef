// Addresses of media, signed as a whole: they open nothing when somebody has rewritten their query, when they are old, or
// when the story is gone.
import { Hono } from 'hono'
import { toBase64Url } from '../../../core/base64url.ts'
import { HOUR, SECOND, type Instant } from '../../../core/time.ts'
import { isLive } from '../mentions/mention-state.ts'
import { STORY_TYPES, storyBytes, type StoryKind } from '../mentions/story-media.ts'
import type { PrivateApiPorts } from './private-api-ports.ts'

/** `full` is the story itself, `small` a preview of it. */
export type CdnSize = 'full' | 'half' | 'small'

interface Named {
  readonly pk: string
  readonly kind: StoryKind
  readonly size: CdnSize
}

/** @NOTE We have not measured how long an address lives. The address states when it expires. */
const LIVES = 2 * HOUR

export async function cdnUrl({ origin, clock }: PrivateApiPorts, named: Named): Promise<string> {
  // By the hour, so that two reads one after the other give the same address.
  const until = Math.floor(clock.now() / HOUR) * HOUR + LIVES
  const path = pathOf(named)
  return `${origin()}/sandbox/cdninstagram${path}${await queryOf(path, until)}`
}

/** Has characters that rewriting a query would change: a tilde, an exclamation mark, a slash encoded in lower case. */
async function queryOf(path: string, until: Instant): Promise<string> {
  const expiry = Math.floor(until / SECOND)
    .toString(16)
    .toUpperCase()
  const text = new TextEncoder().encode(`no secret:${path}:${expiry}`)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  return `?stp=dst-jpg_e15~tt6!&_nc_cat=101&oh=00_AfD%2f${toBase64Url(digest)}&oe=${expiry}`
}

function pathOf({ pk, kind, size }: Named): string {
  return kind === 'video' ? `/o1/v/t16/f2/m84/${size}/${pk}.mp4` : `/v/t51.2885-15/${size}/${pk}_n.jpg`
}

export function cdnRoutes({ mentions, calls, clock }: PrivateApiPorts): Hono {
  const routes = new Hono()
  routes.get('*', async (c) => {
    // As it came, not as a parser would write it.
    const [, path = '', query = ''] =
      /^[a-z]+:\/\/[^/]+\/sandbox\/cdninstagram([^?]*)(.*)$/.exec(c.req.url) ?? []
    calls.add({ host: 'cdninstagram', method: 'GET', path, at: clock.now(), username: null })
    const until = Number.parseInt(/&oe=([0-9A-F]{8})$/.exec(query)?.[1] ?? '0', 16) * SECOND
    if (query !== (await queryOf(path, until))) return c.text('Bad URL hash', 403)
    if (clock.now() >= until) return c.text('URL signature expired', 403)
    const [, pk = '', extension] = /\/(\d+)(?:_n)?\.(jpg|mp4)$/.exec(path) ?? []
    const story = mentions.story(pk)
    if (!story || !isLive(story, clock.now())) return c.text('Not Found', 404)
    const kind = extension === 'mp4' ? 'video' : 'image'
    if (kind === 'video' && story.kind !== 'video') return c.text('Not Found', 404)
    return c.body(storyBytes(kind), 200, { 'content-type': STORY_TYPES[kind] })
  })
  return routes
}
