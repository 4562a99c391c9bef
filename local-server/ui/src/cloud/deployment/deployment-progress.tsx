import { Box, Center, Group, Loader, Progress, Stack, Text, VisuallyHidden } from '@mantine/core'
import { CheckIcon, DotIcon, XIcon } from '@primer/octicons-react'
import { useEffect, useRef } from 'react'
import { useFormats, useLazyStrings } from '../../strings/language.tsx'
import { SMALL } from '../../kit/looks.ts'
import { Card } from '../card.tsx'
import type { DeploymentBody } from '../cloud-queries.ts'
import { ContinueDeployment } from './continue-deployment.tsx'

/** A deployment that runs, or that stopped before its end. */
export function DeploymentProgress({ deployment }: { readonly deployment: DeploymentBody }) {
  const words = useLazyStrings().cloud.deployment
  const { state, steps, mode } = deployment
  const done = steps.filter((step) => step.state === 'done').length
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that began it, or that it went on by, is gone.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [state])
  const running = steps.find((step) => step.state === 'running')
  return (
    <Card id="deployment" title={mode === 'redeploy' ? words.again : words.title} heading={heading}>
      <Stack gap={8}>
        <Progress
          value={(100 * done) / steps.length}
          aria-label={words.progress(done, steps.length)}
          size="sm"
        />
        <Text role="status" c="dimmed">
          {running ? words.doing(words.steps[running.name]) : words.progress(done, steps.length)}
        </Text>
      </Stack>
      {state !== 'running' && (
        <>
          <ContinueDeployment deployment={deployment} />
          <CreatedSoFar deployment={deployment} />
        </>
      )}
      <Stack component="ol" gap={2}>
        {steps.map((step) => (
          <DeploymentStep key={step.name} step={step} />
        ))}
      </Stack>
    </Card>
  )
}

/** True while a deployment runs or can be continued. */
export function isDeploymentUnderWay({ state }: DeploymentBody): boolean {
  return state !== 'idle' && state !== 'deployed'
}

const MADE = ['namespace', 'bucket', 'upload', 'schedule'] as const

/** A deployment that stopped leaves behind what it has made. */
function CreatedSoFar({ deployment }: { readonly deployment: DeploymentBody }) {
  const { left } = useLazyStrings().cloud.deployment
  const formats = useFormats()
  const name = deployment.scriptName ?? ''
  const done = new Set<string>(deployment.steps.flatMap((step) => (step.state === 'done' ? [step.name] : [])))
  const made = MADE.filter((step) => done.has(step)).map((step) =>
    step === 'schedule' ? left.schedule : left[step](name),
  )
  if (made.length === 0)
    return (
      <Text maw="44rem" c="dimmed">
        {left.none}
      </Text>
    )
  return (
    <Text maw="44rem" c="dimmed">
      {left.title}: {formats.list(made)}. {left.keeps}
    </Text>
  )
}

type Step = DeploymentBody['steps'][number]

const STEP_LOOKS = {
  waiting: { c: 'dimmed' },
  running: { fw: 600 },
  done: {},
  failed: { fw: 600 },
} as const
const ICON_COLOURS: Partial<Record<Step['state'], string>> = { done: 'var(--green)', failed: 'var(--red)' }

function DeploymentStep({ step }: { readonly step: Step }) {
  const words = useLazyStrings().cloud.deployment
  const formats = useFormats()
  const { name, state, at } = step
  const longer = name in words.takesTime ? words.takesTime[name as keyof typeof words.takesTime] : null
  return (
    <Group
      component="li"
      gap="xs"
      py={4}
      wrap="nowrap"
      align="flex-start"
      {...STEP_LOOKS[state]}
      aria-current={state === 'running' ? 'step' : undefined}
    >
      <Center
        component="span"
        flex="none"
        w="1.25rem"
        h="1.55em"
        c={ICON_COLOURS[state] ?? 'inherit'}
        aria-hidden="true"
      >
        <StateIcon state={state} />
      </Center>
      <Box component="span" flex={1} miw={0}>
        {words.steps[name]} <VisuallyHidden component="span">({words.states[state]})</VisuallyHidden>
        {state === 'running' && longer !== null && (
          <Text span display="block" c="dimmed">
            {longer}
          </Text>
        )}
      </Box>
      {at !== null && (
        <Text component="time" {...SMALL} lh={1.77} dateTime={at} title={formats.exact(new Date(at))}>
          {formats.time(new Date(at))}
        </Text>
      )}
    </Group>
  )
}

function StateIcon({ state }: Pick<Step, 'state'>) {
  if (state === 'done') return <CheckIcon />
  if (state === 'failed') return <XIcon />
  return state === 'running' ? <Loader size={16} /> : <DotIcon />
}
