// The built page and the API docs. Open: they hold nothing of the user's; what they show comes through the API.
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { join } from 'node:path'

export function pageRoutes(pageDir: string): Hono {
  return new Hono()
    .get('/', serveStatic({ path: join(pageDir, 'index.html') }))
    .on('GET', ['/api/docs', '/api/docs/'], serveStatic({ path: join(pageDir, 'docs.html') }))
    .get('/favicon.svg', serveStatic({ path: join(pageDir, 'favicon.svg') }))
    .get(
      '/assets/*',
      // Names carry a hash of the content.
      serveStatic({
        root: pageDir,
        onFound: (_path, c) => c.header('Cache-Control', 'public, max-age=31536000, immutable'),
      }),
    )
}
