// The built page and the API docs. Open: they hold nothing of the user's; what they show comes through the API. The build
// leaves each file compressed beside itself.
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import { etag } from 'hono/etag'
import { join } from 'node:path'

/** How addresses of the page begin; the page decides which screen to show (`ui/src/app/pages.tsx`). */
const SCREENS = 'plan posts library inbox settings accounts reposts cloud attention compose'.split(' ')
/** Files by which a browser identifies the page, and installs it. */
const NAMED_FILES = [
  'favicon.svg',
  'manifest.webmanifest',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable.png',
]
/** The typeface of every page from here changes once in years. */
const TYPEFACE_FOR = 'public, max-age=604800'
const PAGE_PATHS = ['/', ...SCREENS.map((screen) => `/${screen}/*`)]

export function pageRoutes(pageDir: string): Hono {
  const file = (name: string) => serveStatic({ path: join(pageDir, name), precompressed: true })
  const app = new Hono()
  app.route('/', typefaceRoute(pageDir))
  for (const name of NAMED_FILES) app.get(`/${name}`, cacheAs('no-cache'), etag(), file(name))
  return (
    app
      // These names do not change with their content: the browser asks each time whether its copy is current.
      .on('GET', PAGE_PATHS, cacheAs('no-cache'), etag(), file('index.html'))
      .on('GET', ['/api/docs', '/api/docs/'], cacheAs('no-cache'), etag(), file('docs.html'))
      // Names carry a hash of the content.
      .get(
        '/assets/*',
        cacheAs('public, max-age=31536000, immutable'),
        serveStatic({ root: pageDir, precompressed: true }),
      )
  )
}

/** The page's typeface, for other pages that are shown here. */
export function typefaceRoute(pageDir: string): Hono {
  const path = join(pageDir, 'typeface.woff2')
  return new Hono().get('/typeface.woff2', cacheAs(TYPEFACE_FOR), etag(), serveStatic({ path }))
}

function cacheAs(cacheControl: string): MiddlewareHandler {
  return async (c, next) => {
    await next()
    if (c.res.status === 404) return
    c.header('Cache-Control', cacheControl)
    c.header('Vary', 'Accept-Encoding')
  }
}
