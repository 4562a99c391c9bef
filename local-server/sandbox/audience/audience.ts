// The people who see what is published: how many, when, and what they do then. A figure follows from the seed, the media and its age
// alone, so that a test may put its clock anywhere, and a sandbox that starts again goes on as before.
import type { Clock } from '../../../core/ports/clock.ts'
import { DAY, HOUR, MINUTE, type Duration, type Instant } from '../../../core/time.ts'
import type { AccountBehaviour } from '../behaviour/behaviour.ts'
import type { CommentState } from '../comments/comment-state.ts'
import { accountOf } from '../people/cast.ts'
import type { LivePost, PostKind } from '../state/records.ts'
import type { SandboxState } from '../state/state.ts'

/** By the platform's names for them. */
export type CountedFigures = Readonly<Record<string, number>>

export interface Audience {
  /** What is counted of a media by then. */
  ofMedia(post: LivePost, at: Instant): CountedFigures
  /** What all media of an account brought within a time, as it is counted now: it settles late. */
  ofAccount(accountId: string, time: { from: Instant; until: Instant }): CountedFigures
}

/** `reach`: the share of the followers, at a usual hour and with usual luck. */
interface Manner {
  readonly reach: number
  /** How soon most of them have seen it. */
  readonly pace: Duration
  readonly viewsEach: number
}

const MANNERS: Readonly<Record<PostKind, Manner>> = {
  IMAGE: { reach: 0.3, pace: 10 * HOUR, viewsEach: 1.3 },
  CAROUSEL: { reach: 0.36, pace: 14 * HOUR, viewsEach: 1.9 },
  REELS: { reach: 0.7, pace: 40 * HOUR, viewsEach: 1.6 },
  STORIES: { reach: 0.12, pace: 7 * HOUR, viewsEach: 1.1 },
  // A part of an album is not counted.
  VIDEO: { reach: 0, pace: HOUR, viewsEach: 0 },
}
/** For how long views are counted too high, and an account's day too low. */
const SETTLING = 2 * DAY

export function createAudience(
  state: SandboxState,
  comments: CommentState,
  clock: Clock,
  behaviour: AccountBehaviour,
): Audience {
  const ofMedia: Audience['ofMedia'] = (post, at) => {
    const people = peopleReached(behaviour.audienceSeed, post, at)
    return countedOf(behaviour.audienceSeed, post, { ...people, comments: comments.count(post.media.id, at) })
  }
  return {
    ofMedia,
    ofAccount(accountId, { from, until }) {
      const sums: Record<string, number> = {}
      for (const post of state.livePosts(accountId)) {
        if (post.media.publishedAt >= until) continue
        const before = ofMedia(post, from)
        const after = Object.entries(ofMedia(post, Math.min(until, clock.now())))
        for (const [name, value] of after) sums[name] = (sums[name] ?? 0) + value - (before[name] ?? 0)
      }
      const settled = Math.min(1, 0.9 + (0.1 * Math.max(0, clock.now() - until)) / SETTLING)
      const sum = (name: string, share = 1) => Math.max(0, Math.floor((sums[name] ?? 0) * share * settled))
      return {
        ...Object.fromEntries(Object.keys(sums).map((name) => [name, sum(name)])),
        // Who sees two posts is one person.
        reach: sum('reach', 0.8),
        saves: sum('saved'),
        accounts_engaged: sum('total_interactions', 0.85),
        profile_links_taps: sum('profile_visits', 0.2),
        follower_count: sum('follows'),
      }
    },
  }
}

function peopleReached(seed: number, { media, container }: LivePost, at: Instant) {
  const manner = MANNERS[container.mediaType]
  // What happens is counted some minutes later.
  const lag = (2 + 18 * drawn(seed, media.id, 'lag')) * MINUTE
  const end = container.mediaType === 'STORIES' ? DAY : Infinity
  const age = Math.max(0, Math.min(at - media.publishedAt, end) - lag)
  const seen = 1 - Math.exp(-age / manner.pace)
  const luck = 0.5 + 1.2 * drawn(seed, media.id, 'luck') ** 2
  const followers = accountOf(container.accountId)?.followersCount ?? 0
  const hour = weightOfHour(seed, container.accountId, media.publishedAt)
  return { age, reach: Math.floor(followers * manner.reach * hour * luck * seen) }
}

/** Each account has an hour of the day, and days of the week, at which its people look. */
function weightOfHour(seed: number, accountId: string, at: Instant): number {
  const best = 24 * drawn(seed, accountId, 'hour')
  const hour = (at % DAY) / HOUR
  const away = Math.min(Math.abs(hour - best), 24 - Math.abs(hour - best))
  const day = drawn(seed, accountId, `weekday ${Math.floor(at / DAY) % 7}`)
  return (0.5 + Math.exp(-((away / 4) ** 2))) * (0.8 + 0.4 * day)
}

function countedOf(
  seed: number,
  { media, container: { mediaType } }: LivePost,
  { age, reach, comments }: { age: Duration; reach: number; comments: number },
): CountedFigures {
  const of = (name: string, least: number, most: number) =>
    Math.floor(reach * (least + (most - least) * drawn(seed, media.id, name)))
  const views = Math.floor(reach * MANNERS[mediaType].viewsEach * (age < SETTLING ? 1.02 : 1))
  const isStory = mediaType === 'STORIES'
  const acts = {
    likes: of('likes', 0.03, 0.09),
    comments,
    saved: isStory ? 0 : of('saved', 0.005, 0.03),
    shares: of('shares', 0.002, 0.02),
    reposts: of('reposts', 0, 0.006),
    replies: isStory ? of('replies', 0.002, 0.02) : 0,
  }
  const watched = Math.floor(3000 + 9000 * drawn(seed, media.id, 'watched'))
  return {
    ...acts,
    reach,
    views,
    total_interactions: Object.values(acts).reduce((sum, count) => sum + count, 0),
    follows: of('follows', 0, 0.004),
    profile_visits: of('visits', 0.005, 0.03),
    profile_activity: of('activity', 0, 0.005),
    navigation: of('navigation', 1.1, 2.2),
    link_clicks: of('links', 0, 0.01),
    ig_reels_avg_watch_time: views === 0 ? 0 : watched,
    ig_reels_video_view_total_time: views * watched,
    reels_skip_rate: views === 0 ? 0 : Math.floor(20 + 40 * drawn(seed, media.id, 'skipped')),
  }
}

/** 0 to 1, the same for the same words. */
function drawn(seed: number, of: string, what: string): number {
  let hash = 2_166_136_261
  for (const character of `${seed}/${of}/${what}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619)
  }
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507)
  hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_909)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
