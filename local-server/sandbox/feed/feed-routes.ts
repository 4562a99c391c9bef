// The pages of the sandbox for people: the account's feed, one post, and the published bytes.
import { Hono } from 'hono'
import type { SandboxAccount } from '../demo-account.ts'
import { liveMedia } from '../live.ts'
import type { SandboxState } from '../state.ts'
import { FEED_CSS } from './feed-css.ts'
import { feedPage } from './feed-page.ts'
import { PAGE_HEADERS } from './page.ts'
import { missingPostPage, postPage } from './post-page.ts'

const POSTS_PER_PAGE = 60

export interface FeedPorts {
  readonly state: SandboxState
  readonly account: SandboxAccount
  readonly origin: () => string
}

export function feedRoutes({ state, account, origin }: FeedPorts): Hono {
  const routes = new Hono()

  routes.get('/', (c) => {
    const all = state.livePosts()
    const from = Number(/^\d{1,9}$/.exec(c.req.query('from') ?? '')?.[0] ?? 0)
    const to = from + POSTS_PER_PAGE
    const posts = all.slice(from, to).map((post) => liveMedia(post, origin()))
    const olderHref = to < all.length ? `/sandbox?from=${to}` : null
    return c.html(feedPage({ account, postCount: all.length, posts, olderHref }), 200, PAGE_HEADERS)
  })

  routes.get('/p/:key', (c) => {
    const post = state.live(c.req.param('key'))
    if (!post) return c.html(missingPostPage(), 404, PAGE_HEADERS)
    return c.html(postPage(account, liveMedia(post, origin())), 200, PAGE_HEADERS)
  })

  routes.get('/media/:file{[0-9]+\\.jpg}', (c) => {
    const image = state.image(c.req.param('file').replace('.jpg', ''))
    if (!image) return c.text('There is no such picture.', 404)
    const headers = { 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' }
    return c.body(image, 200, { ...headers, 'cache-control': 'private, max-age=31536000, immutable' })
  })

  routes.get('/feed.css', (c) =>
    c.body(FEED_CSS, 200, { 'content-type': 'text/css; charset=utf-8', 'x-content-type-options': 'nosniff' }),
  )

  return routes
}
