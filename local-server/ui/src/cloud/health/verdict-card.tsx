import { Button, Skeleton, Stack, Text } from '@mantine/core'
import {
  AlertFillIcon,
  CheckCircleFillIcon,
  ClockIcon,
  CloudOfflineIcon,
  XCircleFillIcon,
} from '@primer/octicons-react'
import type {
  CloudNextStep,
  VerdictSeverity,
  CloudVerdict,
} from '../../../../../core/cloud/diagnostics/verdict.ts'
import { useLazyStrings } from '../../strings/language.tsx'
import classes from './verdict-card.module.css'

const ICONS = {
  none: CloudOfflineIcon,
  good: CheckCircleFillIcon,
  wait: ClockIcon,
  warning: AlertFillIcon,
  bad: XCircleFillIcon,
} as const satisfies Record<VerdictSeverity, unknown>

interface VerdictCardProps {
  readonly verdict: CloudVerdict
  /** Further details, in a sentence. */
  readonly detail?: string | null
  readonly onNext?: ((next: CloudNextStep) => void) | undefined
  readonly isBusy?: boolean
}

export function VerdictCard({ verdict, detail = null, onNext, isBusy = false }: VerdictCardProps) {
  const { verdict: words } = useLazyStrings().cloud
  const { kind, severity, next } = verdict
  const Icon = ICONS[severity]
  return (
    <section className={classes.verdict} data-severity={severity} aria-label={words.label}>
      <span className={classes.icon} aria-hidden="true">
        <Icon size={24} />
      </span>
      <Stack role="status" gap={4} maw="46rem">
        <Text c="var(--tone)" fz="sm" fw={600}>
          {words.severity[severity]}
        </Text>
        <h2>{words.kinds[kind].title}</h2>
        <p>{words.kinds[kind].text}</p>
        {detail !== null && <p className={classes.detail}>{detail}</p>}
        {next === 'deploy-by-hand' && <p>{words.next[next]}</p>}
      </Stack>
      {onNext && next !== null && next !== 'deploy-by-hand' && (
        <Button
          variant={severity === 'bad' ? 'filled' : 'default'}
          loading={isBusy}
          className={classes.next}
          onClick={() => onNext(next)}
        >
          {words.next[next]}
        </Button>
      )}
    </section>
  )
}

export function VerdictSkeleton() {
  return <Skeleton height={132} radius="lg" />
}
