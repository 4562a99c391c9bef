import { Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
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
import { CARD } from '../../kit/looks.ts'
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
    <Group
      component="section"
      gap="12px 20px"
      mih="8.25rem"
      {...CARD}
      bg="var(--tone-ground)"
      className={classes.verdict}
      data-severity={severity}
      aria-label={words.label}
    >
      <Box component="span" c="var(--tone)" style={{ alignSelf: 'start' }} aria-hidden="true">
        <Icon size={24} />
      </Box>
      <Stack role="status" flex="1 1 13rem" gap={4}>
        <Text c="var(--tone)" fz="sm" fw={600}>
          {words.severity[severity]}
        </Text>
        <h2>{words.kinds[kind].title}</h2>
        <p>{words.kinds[kind].text}</p>
        {detail !== null && <Text c={severity === 'warning' ? 'inherit' : 'dimmed'}>{detail}</Text>}
        {next === 'deploy-by-hand' && <p>{words.next[next]}</p>}
      </Stack>
      {onNext && next !== null && next !== 'deploy-by-hand' && (
        <Button
          variant={severity === 'bad' ? 'filled' : 'default'}
          loading={isBusy}
          onClick={() => onNext(next)}
        >
          {words.next[next]}
        </Button>
      )}
    </Group>
  )
}

export function VerdictSkeleton() {
  return <Skeleton height={132} radius="lg" />
}
