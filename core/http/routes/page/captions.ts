// Words to complete and texts to insert while a caption is written. Internal: used by the page only.
import { Hono } from 'hono'
import { z } from 'zod'
import { CaptionSetName, CaptionSetText, type Captions } from '../../../features/posts/captions.ts'
import type { AppEnv } from '../../context.ts'
import { validJson, validParam } from '../../validated-routes.ts'

const Named = z.object({ name: CaptionSetName })
const Saved = z.object({ text: CaptionSetText })

export function captionRoutes(captions: Captions) {
  const byName = validParam(Named)
  return new Hono<AppEnv>()
    .get('/captions/words', async (c) => c.json(await captions.listWords(), 200))
    .get('/captions/sets', async (c) => c.json(await captions.listSets(), 200))
    .put('/captions/sets/:name', byName, validJson(Saved), async (c) => {
      const { name } = c.req.valid('param')
      return c.json(await captions.saveSet({ name, text: c.req.valid('json').text }), 200)
    })
    .delete('/captions/sets/:name', byName, async (c) =>
      c.json(await captions.removeSet(c.req.valid('param').name), 200),
    )
}
