// Stories as the private hosts show them: those of strangers, and the account's own.
import { DAY, SECOND } from '../../../../core/time.ts'
import { liveStories } from '../../graph/reads/media-list.ts'
import { shortcodeOf } from '../../state/ids.ts'
import { isLive, type StrangerStory } from '../../mentions/mention-state.ts'
import { holdsVideo, type LivePost, type PrivateApiMention } from '../../state/records.ts'
import { cdnUrl } from '../cdn.ts'
import { bare } from '../private-api-json.ts'
import type { PrivateApiPorts } from '../private-api-ports.ts'
import { somebodyNamed, somebodyNode, somebodyOf } from '../people-calls.ts'
import {
  privateApiPersonOf,
  privateApiPersonOfAccount,
  storyPkOf,
  type PrivateApiPerson,
  type Somebody,
} from '../practice.ts'

/** The live stories of somebody, oldest first. */
export async function storiesOf(ports: PrivateApiPorts, pk: string): Promise<object[]> {
  const own = privateApiPersonOf(pk)
  if (own) return ownStories(ports, own)
  const now = ports.clock.now()
  const stories = ports.mentions.stories().filter((story) => story.posterPk === pk && isLive(story, now))
  return Promise.all(stories.toReversed().map((story) => strangerStoryNode(ports, story)))
}

function ownStories({ state, clock, origin }: PrivateApiPorts, person: PrivateApiPerson): object[] {
  return liveStories(state, person.account.igUserId, clock.now())
    .toReversed()
    .map((post) => ownStoryNode(origin(), person, post))
}

export async function strangerStoryNode(ports: PrivateApiPorts, story: StrangerStory): Promise<object> {
  const { pk, posterPk, takenAt, expiresAt, kind, canReshare, mentionedId, namesUs } = story
  const poster = somebodyOf(posterPk)
  const mentioned = privateApiPersonOfAccount(mentionedId)
  const [full, half] = await Promise.all(
    (['full', 'half'] as const).map((size) => cdnUrl(ports, { pk, kind: 'image', size })),
  )
  // The largest one is not the first.
  const candidates = [
    { width: 540, height: 960, url: half },
    { width: 1080, height: 1920, url: full },
  ]
  return {
    ...itemFacts(pk, posterPk, kind === 'video'),
    taken_at: Math.floor(takenAt / SECOND),
    expiring_at: Math.floor(expiresAt / SECOND),
    image_versions2: { candidates },
    ...(kind === 'video' && {
      video_versions: await videoVersions(ports, pk),
      video_duration: 4,
      has_audio: true,
    }),
    can_reshare: canReshare,
    can_reply: true,
    reel_mentions: namesUs && mentioned ? [mentionNode(somebodyOf(mentioned.pk), {})] : [],
    user: poster && somebodyNode(poster),
  }
}

/** The best has the size of the original, and is not the first. */
async function videoVersions(ports: PrivateApiPorts, pk: string): Promise<object[]> {
  const [half, full] = await Promise.all(
    (['half', 'full'] as const).map((size) => cdnUrl(ports, { pk, kind: 'video', size })),
  )
  return [
    { type: 103, id: `${pk}half`, width: 360, height: 640, url: half },
    { type: 101, id: `${pk}full`, width: 720, height: 1280, url: full },
  ]
}

export function ownStoryNode(
  origin: string,
  { pk: ownerPk, account }: PrivateApiPerson,
  post: LivePost,
): object {
  const { media, container } = post
  const isVideo = holdsVideo(container)
  const address = `${origin}/sandbox/media/${media.id}`
  const mentions = [
    ...container.nativeMentions.map((one) => mentionNode(somebodyOf(one.pk), one)),
    ...container.userTags.map(({ username, x, y }) =>
      mentionNode(somebodyNamed(username), { x: x ?? 0.5, y: y ?? 0.5 }),
    ),
  ]
  const owner = somebodyNamed(account.username)
  return {
    ...itemFacts(storyPkOf(media.id), ownerPk, isVideo),
    taken_at: Math.floor(media.publishedAt / SECOND),
    expiring_at: Math.floor((media.publishedAt + DAY) / SECOND),
    image_versions2: { candidates: [{ width: 1080, height: 1920, url: `${address}.jpg` }] },
    ...(isVideo && {
      video_versions: [{ type: 101, id: media.id, width: 720, height: 1280, url: `${address}.mp4` }],
    }),
    can_reshare: true,
    can_reply: true,
    reel_mentions: mentions.filter((mention) => mention !== null),
    user: owner && somebodyNode(owner),
  }
}

function itemFacts(pk: string, ownerPk: string, isVideo: boolean): object {
  return {
    pk: bare(pk),
    id: `${pk}_${ownerPk}`,
    code: shortcodeOf(pk),
    media_type: isVideo ? 2 : 1,
    original_width: isVideo ? 720 : 1080,
    original_height: isVideo ? 1280 : 1920,
  }
}

function mentionNode(mentioned: Somebody | null, place: Partial<Place>): object | null {
  if (!mentioned) return null
  const { x = 0.5, y = 0.5, width = 0.64, height = 0.125, rotation = 0 } = place
  const { pk, username } = mentioned
  return { x, y, z: 0, width, height, rotation, is_sticker: 0, user: { pk: bare(pk), pk_id: pk, username } }
}

type Place = Pick<PrivateApiMention, 'x' | 'y' | 'width' | 'height' | 'rotation'>
