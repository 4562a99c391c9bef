import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { PlannedPostBody } from '../../../../core/features/posts/bodies/planned-post-body.ts'
import { addDays, startOfDay } from '../../../../core/rules/times/calendar-days.ts'
import { toIso } from '../../../../core/time.ts'
import { useAccount } from '../shared/queries.ts'
import { useToday } from '../shared/use-now.ts'
import { useFormats } from '../strings/language.tsx'
import { groupsQuery } from './insight-queries.ts'
import { useMetricName } from './sections.tsx'
import { shortNumber } from './short-number.ts'

/** As far back as cards usually are. */
const DAYS = 120

/** The number that the account has chosen, on the card of what is live. All cards of an account share one request. */
export function LiveFigure({ post }: { readonly post: PlannedPostBody }) {
  const { number } = useFormats()
  const nameOf = useMetricName()
  const today = useToday('UTC')
  const from = useMemo(() => toIso(startOfDay(addDays(today, -DAYS), 'UTC')), [today])
  const query = groupsQuery({ accountId: post.platformAccountId, by: 'post', from })
  const { data } = useQuery({
    ...query,
    // An account that is disconnected, or in a sandbox that is off, has none to show.
    enabled: useAccount(post.platformAccountId) !== undefined,
    select: ({ metric, groups }) => {
      const own = groups.find((group) => group.post?.postId === post.id)
      return own && own.value !== null ? { metric, value: own.value } : null
    },
  })
  if (!data) return null
  return (
    <span title={nameOf(data.metric)}>
      <VisuallyHidden component="span">{nameOf(data.metric)} </VisuallyHidden>
      {shortNumber(data.value, number)}
    </span>
  )
}
