import { useFormats, useLazyStrings } from '../../strings/language.tsx'
import type { Diagnostics } from '../cloud-queries.ts'
import classes from './worker-counts.module.css'

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
  return (
    <dl className={classes.counts} data-old={isOld || undefined} aria-label={health.countsTitle}>
      {COUNTS.map((count) => (
        <div
          key={count}
          data-alarming={(count === 'failedCount' && (diagnostics?.[count] ?? 0) > 0) || undefined}
        >
          <dt>{health.counts[count]}</dt>
          <dd>{diagnostics ? formats.number(diagnostics[count]) : '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
