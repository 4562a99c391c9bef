import { SimpleGrid, Stack, Text } from '@mantine/core'
import { CARD, SMALL } from '../../kit/looks.ts'
import { useFormats, useLazyStrings } from '../../strings/language.tsx'
import type { Diagnostics } from '../cloud-queries.ts'

const COUNTS = [
  'scheduledCount',
  'completedCount',
  'failedCount',
  'repostConfigCount',
  'pendingRepostCount',
] as const

interface WorkerCountsProps {
  readonly diagnostics: Diagnostics | undefined
  /** Last known values; the Worker does not answer now. */
  readonly isOld: boolean
}

export function WorkerCounts({ diagnostics, isOld }: WorkerCountsProps) {
  const { health } = useLazyStrings().cloud
  const formats = useFormats()
  const colourOf = (count: (typeof COUNTS)[number]) => {
    if (count === 'failedCount' && (diagnostics?.[count] ?? 0) > 0) return 'var(--red)'
    return isOld ? 'dimmed' : 'inherit'
  }
  return (
    <SimpleGrid
      component="dl"
      minColWidth="min(40%, 9rem)"
      autoFlow="auto-fit"
      spacing="sm"
      aria-label={health.countsTitle}
    >
      {COUNTS.map((count) => (
        <Stack key={count} gap={2} justify="space-between" {...CARD} p="md">
          <Text component="dt" {...SMALL}>
            {health.counts[count]}
          </Text>
          <Text component="dd" fz="xl" fw={650} lh={1.2} c={colourOf(count)}>
            {diagnostics ? formats.number(diagnostics[count]) : '–'}
          </Text>
        </Stack>
      ))}
    </SimpleGrid>
  )
}
