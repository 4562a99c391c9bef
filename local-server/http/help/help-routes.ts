// The guide as pages of the server. Open, as the API docs are: it holds nothing of the user's, and is needed by whom the sign-in
// fails.
import { Hono } from 'hono'
import { etag } from 'hono/etag'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { HELP_PAGES, isHelpPage } from '../../../core/rules/notices/help-pages.ts'
import { guidePage } from './guide-page.ts'

const STYLES = 'help.css'

/** `guideDir`: the Markdown that is also read in the repository, and the style sheet. */
export function helpRoutes(guideDir: string): Hono {
  const read = (name: string) => readFile(join(guideDir, name), 'utf8')
  const app = new Hono().basePath('/help')
  app.use(etag(), async (c, next) => {
    c.header('Cache-Control', 'no-cache')
    await next()
  })
  app.get('/', (c) => c.redirect(`/help/${HELP_PAGES[0]}`, 302))
  app.get(`/${STYLES}`, async (c) =>
    c.body(await read(STYLES), 200, { 'Content-Type': 'text/css; charset=utf-8' }),
  )
  app.get('/:page', async (c) => {
    const page = c.req.param('page')
    return isHelpPage(page) ? c.html(guidePage(page, await read(`${page}.md`))) : c.notFound()
  })
  return app
}
