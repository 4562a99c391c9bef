// Finds days that are too dense or empty, in words, for a view.
import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { type Day, daysBetween, daysFrom } from '../../../../../core/rules/times/calendar-days.ts'
import { SMALLEST_LIMIT } from '../../../../../core/rules/times/limit-room.ts'
import { daysOf, type Gap, gapsOf, pileUpsOf, type PileUp } from '../../../../../core/rules/times/spacing.ts'
import { type Instant, MINUTE } from '../../../../../core/time.ts'
import { accountsQuery, outlookQuery } from '../../shared/queries.ts'
import { useStrings } from '../../strings/language.tsx'
import { useDayFormats } from '../clock/day-formats.ts'
import type { PlannedTile } from '../planned-tiles.ts'
import type { ComingByDay } from '../plan-queries.ts'

/** A day that takes at least this share of the limit is worth a look. */
const TELLING_SHARE = 0.1

export interface DayRoom {
  readonly used: number
  readonly allowed: number
}

export interface DayHints {
  /** Days that are too dense, each with a sentence. */
  readonly dense: ReadonlyMap<Day, string>
  /** Days without a post between others. */
  readonly empty: ReadonlySet<Day>
  /** What a coming day takes of the limit, for the account that is nearest to its own, where the share is large enough. */
  readonly room: ReadonlyMap<Day, DayRoom>
  /** All of it, each in a sentence, the earliest first. */
  readonly sentences: readonly string[]
}

interface ShownDays {
  /** Tiles in view, and a day around it. */
  readonly tiles: readonly PlannedTile[]
  readonly days: readonly Day[]
  readonly comingOf: ComingByDay
  readonly zone: string
  readonly now: number
}

/** Considers only what is still to come: the past cannot be planned better. */
export function useDayHints({ tiles, days, comingOf, zone, now }: ShownDays): DayHints {
  const { plan } = useStrings()
  const { short } = useDayFormats()
  const accounts = useQuery(accountsQuery).data
  const outlook = useQuery(outlookQuery).data
  return useMemo(() => {
    const nameOf = (id: string) =>
      (accounts?.length ?? 0) > 1 ? (accounts?.find((account) => account.id === id)?.username ?? null) : null
    const limits = new Map(
      (outlook ?? []).flatMap(({ accountId, limit }) => (limit ? [[accountId, limit] as const] : [])),
    )
    const words = ({ kind, ids, from, until, accountId }: PileUp) =>
      kind === 'close'
        ? plan.close(ids.length, Math.ceil((until - from) / MINUTE), nameOf(accountId))
        : plan.cap(ids.length, limits.get(accountId)?.reading?.allowed ?? SMALLEST_LIMIT, nameOf(accountId))
    const counted = tiles.filter(({ post }) => post.status !== 'FAILED')
    const dense = pileUpsOf(
      counted.map(({ post, at }) => {
        return { id: post.id, accountId: post.platformAccountId, at, isLive: post.status === 'PUBLISHED' }
      }),
      limits,
      now,
    )
      .filter(({ until }) => until > now)
      .map((found) => ({ what: words(found), on: daysOf(found, zone).filter((day) => days.includes(day)) }))
    const coming = counted.filter(({ at, day }) => at > now && days.includes(day))
    const holes = holesOf(coming, [...comingOf.values()].flat(), zone)
    const hints = [
      ...dense.flatMap(({ on: [day], what }) =>
        day === undefined ? [] : [{ day, sentence: plan.onDay(short(day), what) }],
      ),
      ...holes.map(({ from, until }) => ({ day: from, sentence: plan.gap(short(from), short(until)) })),
    ]
    return {
      dense: new Map(
        days.flatMap((day) => {
          const found = dense.filter(({ on }) => on.includes(day))
          return found.length === 0 ? [] : [[day, found.map(({ what }) => what).join('; ')] as const]
        }),
      ),
      empty: new Set(holes.flatMap(({ from, until }) => daysFrom(from, daysBetween(from, until) + 1))),
      room: roomOf(coming, (id) => limits.get(id)?.reading?.allowed ?? null),
      sentences: hints.toSorted((a, b) => a.day.localeCompare(b.day)).map(({ sentence }) => sentence),
    }
  }, [tiles, days, comingOf, zone, now, plan, short, accounts, outlook])
}

interface Timed {
  readonly at: Instant
}

/** Days between planned posts on which there is nothing, not even what a series will bring: that fills a day, and is no end of a gap. */
export function holesOf(planned: readonly Timed[], ofSeries: readonly Timed[], zone: string): Gap[] {
  const times = planned.map(({ at }) => at)
  const [first, last] = [Math.min(...times), Math.max(...times)]
  return gapsOf([...planned, ...ofSeries.filter(({ at }) => at > first && at < last)], zone)
}

export function roomOf(
  coming: readonly { readonly day: Day; readonly post: Pick<PlannedTile['post'], 'platformAccountId'> }[],
  allowedOf: (accountId: string) => number | null,
): ReadonlyMap<Day, DayRoom> {
  const fullest = new Map<Day, DayRoom>()
  const groups = Map.groupBy(coming, ({ day, post }) => `${day} ${post.platformAccountId}`)
  for (const tiles of groups.values()) {
    const [first] = tiles
    const allowed = first ? allowedOf(first.post.platformAccountId) : null
    if (!first || allowed === null) continue
    const { day } = first
    const used = tiles.length
    if (used / allowed < TELLING_SHARE) continue
    const known = fullest.get(day)
    if (!known || used / allowed > known.used / known.allowed) fullest.set(day, { used, allowed })
  }
  return fullest
}
