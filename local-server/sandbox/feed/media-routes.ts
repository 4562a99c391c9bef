// The published bytes. Nothing that is not live is served.
import { Hono, type Context } from 'hono'
import { isPageVideo } from '../pages/page-object.ts'
import { holdsVideo } from '../state/records.ts'
import { BLANK_COVER } from './blank-cover.ts'
import type { FeedPorts } from './feed-routes.ts'
import { videoResponse } from './video-response.ts'

const JPEG_HEADERS = {
  'content-type': 'image/jpeg',
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, max-age=31536000, immutable',
}

export function publishedMediaRoutes({ state, pages, files, clock }: MediaPorts): Hono {
  const routes = new Hono()

  routes.get('/media/:file{[0-9]+\\.jpg}', (c) => {
    const id = idIn(c)
    const post = state.live(id)
    const image = state.image(id) ?? (post && holdsVideo(post.container) ? BLANK_COVER : null)
    return image ? c.body(image, 200, JPEG_HEADERS) : c.text('There is no such picture.', 404)
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
    return image ? c.body(image, 200, JPEG_HEADERS) : c.text('There is no such picture.', 404)
  })

  routes.get('/page-media/:file{[0-9]+\\.mp4}', async (c) => {
    const video = pages.live(clock.now()).find((one) => one.id === idIn(c))
    const file = video && (await files.file(video.id))
    return file ? videoResponse(file, c.req.header('range')) : c.text('There is no such video.', 404)
  })

  return routes
}

type MediaPorts = Pick<FeedPorts, 'state' | 'pages' | 'files' | 'clock'>

function idIn(c: Context): string {
  return (c.req.param('file') ?? '').replace(/\..*$/, '')
}
