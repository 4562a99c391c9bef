// A person's live stories as the private API lists them, and whether one of them may be reposted. Pure.
import * as z from 'zod'
import type { Gone, StoryMedia } from '../../ports/reposts/mention-source.ts'
import { SECOND, type Instant } from '../../time.ts'
import { PrivateApiId, PrivateApiUser } from './user-answers.ts'

const size = z.number().nonnegative().optional().catch(undefined)
/** Used byte for byte: the signature covers the text as it is. */
const Rendition = z.object({ url: z.string().regex(/^https?:\/\/\S+$/), width: size, height: size })
type Rendition = z.infer<typeof Rendition>
const renditions = z
  .array(z.unknown())
  .nullish()
  .catch(null)
  .transform((all) => (all ?? []).flatMap((one) => Rendition.safeParse(one).data ?? []))
const no = z.boolean().nullish().catch(null)

const Story = z.object({
  pk: PrivateApiId,
  /** `<pk>_<owner>` */
  id: z.string().optional().catch(undefined),
  expiring_at: z.number().positive().optional().catch(undefined),
  original_width: size,
  original_height: size,
  image_versions2: z.object({ candidates: renditions }).nullish().catch(null),
  video_versions: renditions,
  can_reshare: no,
  reel_mentions: z.array(z.unknown()).nullish().catch(null),
  user: PrivateApiUser.partial().nullish().catch(null),
})
type Story = z.infer<typeof Story>

const ReelBody = z.object({
  items: z.array(z.unknown()).catch([]),
  can_reshare: no,
  user: PrivateApiUser.partial().nullish().catch(null),
})
type ReelBody = z.infer<typeof ReelBody>

/** Both ways of asking for the stories of one person: the app's, and the web page's. */
export const ReelAnswer = z.union([
  z.object({ reel: ReelBody.nullable() }).transform(({ reel }) => reel),
  z.object({ reels_media: z.array(ReelBody) }).transform(({ reels_media }) => reels_media[0] ?? null),
  z
    .object({ reels: z.record(z.string(), ReelBody) })
    .transform(({ reels }) => Object.values(reels)[0] ?? null),
])

export interface Wanted {
  readonly storyId: string
  readonly posterId: string
  readonly ownId: string
  readonly now: Instant
}

export type Judged =
  | {
      readonly kind: 'live'
      readonly media: StoryMedia
      /** Null when the story does not say. */
      readonly expiresAt: Instant | null
      readonly username: string | null
    }
  | { readonly kind: 'gone'; readonly gone: Gone }

/** The state of one story, by the list of what its author shows now; null: the author shows nothing. */
export function judgeStory(reel: ReelBody | null, wanted: Wanted): Judged {
  const story = reel?.items
    .flatMap((item) => Story.safeParse(item).data ?? [])
    .find(({ pk }) => pk === wanted.storyId)
  if (!reel || !story) return { kind: 'gone', gone: 'expired' }
  const gone = barrier(reel, story, wanted)
  if (gone !== null) return { kind: 'gone', gone }
  const media = bestMedia(story)
  if (media === null) return { kind: 'gone', gone: 'unavailable' }
  return {
    kind: 'live',
    media,
    expiresAt: expiryOf(story),
    username: story.user?.username ?? reel.user?.username ?? null,
  }
}

function barrier(reel: ReelBody, story: Story, { posterId, ownId, now }: Wanted): Gone | null {
  const expiresAt = expiryOf(story)
  if (expiresAt !== null && expiresAt <= now) return 'expired'
  if (ownerOf(story) !== posterId) return 'unavailable'
  if (story.user?.is_private === true || reel.user?.is_private === true) return 'private'
  if (story.can_reshare === false || reel.can_reshare === false) return 'not-shareable'
  return mentions(story, ownId) ? null : 'not-mentioned'
}

function expiryOf({ expiring_at }: Story): Instant | null {
  return expiring_at === undefined ? null : expiring_at * SECOND
}

function ownerOf({ user, id }: Story): string | null {
  return user?.pk ?? /^\d+_(\d+)$/.exec(id ?? '')?.[1] ?? null
}

const Mention = z.object({ user: z.object({ pk: PrivateApiId }) })

function mentions({ reel_mentions }: Story, ownId: string): boolean {
  return (reel_mentions ?? []).some((mention) => Mention.safeParse(mention).data?.user.pk === ownId)
}

/** The video of the original's size, otherwise the largest; a picture where there is no video. */
function bestMedia(story: Story): StoryMedia | null {
  const { video_versions, image_versions2, original_width, original_height } = story
  const original = video_versions.find(
    ({ width, height }) => width !== undefined && width === original_width && height === original_height,
  )
  const video = original ?? largest(video_versions)
  if (video) return { kind: 'video', url: video.url }
  const image = largest(image_versions2?.candidates ?? [])
  return image ? { kind: 'image', url: image.url } : null
}

function largest(all: readonly Rendition[]): Rendition | undefined {
  return all.toSorted((a, b) => areaOf(b) - areaOf(a))[0]
}

function areaOf({ width = 0, height = 0 }: Rendition): number {
  return width * height
}
