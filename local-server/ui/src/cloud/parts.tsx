import { Box, Stack, Text, PasswordInput, type PasswordInputProps, Button, Group } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'
import {
  AlertFillIcon,
  CheckCircleFillIcon,
  ClockIcon,
  CloudOfflineIcon,
  XCircleFillIcon,
} from '@primer/octicons-react'
import { ErrorBoundary } from '../kit/error-boundary.tsx'
import { CARD } from '../kit/looks.ts'
import { ProblemNote } from '../kit/problem-note.tsx'
import { useLazyStrings, useStrings } from '../strings/language.tsx'
import { problemSentence } from '../shared/problem-sentence.ts'
import type { LazyStrings, Strings } from '../strings/strings.ts'
import type { CloudNextStep, VerdictSeverity, CloudVerdict } from '../../../../core/rules/cloud/verdict.ts'
import type { DeploymentBody } from './cloud-queries.ts'

interface DisclosureProps {
  readonly title: string
  readonly children: ReactNode
}

export function Disclosure({ title, children }: DisclosureProps) {
  return (
    <details>
      <Box component="summary" c="var(--link)">
        {title}
      </Box>
      <Stack gap="sm" mt="sm">
        {children}
      </Stack>
    </details>
  )
}

interface CardProps {
  readonly id: string
  readonly title: string
  readonly lead?: string
  /** Ref for a card that takes the focus. */
  readonly heading?: RefObject<HTMLHeadingElement | null>
  readonly children: ReactNode
}

export function Card({ id, title, lead, heading, children }: CardProps) {
  return (
    <Stack component="section" gap="lg" {...CARD} aria-labelledby={id}>
      <div>
        <h2 id={id} ref={heading} tabIndex={heading && -1}>
          {title}
        </h2>
        {lead !== undefined && (
          <Text maw="44rem" mt="3xs" c="dimmed">
            {lead}
          </Text>
        )}
      </div>
      <ErrorBoundary>{children}</ErrorBoundary>
    </Stack>
  )
}

interface SecretInputProps extends PasswordInputProps {
  readonly label: string
}

/** Gives a screen reader what the library leaves out: that the entry is wrong, and whose show button it is. */
export function SecretInput(props: SecretInputProps) {
  const { showSecret } = useLazyStrings().cloud
  return (
    <PasswordInput
      size="md"
      aria-invalid={props.error ? true : undefined}
      visibilityToggleButtonProps={{ 'aria-label': showSecret(props.label) }}
      {...props}
    />
  )
}

type Problem = NonNullable<DeploymentBody['error']> | Error

/** Why a deployment stopped, or a request of the set-up was refused, in the reader's language. */
export function deploymentProblem(problem: Problem, strings: Strings, { cloud }: LazyStrings): string {
  return withoutField(problemSentence(problem, cloud.deployment.refusals, strings))
}

export function useDeploymentProblem() {
  const strings = useStrings()
  const lazyStrings = useLazyStrings()
  return (problem: Problem) => deploymentProblem(problem, strings, lazyStrings)
}

/** The same where it went wrong; nothing for null. */
export function DeploymentProblem({ error }: { readonly error: Error | null }) {
  const sentenceOf = useDeploymentProblem()
  return error && <ProblemNote>{sentenceOf(error)}</ProblemNote>
}

/** Drops the field's name in front of the sentence: it is meant for programs. */
function withoutField(message: string): string {
  const sentence = message.replace(/\b(?:apiToken|accountId|workersDevName|scriptName): /, '')
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

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
  /** Says more exactly what it means. */
  readonly text?: string | undefined
  /** Further details, in a sentence. */
  readonly detail?: string | null
  readonly onNext?: ((next: CloudNextStep) => void) | undefined
  readonly isBusy?: boolean
}

export function VerdictCard({ verdict, text, detail = null, onNext, isBusy = false }: VerdictCardProps) {
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
        <p>{text ?? words.kinds[kind].text}</p>
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
