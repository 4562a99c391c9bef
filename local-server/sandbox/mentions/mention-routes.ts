// Strangers' stories on request: from the feed's button, and from scripts.
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { toIso, toIsoOrNull } from '../../../core/time.ts'
import { feedPath } from '../feed/places.ts'
import { accountNamed, accountOf } from '../people/cast.ts'
import { mediaAddress } from './media-address.ts'
import type { StrangerStory } from './mention-state.ts'
import { STRANGERS, strangerOf } from './strangers.ts'
import { NewMention, type MentionControl } from './mentions.ts'

export function mentionRoutes(mentions: MentionControl, origin: () => string): Hono {
  const routes = new Hono()

  routes.get('/', (c) => c.json({ stories: mentions.stories().map((story) => shown(story, origin())) }))

  routes.post('/', async (c) => {
    if (isForm(c)) return byForm(c, mentions)
    const parsed = NewMention.safeParse(await c.req.json().catch(() => undefined))
    if (!parsed.success) return c.json({ error: z.prettifyError(parsed.error) }, 400)
    const { again } = parsed.data
    if (again !== undefined && !mentions.stories().some(({ pk }) => pk === again))
      return c.json(NO_STORY, 404)
    const { story, message } = mentions.addMention(parsed.data)
    const { mid: messageId, conversationId, itemId, threadId } = message
    return c.json({ ...shown(story, origin()), messageId, conversationId, itemId, threadId }, 201)
  })

  routes.delete('/:pk', (c) => {
    if (mentions.takeDown(c.req.param('pk'))) return c.body(null, 204)
    return c.json(NO_STORY, 404)
  })

  return routes
}

const NO_STORY = { error: 'There is no story of this pk.' }

function isForm(c: Context): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? '')
}

const Form = z.strictObject({
  username: z.string(),
  kind: NewMention.shape.kind,
})

/** A different stranger each time, never the private one, whose mentions reach no inbox. */
async function byForm(c: Context, mentions: MentionControl): Promise<Response> {
  const parsed = Form.safeParse(await c.req.parseBody())
  const account = parsed.success ? accountNamed(parsed.data.username) : null
  if (!parsed.success || !account) return c.json({ error: 'This is not the feed’s form.' }, 400)
  const people = STRANGERS.filter(({ isPrivate }) => !isPrivate)
  const poster = people[mentions.stories().length % people.length]?.username
  mentions.addMention({ ...parsed.data, poster })
  return c.redirect(feedPath(account), 303)
}

function shown(story: StrangerStory, origin: string): object {
  const { pk, graphId, posterPk, mentionedId, kind, canReshare, namesUs } = story
  return {
    pk,
    graphId,
    poster: strangerOf(posterPk)?.username,
    username: accountOf(mentionedId)?.username,
    kind,
    canReshare,
    namesUs,
    mediaUrl: mediaAddress(origin, story),
    takenAt: toIso(story.takenAt),
    expiresAt: toIso(story.expiresAt),
    deletedAt: toIsoOrNull(story.deletedAt),
  }
}
