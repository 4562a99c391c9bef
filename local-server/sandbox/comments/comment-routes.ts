// Strangers' comments on request: an app can write as its own account only.
import { Hono } from 'hono'
import { z } from 'zod'
import { strangerNamed } from '../mentions/strangers.ts'
import type { GraphPorts } from '../graph/ports.ts'

const CommentToWrite = z.strictObject({
  mediaId: z.string(),
  text: z.string().min(1).max(2200),
  username: z.string().default('ilse.eats'),
})

export function commentRoutes({ state, comments, clock }: GraphPorts): Hono {
  return new Hono().post('/', async (c) => {
    const parsed = CommentToWrite.safeParse(await c.req.json().catch(() => undefined))
    if (!parsed.success) return c.json({ error: z.prettifyError(parsed.error) }, 400)
    const { mediaId, text, username } = parsed.data
    const stranger = strangerNamed(username)
    if (!stranger || state.live(mediaId)?.media.id !== mediaId) {
      return c.json({ error: 'There is no such live media, or no such stranger.' }, 404)
    }
    const facts = { mediaId, text, username, authorId: stranger.scopedId, parentId: null }
    return c.json(comments.add({ ...facts, writtenAt: clock.now() }), 201)
  })
}
