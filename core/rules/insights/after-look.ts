// What a look at a media leads to: its rows, and when it is looked at next. Pure; server and Worker decide by it.
import type { Instant } from '../../time.ts'
import { LOOK, type InsightReason } from './insight-words.ts'
import {
  agesOf,
  isLastOfStory,
  looksDueBy,
  missedLooks,
  nextLook,
  STORY_END,
  type LookedAt,
} from './looks.ts'
import { missedRow, rowsOfLook, type InsightRow, type ReadFigures } from './rows.ts'

export interface SeenAtLook extends ReadFigures {
  /** Why the platform gave nothing of this media; null when it answered. */
  readonly reason: InsightReason | null
}

interface Known {
  readonly latest: readonly InsightRow[]
  readonly done: number
  /** Why looks were missed whose time has passed. */
  whyMissed(at: Instant): InsightReason
}

/** What a look leads to. */
export interface AfterLook {
  readonly rows: readonly InsightRow[]
  readonly done: number
  readonly nextAt: Instant | null
}

export function afterLook(media: LookedAt, seen: SeenAtLook, known: Known): AfterLook {
  const { at } = seen
  const reason = reasonOf(seen, known.latest)
  const hasFigures = Object.keys(seen.values).length > 0
  if (!hasFigures && isStoryOver(media, at)) return afterMissed(media, at, known)
  const done = Math.max(known.done, looksDueBy(media, at))
  const wasKnown = known.latest.length > 0
  const missed = missedLooks(media, known.done, at, wasKnown).map((look) =>
    missedRow(look.at, known.whyMissed(look.at)),
  )
  const isEnd = isLastOfStory(media, done) && done > known.done
  const rows = hasFigures ? rowsOfLook(known.latest, seen) : []
  const last = known.latest.find(({ metric }) => metric === LOOK)
  const notes: InsightRow[] = []
  if (reason !== null && (isEnd || last?.reason !== reason)) notes.push(missedRow(at, reason))
  // That a story was looked at to its end is a row of its own: no value may have changed.
  else if (isEnd && hasFigures)
    notes.push({ metric: LOOK, at, value: Object.keys(seen.values).length, reason: null })
  else if (isEnd) notes.push(missedRow(at, 'not-answered'))
  // A post that went live a moment ago, or that a login may not read, is not found either.
  const isGone = reason === 'deleted' && last?.reason === 'deleted'
  if (isGone || reason === 'before-professional')
    return { rows: [...missed, ...notes], done: agesOf(media.kind).length, nextAt: null }
  return { rows: [...missed, ...rows, ...notes], done, nextAt: nextLook(media, done, at)?.at ?? null }
}

/** Viewers only become more. The platform has one number for too few of them and for a permission that is missing. */
function reasonOf({ reason }: SeenAtLook, latest: readonly InsightRow[]): InsightReason | null {
  const hadEnough = latest.some(({ metric, value }) => metric !== LOOK && value !== null)
  return reason === 'too-few-viewers' && hadEnough ? 'no-permission' : reason
}

/** Nobody has looked, and the time has passed. */
export function afterMissed(
  media: LookedAt,
  now: Instant,
  { done, whyMissed }: Pick<Known, 'done' | 'whyMissed'>,
): AfterLook {
  const missed = missedLooks(media, done, now)
  const over = missed.at(-1)?.step ?? done
  return {
    rows: missed.map(({ at }) => missedRow(at, whyMissed(at))),
    done: over,
    nextAt: nextLook(media, over, now)?.at ?? null,
  }
}

export const isStoryOver = ({ kind, publishedAt }: Pick<LookedAt, 'kind' | 'publishedAt'>, now: Instant) =>
  kind === 'STORIES' && now >= publishedAt + STORY_END
