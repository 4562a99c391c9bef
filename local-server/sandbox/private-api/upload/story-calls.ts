// Looking at stories. None of these calls marks one as seen.
import { z } from 'zod'
import { isLive } from '../../mentions/mention-state.ts'
import { bare, privateApiJson } from '../private-api-json.ts'
import { fail, invalidParameters } from '../private-api-refusal.ts'
import type { PrivateApiPorts, SessionCall } from '../private-api-ports.ts'
import { somebodyNode, somebodyOf } from '../people-calls.ts'
import { mediaIdOf, privateApiPersonOfAccount, type Somebody } from '../practice.ts'
import { deviceUuid, idText, readSigned } from '../session/signed-body.ts'
import { ownStoryNode, storiesOf, strangerStoryNode } from '../inbox/story-node.ts'

/** `GET feed/user/{pk}/story/` */
export const userStory: SessionCall = async (ports, { path }) => {
  const pk = /\/feed\/user\/(\d+)\/story\/$/.exec(path)?.[1] ?? ''
  const somebody = somebodyOf(pk)
  if (somebody?.isPrivate) throw fail(400, { message: 'Not authorized to view user' })
  return privateApiJson({ reel: somebody && (await reelOf(ports, somebody)), broadcast: null, status: 'ok' })
}

/** `GET feed/reels_media/?reel_ids=` of a browser. Reels of people who are private are silently left out. */
export const reelsMediaOfWeb: SessionCall = async (ports, { query }) =>
  reelsMedia(ports, query.getAll('reel_ids'))

const ReelsBody = z.object({
  user_ids: z.array(idText).min(1).max(30),
  source: z.string().min(1),
  _uuid: deviceUuid,
  _uid: idText,
  device_id: z.string().min(1),
})

/** `POST feed/reels_media/` of the app. */
export const reelsMediaOfApp: SessionCall = async (ports, { form }) =>
  reelsMedia(ports, readSigned(form, ReelsBody).user_ids)

async function reelsMedia(ports: PrivateApiPorts, ids: readonly string[]): Promise<Response> {
  if (ids.length === 0) throw invalidParameters()
  const reels = await Promise.all(
    ids.map(async (id) => {
      const somebody = somebodyOf(id)
      const reel = somebody && !somebody.isPrivate ? await reelOf(ports, somebody) : null
      return reel ? [{ id, reel }] : []
    }),
  )
  const found = reels.flat()
  return privateApiJson({
    reels: Object.fromEntries(found.map(({ id, reel }) => [id, reel])),
    reels_media: found.map(({ reel }) => reel),
    status: 'ok',
  })
}

/** Null when nothing of it is live. */
async function reelOf(ports: PrivateApiPorts, somebody: Somebody): Promise<object | null> {
  const items = (await storiesOf(ports, somebody.pk)) as { taken_at: number; expiring_at: number }[]
  const newest = items.at(-1)
  if (!newest) return null
  return {
    id: bare(somebody.pk),
    user: somebodyNode(somebody),
    items,
    latest_reel_media: newest.taken_at,
    expiring_at: newest.expiring_at,
    seen: 0,
    can_reply: true,
    can_reshare: true,
    reel_type: 'user_reel',
    media_count: items.length,
  }
}

/** `GET media/{pk}/info/`, also as `{pk}_{owner}`. */
export const mediaInfo: SessionCall = async (ports, { path }) => {
  const pk = /\/media\/(\d+)(?:_\d+)?\/info\/$/.exec(path)?.[1] ?? ''
  const item = await itemOf(ports, pk)
  // @NOTE The answer for a story that is over is not documented.
  if (!item) throw fail(400, { message: 'Media not found or unavailable' })
  return privateApiJson({ items: [item], num_results: 1, more_available: false, status: 'ok' })
}

async function itemOf(ports: PrivateApiPorts, pk: string): Promise<object | null> {
  const story = ports.mentions.story(pk)
  if (story?.pk === pk) {
    if (somebodyOf(story.posterPk)?.isPrivate) throw fail(400, { message: 'Not authorized to view user' })
    return isLive(story, ports.clock.now()) ? strangerStoryNode(ports, story) : null
  }
  const post = ports.state.live(mediaIdOf(pk))
  const person = post && privateApiPersonOfAccount(post.container.accountId)
  return post && person ? ownStoryNode(ports.origin(), person, post) : null
}
