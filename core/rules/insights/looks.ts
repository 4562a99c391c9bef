// When a media is looked at, by the platform's clock. Pure: this computer and the Worker plan by the same rules.
import { DAY, HOUR, MINUTE, type Duration, type Instant } from '../../time.ts'
import type { MediaType } from '../publication/post-words.ts'

const daysUpTo = (first: number, last: number, every: number): Duration[] =>
  Array.from({ length: Math.floor((last - first) / every) + 1 }, (_, n) => (first + n * every) * DAY)

/** At 1, 6 and 24 hours, daily to the seventh day, weekly to the ninetieth, monthly for two years. */
const AGES_OF_POST = [
  HOUR,
  6 * HOUR,
  DAY,
  ...daysUpTo(2, 7, 1),
  ...daysUpTo(14, 84, 7),
  ...daysUpTo(90, 730, 30),
]
/** Older media are no longer looked at: the platform keeps their figures for two years. */
export const AGE_OF_OLDEST: Duration = 730 * DAY

export const LAST_OF_STORY: Duration = 23 * HOUR
const AGES_OF_STORY = [HOUR, 6 * HOUR, 20 * HOUR, LAST_OF_STORY]

export const STORY_END: Duration = DAY

/** No look is made so shortly before a post, or while it is on its way. */
export const BEFORE_POST: Duration = 5 * MINUTE
export const AFTER_POST: Duration = 3 * MINUTE

export interface LookedAt {
  readonly igMediaId: string
  readonly kind: MediaType
  readonly publishedAt: Instant
}

export interface Look {
  /** The number of looks that are over then. */
  readonly step: number
  readonly at: Instant
}

export const agesOf = (kind: MediaType): readonly Duration[] =>
  kind === 'STORIES' ? AGES_OF_STORY : AGES_OF_POST

/** The next look at a media of which `done` are over; null when nothing follows. It may be due already. */
export function nextLook(media: LookedAt, done: number, now: Instant): Look | null {
  const ages = agesOf(media.kind)
  // Of several that are due one is enough: all figures are those since the beginning.
  const index = Math.max(done, looksDueBy(media, now) - 1)
  const age = ages[index]
  if (age === undefined || isStoryOver(media, now)) return null
  return { step: index + 1, at: media.publishedAt + age + jitterOf(media, age) }
}

/** How late a look still is the one that was due: what is read after that is of another age. */
export const lateAfter = (age: Duration): Duration => Math.max(2 * HOUR, age / 4)

/**
 * Looks whose time has passed without one, oldest first: the next one was due before anybody looked. `wasKnown`: the media was looked at
 * before, so that also the newest one is missed when it comes too late.
 */
export function missedLooks(media: Aged, done: number, now: Instant, wasKnown = false): Look[] {
  const ages = agesOf(media.kind)
  const due = looksDueBy(media, now)
  const newest = ages[due - 1] ?? 0
  const isMissed = wasKnown && now > media.publishedAt + newest + lateAfter(newest)
  const over = isStoryOver(media, now) ? ages.length : isMissed ? due : due - 1
  return ages
    .slice(done, Math.max(over, done))
    .map((age, index) => ({ at: media.publishedAt + age, step: done + index + 1 }))
}

type Aged = Pick<LookedAt, 'kind' | 'publishedAt'>

/** The platform forgets a story after a day. */
export const isStoryOver = ({ kind, publishedAt }: Aged, now: Instant): boolean =>
  kind === 'STORIES' && now >= publishedAt + STORY_END

/** In its last hour, in which it must be read. */
export const isStoryEnding = (media: Aged, now: Instant): boolean =>
  media.kind === 'STORIES' && now >= media.publishedAt + LAST_OF_STORY && !isStoryOver(media, now)

/** How many looks a look at this time makes up for. */
export const looksDueBy = ({ kind, publishedAt }: Aged, now: Instant): number =>
  agesOf(kind).findLastIndex((age) => publishedAt + age <= now) + 1

/** How many looks are over for a media that is first seen now: what nobody could know of was not missed. */
export const looksBefore = (media: Aged, now: Instant): number => Math.max(0, looksDueBy(media, now) - 1)

/** True for the look after which a story can no longer be read. */
export const isLastOfStory = (media: Pick<LookedAt, 'kind'>, step: number): boolean =>
  media.kind === 'STORIES' && step === AGES_OF_STORY.length

/** Spreads the looks of posts that went out together. The same at each call, so that a look does not move away. */
function jitterOf({ igMediaId, kind }: LookedAt, age: Duration): Duration {
  // The last look at a story leaves half an hour to try again before the platform's clock may have passed its end.
  const within = kind === 'STORIES' && age === LAST_OF_STORY ? 15 * MINUTE : Math.min(age / 10, HOUR)
  return Math.floor(shareOf(igMediaId) * within)
}

/** 0 to 1, the same for the same text. */
export function shareOf(text: string): number {
  let hash = 2_166_136_261
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619)
  return (hash >>> 0) / 2 ** 32
}

/** The days of an account whose figures are to be asked for, newest first: since the first one, as far as the platform keeps them. */
export function daysToAsk(
  { since, asked }: { readonly since: number; readonly asked: Readonly<Record<string, Instant>> },
  now: Instant,
): number[] {
  const today = dayOfInstant(now)
  const days = Array.from({ length: KEPT_DAYS }, (_, back) => today - 1 - back)
  return days.filter((day) => {
    // A day ends at midnight, and takes some time to be counted.
    if (day < since || now < (day + 1) * DAY + COUNTED_AFTER) return false
    const before = asked[String(day)]
    // One from the future was noted by a wrong clock.
    if (before === undefined || before > now) return true
    return before < (day + 1 + SETTLING_DAYS) * DAY && now - before >= ASKED_AGAIN_AFTER
  })
}

export const dayOfInstant = (at: Instant): number => Math.floor(at / DAY)

/** Figures are asked for that far back to before an account was connected. */
export const FIRST_DAYS = 30
/** As long as the platform keeps the figures of an account: after weeks with the computer off none is lost. */
export const KEPT_DAYS = 90
const SETTLING_DAYS = 3
const COUNTED_AFTER: Duration = 2 * HOUR
const ASKED_AGAIN_AFTER: Duration = 20 * HOUR
