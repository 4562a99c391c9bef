import { Box, Button, Group, Stack, Text } from '@mantine/core'
import {
  AlertFillIcon,
  CheckCircleFillIcon,
  ClockIcon,
  CloudOfflineIcon,
  XCircleFillIcon,
} from '@primer/octicons-react'
import type { CloudNextStep, VerdictSeverity, CloudVerdict } from '../../../../../core/rules/cloud/verdict.ts'
import { useLazyStrings } from '../../strings/language.tsx'
import { CARD } from '../../kit/looks.ts'

const LOOKS = {
  none: { Icon: CloudOfflineIcon, tone: 'var(--soft)', ground: 'var(--card)' },
  good: { Icon: CheckCircleFillIcon, tone: 'var(--green)', ground: 'light-dark(#f0faf4, #12261f)' },
  wait: { Icon: ClockIcon, tone: 'var(--link)', ground: 'var(--tint)' },
  warning: { Icon: AlertFillIcon, tone: 'var(--amber-ink)', ground: 'var(--amber)' },
  bad: { Icon: XCircleFillIcon, tone: 'var(--red)', ground: 'var(--red-ground)' },
} as const satisfies Record<VerdictSeverity, unknown>

const { bd: BORDER, ...BOX } = CARD

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
  const { Icon, tone, ground } = LOOKS[severity]
  return (
    <Group
      component="section"
      gap="0.75rem 1.25rem"
      mih="8.25rem"
      {...BOX}
      bg={ground}
      style={{ border: BORDER, borderLeft: `0.35rem solid ${tone}` }}
      data-severity={severity}
      aria-label={words.label}
    >
      <Box component="span" c={tone} style={{ alignSelf: 'start' }} aria-hidden="true">
        <Icon size={24} />
      </Box>
      <Stack role="status" flex="1 1 13rem" gap="4xs">
        <Text c={tone} fz="sm" fw={600}>
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
