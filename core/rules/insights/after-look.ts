// What a look at a media leads to: its rows, and when it is looked at next. Pure; server and Worker decide by it.
import type { Instant } from '../../time.ts'
import { LOOK, type InsightReason } from './insight-words.ts'
import {
  agesOf,
  isLastOfStory,
  isStoryOver,
  looksDueBy,
  missedLooks,
  nextLook,
  type LookedAt,
} from './looks.ts'
import { rowsOfLook, type InsightRow, type SeenAtLook } from './rows.ts'

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

/** Of a story that is over nothing can be seen: its looks were missed, and no call need be made to know that. */
export function afterLook(media: LookedAt, seen: SeenAtLook, known: Known): AfterLook {
  const { at } = seen
  const { latest } = known
  const figures = Object.keys(seen.values).length
  const missed = missedLooks(media, known.done, at, latest.length > 0).map((look) =>
    missedRow(look.at, known.whyMissed(look.at)),
  )
  const ended = { done: agesOf(media.kind).length, nextAt: null }
  if (figures === 0 && isStoryOver(media, at)) return { rows: missed, ...ended }
  const done = Math.max(known.done, looksDueBy(media, at))
  const isEnd = isLastOfStory(media, done) && done > known.done
  const reason = reasonOf(seen, latest)
  // What has been read since shows that it no longer holds.
  const newest = Math.max(...latest.map((row) => row.at))
  const last = latest.find((row) => row.metric === LOOK && row.at === newest)
  const notes: InsightRow[] = []
  // A post that went live a moment ago, or that a login may not read, is not found either.
  const isGone = reason === 'deleted' && last?.reason === 'deleted'
  // When it was denied last is told, too: it may be listed still.
  if (reason !== null && (isEnd || isGone || last?.reason !== reason)) notes.push(missedRow(at, reason))
  // That a story was looked at to its end is a row of its own: no value may have changed.
  else if (isEnd && figures > 0) notes.push({ metric: LOOK, at, value: figures, reason: null })
  else if (isEnd) notes.push(missedRow(at, 'not-answered'))
  if (isGone || reason === 'before-professional') return { rows: [...missed, ...notes], ...ended }
  const rows = figures > 0 ? rowsOfLook(latest, seen) : []
  return { rows: [...missed, ...rows, ...notes], done, nextAt: nextLook(media, done, at)?.at ?? null }
}

const missedRow = (at: Instant, reason: InsightReason): InsightRow => {
  return { metric: LOOK, at, value: null, reason }
}

/** Viewers only become more. The platform has one number for too few of them and for a permission that is missing. */
function reasonOf({ reason }: SeenAtLook, latest: readonly InsightRow[]): InsightReason | null {
  const hadEnough = latest.some(({ metric, value }) => metric !== LOOK && value !== null)
  return reason === 'too-few-viewers' && hadEnough ? 'no-permission' : reason
}
