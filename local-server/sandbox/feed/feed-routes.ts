// The pages of the sandbox for people: an account's feed, a Page's posts, one post, and the published bytes.
import { Hono, type Context } from 'hono'
import type { Clock } from '../../../core/ports/clock.ts'
import { DEMO_ACCOUNT, type SandboxAccount } from '../demo-account.ts'
import { liveStories } from '../graph/reads/media-list.ts'
import { liveMedia, livePagePost } from '../live.ts'
import type { PageState } from '../pages/page-state.ts'
import { accountOf, ALL_ACCOUNTS, ALL_PAGES, pageOf } from '../people/cast.ts'
import type { SandboxState } from '../state/state.ts'
import type { SandboxFiles, SandboxPictures } from '../state/store.ts'
import { isLive, type MentionState } from '../mentions/mention-state.ts'
import { FEED_CSS } from './feed-css.ts'
import { feedPage } from './feed-page.ts'
import { feedPath } from './feed-path.ts'
import { publishedMediaRoutes } from './media-routes.ts'
import type { FeedPlace } from './places.ts'
import { pageFeedPage, pagePostPage } from './page-feed-page.ts'
import { FORM_PAGE_HEADERS, PAGE_HEADERS } from './page.ts'
import { missingPostPage, postPage } from './post-page.ts'

const POSTS_PER_PAGE = 60

export interface FeedPorts {
  readonly state: SandboxState
  readonly pages: PageState
  readonly mentions: MentionState
  readonly files: Pick<SandboxFiles & SandboxPictures, 'file' | 'image'>
  readonly clock: Clock
  readonly origin: () => string
}

export function feedRoutes(ports: FeedPorts): Hono {
  const { state, pages, origin } = ports
  const routes = new Hono()

  routes.get('/', (c) => accountFeed(c, ports, DEMO_ACCOUNT))

  routes.get('/u/:username', (c) => {
    const account = ALL_ACCOUNTS.find(({ username }) => username === c.req.param('username'))
    return account ? accountFeed(c, ports, account) : notThere(c, false)
  })

  routes.get('/p/:key', (c) => {
    const key = c.req.param('key')
    const post = state.live(key)
    const account = post && accountOf(post.container.accountId)
    if (!post || !account) return notThere(c, state.wasRemoved(key))
    return c.html(postPage(account, liveMedia(post, origin())), 200, PAGE_HEADERS)
  })

  routes.get('/www.facebook.com/:id/:rest{.*}?', (c) => {
    const [id, rest] = [c.req.param('id'), c.req.param('rest') ?? '']
    const page = rest === '' ? pageOf(id) : null
    if (page) {
      const posts = livePagePosts(ports, page.id)
      return c.html(pageFeedPage(page, posts, places(ports)), 200, PAGE_HEADERS)
    }
    const object = pages.find(/(\d+)\/?$/.exec(rest)?.[1] ?? id)
    const post = object && livePagePosts(ports, object.pageId).find((one) => one.id === object.id)
    if (!post) return notThere(c, false)
    return c.html(pagePostPage(post), 200, PAGE_HEADERS)
  })

  routes.route('/', publishedMediaRoutes(ports))

  routes.get('/feed.css', (c) =>
    c.body(FEED_CSS, 200, { 'content-type': 'text/css; charset=utf-8', 'x-content-type-options': 'nosniff' }),
  )

  return routes
}

function accountFeed(c: Context, ports: FeedPorts, account: SandboxAccount): Response | Promise<Response> {
  const { state, mentions, clock, origin } = ports
  const all = state.livePosts(account.igUserId).filter(({ container }) => container.mediaType !== 'STORIES')
  const from = Number(/^\d{1,9}$/.exec(c.req.query('from') ?? '')?.[0] ?? 0)
  const to = from + POSTS_PER_PAGE
  const posts = all.slice(from, to).map((post) => liveMedia(post, origin()))
  const stories = liveStories(state, account.igUserId, clock.now()).map((post) => liveMedia(post, origin()))
  const olderHref = to < all.length ? `${feedPath(account)}?from=${to}` : null
  const view = {
    account,
    postCount: all.length,
    posts,
    stories,
    mentions: mentions
      .stories()
      .filter((story) => story.mentionedId === account.igUserId && isLive(story, clock.now())),
    olderHref,
    places: places(ports),
  }
  return c.html(feedPage(view), 200, FORM_PAGE_HEADERS)
}

/** Where there is something to see; the demo kitchen always. */
function places({ state, pages, mentions, clock }: FeedPorts): FeedPlace[] {
  const published = new Set([
    ...state.livePosts().map(({ container }) => container.accountId),
    ...mentions.stories().map(({ mentionedId }) => mentionedId),
  ])
  const postedTo = new Set(pages.live(clock.now()).map(({ pageId }) => pageId))
  const accounts = ALL_ACCOUNTS.filter((one) => one === DEMO_ACCOUNT || published.has(one.igUserId))
  return [
    ...accounts.map((one) => ({ name: one.username, href: feedPath(one) })),
    ...ALL_PAGES.filter(({ id }) => postedTo.has(id)).map(({ id, name }) => ({
      name: `Page ${name}`,
      href: `/sandbox/www.facebook.com/${id}`,
    })),
  ]
}

function livePagePosts({ pages, clock, origin }: FeedPorts, pageId: string) {
  return pages
    .live(clock.now())
    .filter((object) => object.pageId === pageId)
    .map((object) => livePagePost(object, origin()))
}

function notThere(c: Context, wasRemoved: boolean): Response | Promise<Response> {
  return c.html(missingPostPage(wasRemoved), wasRemoved ? 410 : 404, PAGE_HEADERS)
}
