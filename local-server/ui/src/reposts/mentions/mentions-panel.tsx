import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PlatformAccountBody } from '../../../../../core/api/auth.ts'
import type { RepostOutlook } from '../../../../../core/reposts/outlook.ts'
import { LoadProblem } from '../../kit/problem-note.tsx'
import { historyQuery } from '../repost-queries.ts'
import { History } from './history.tsx'
import { Waiting } from './waiting.tsx'

interface MentionsPanelProps {
  readonly account: PlatformAccountBody
  readonly outlook: RepostOutlook
  readonly now: number
}

export function MentionsPanel({ account, outlook, now }: MentionsPanelProps) {
  const history = useQuery(historyQuery(account.id))
  if (history.isPending) return <Skeleton height={220} radius="lg" />
  if (history.isError && !history.data)
    return <LoadProblem error={history.error} onRetry={() => void history.refetch()} />
  return (
    <Stack gap="clamp(2.5rem, 6vw, 4rem)">
      <Waiting account={account} mentions={history.data} outlook={outlook} now={now} />
      <History mentions={history.data} now={now} />
    </Stack>
  )
}
