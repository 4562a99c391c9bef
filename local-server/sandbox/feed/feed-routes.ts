// The pages of the sandbox for people: an account's feed, a Page's posts, one post, and the published bytes.
import { Hono, type Context } from 'hono'
import { DEMO_ACCOUNT, type SandboxAccount } from '../demo-account.ts'
import type { GraphPorts } from '../graph/ports.ts'
import { feedPosts, liveStories } from '../graph/reads/media-list.ts'
import { liveMedia, livePagePost } from '../live.ts'
import { isPng } from '../png.ts'
import { accountNamed, accountOf, ALL_ACCOUNTS, ALL_PAGES, pageOf } from '../people/cast.ts'
import { isLive } from '../mentions/mention-state.ts'
import { FEED_CSS } from './feed-css.ts'
import { feedPage } from './feed-page.ts'
import { type FeedPlace, feedPath } from './places.ts'
import { pageFeedPage, pagePostPage } from './page-feed-page.ts'
import { formHeaders, PAGE_HEADERS } from './page.ts'
import { missingPostPage, postPage } from './post-page.ts'
import { isPageVideo } from '../pages/page-object.ts'
import { holdsVideo } from '../state/records.ts'
import { videoResponse } from './video-response.ts'
import { fromBase64Url } from '../../../core/base64url.ts'

const POSTS_PER_PAGE = 60

type FeedPorts = Pick<GraphPorts, 'state' | 'pages' | 'mentions' | 'files' | 'clock' | 'origin'>

export function feedRoutes(ports: FeedPorts): Hono {
  const { state, pages, origin } = ports
  const routes = new Hono()

  routes.get('/', (c) => accountFeed(c, ports, DEMO_ACCOUNT))

  routes.get('/u/:username', (c) => {
    const account = accountNamed(c.req.param('username'))
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
  const all = feedPosts(state, account.igUserId)
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
  return c.html(feedPage(view), 200, formHeaders("'self'"))
}

/** The feeds with something to show, and always the demo kitchen's. */
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

/** 16 × 16 grey, in place of the frame that the platform would have cut out of a video: nothing here decodes any. */
const BLANK_COVER = fromBase64Url(
  '_9j_4AAQSkZJRgABAQAAAQABAAD_2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL_wAALCAAQABABAREA_8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL_8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4-Tl5ufo6erx8vP09fb3-Pn6_9oACAEBAAA_APMKKKK__9k',
)

/** A cover's address ends in .jpg even when it is a PNG. */
const showImage = (c: Context, image: Uint8Array<ArrayBuffer>) =>
  c.body(image, 200, {
    'content-type': isPng(image) ? 'image/png' : 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=31536000, immutable',
  })

/** Serves published bytes, and only while they are live. */
function publishedMediaRoutes({ state, pages, files, clock }: FeedPorts): Hono {
  const routes = new Hono()

  routes.get('/media/:file{[0-9]+\\.jpg}', (c) => {
    const id = idIn(c)
    const post = state.live(id)
    const image = state.image(id) ?? (post && holdsVideo(post.container) ? BLANK_COVER : null)
    return image ? showImage(c, image) : c.text('There is no such picture.', 404)
  })

  routes.get('/media/:file{[0-9]+\\.mp4}', async (c) => {
    const post = state.live(idIn(c))
    const file = post && (await files.file(post.container.id))
    return file ? videoResponse(file, c.req.header('range')) : c.text('There is no such video.', 404)
  })

  routes.get('/page-media/:file{[0-9]+\\.jpg}', (c) => {
    const id = idIn(c)
    const shown = pages.live(clock.now()).find((one) => one.id === id || one.photos.includes(id))
    const image = shown && (isPageVideo(shown) ? BLANK_COVER : files.image(id))
    return image ? showImage(c, image) : c.text('There is no such picture.', 404)
  })

  routes.get('/page-media/:file{[0-9]+\\.mp4}', async (c) => {
    const video = pages.live(clock.now()).find((one) => one.id === idIn(c))
    const file = video && (await files.file(video.id))
    return file ? videoResponse(file, c.req.header('range')) : c.text('There is no such video.', 404)
  })

  return routes
}

function idIn(c: Context): string {
  return (c.req.param('file') ?? '').replace(/\..*$/, '')
}
