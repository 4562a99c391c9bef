import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { wallTimeOf } from '../../../../../core/scheduling/wall-time.ts'
import { accountsQuery } from '../../shared/queries.ts'
import { useNow } from '../../shared/use-now.ts'
import { useCalendarTimes } from '../clock/calendar-zone.tsx'
import { useCalendar, useSlotPlans } from '../plan-queries.ts'
import { placeTile, type PlannedTile } from '../planned-tiles.ts'
import { weeksAround } from '../period.ts'
import { createPostingTimes, type PostingTimes } from './posting-times.ts'

const NONE: readonly PlannedTile[] = []

/** By the clocks of the plan. `shown`: posts beyond the coming weeks that are on the screen. */
export function usePostingTimes(shown: readonly PlannedTile[] = NONE): PostingTimes {
  const { zone } = useCalendarTimes()
  const now = useNow()
  const accounts = useQuery(accountsQuery).data
  const plans = useSlotPlans(useMemo(() => (accounts ?? []).map(({ id }) => id), [accounts]))
  const { answers } = useCalendar(weeksAround(wallTimeOf(now, zone).slice(0, 10)), zone)
  return useMemo(() => {
    const around = answers.flatMap((answer) => answer?.posts ?? []).map((post) => placeTile(post, zone))
    return createPostingTimes({ plans, around, waiting: [...around, ...shown], zone, now })
  }, [answers, plans, shown, zone, now])
}
