import {
  Box,
  Button,
  Center,
  Group,
  Loader,
  Progress,
  Stack,
  Text,
  TextInput,
  VisuallyHidden,
} from '@mantine/core'
import { CheckIcon, DotIcon, XIcon } from '@primer/octicons-react'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../api-client.ts'
import { useFormats, useLazyStrings } from '../strings/language.tsx'
import { SMALL } from '../kit/looks.ts'
import { ProblemNote } from '../kit/problem-note.tsx'
import { Form } from '../kit/form.tsx'
import { Unsaved } from '../kit/unsaved.tsx'
import { Card, Disclosure, SecretInput, useDeploymentProblem } from './parts.tsx'
import { type DeployField, type DeploymentBody, useCloud, useDeploy } from './cloud-queries.ts'

/** A deployment that runs, or that stopped before its end. */
export function DeploymentProgress() {
  const words = useLazyStrings().cloud.deployment
  const { status, deployment } = useCloud()
  const { state, steps, mode } = deployment
  const done = steps.filter((step) => step.state === 'done').length
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that started or continued it is gone.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [state])
  const running = steps.find((step) => step.state === 'running')
  return (
    <Card id="deployment" title={mode === 'redeploy' ? words.again : words.title} heading={heading}>
      <Stack gap="2xs">
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
          <ContinueDeployment />
          {/* What a Worker is connected with is in use: nobody is to delete it. */}
          {!status.workerConfigured && <CreatedSoFar />}
        </>
      )}
      <Stack component="ol" gap="5xs">
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
function CreatedSoFar() {
  const { left } = useLazyStrings().cloud.deployment
  const formats = useFormats()
  const { scriptName, steps } = useCloud().deployment
  const name = scriptName ?? ''
  const done = new Set<string>(steps.flatMap((step) => (step.state === 'done' ? [step.name] : [])))
  const made = MADE.filter((step) => done.has(step)).map((step) =>
    step === 'schedule' ? left.schedule : left[step](name),
  )
  return (
    <Text maw="44rem" c="dimmed">
      {made.length === 0 ? left.none : `${left.title}: ${formats.list(made)}. ${left.keeps}`}
    </Text>
  )
}

type Step = DeploymentBody['steps'][number]

const STEP_LOOKS = {
  waiting: { look: { c: 'dimmed' }, colour: 'inherit', icon: <DotIcon /> },
  running: { look: { fw: 600 }, colour: 'inherit', icon: <Loader size={16} /> },
  done: { look: {}, colour: 'var(--green)', icon: <CheckIcon /> },
  failed: { look: { fw: 600 }, colour: 'var(--red)', icon: <XIcon /> },
} as const

function DeploymentStep({ step }: { readonly step: Step }) {
  const words = useLazyStrings().cloud.deployment
  const formats = useFormats()
  const { name, state, at } = step
  const { look, colour, icon } = STEP_LOOKS[state]
  const longer = name in words.takesTime ? words.takesTime[name as keyof typeof words.takesTime] : null
  return (
    <Group
      component="li"
      gap="xs"
      py="4xs"
      wrap="nowrap"
      align="flex-start"
      {...look}
      aria-current={state === 'running' ? 'step' : undefined}
    >
      <Center component="span" flex="none" w="1.25rem" h="1.55em" c={colour} aria-hidden="true">
        {icon}
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

/** Says why a deployment stopped, asks for what it needs, and continues it. */
function ContinueDeployment() {
  const words = useLazyStrings().cloud.deployment
  const sentenceOf = useDeploymentProblem()
  const { deployment } = useCloud()
  const deploy = useDeploy()
  const [entered, setEntered] = useState('')
  const [token, setToken] = useState('')
  const { error, state, mode } = deployment
  const field = error?.field ?? null
  // What was refused before it went on says more than where it had stopped.
  const refused = deploy.error instanceof ApiError ? deploy.error : null
  const problem = refused ?? error ?? deploy.error
  const continueDeployment = () =>
    deploy.mutate({
      mode: mode ?? 'deploy',
      ...(token.trim() !== '' && { apiToken: token }),
      ...(field !== null && entered.trim() !== '' && { [field]: entered }),
    })
  return (
    <Form onSubmit={continueDeployment}>
      <Unsaved when={entered !== '' || token !== ''} />
      <ProblemNote>
        <p>
          <strong>
            {state === 'interrupted'
              ? words.interrupted
              : state === 'needs-input'
                ? words.asks
                : words.failed}
          </strong>
        </p>
        <p>{problem ? sentenceOf(problem) : words.interruptedText}</p>
      </ProblemNote>
      {field !== null && <AskedField field={field} value={entered} onChange={setEntered} />}
      {field !== 'apiToken' && (
        <Disclosure title={words.otherToken}>
          <AskedField field="apiToken" value={token} onChange={setToken} />
        </Disclosure>
      )}
      <Button type="submit" loading={deploy.isPending} w="fit-content">
        {words.goOn}
      </Button>
    </Form>
  )
}

interface AskedFieldProps {
  readonly field: DeployField
  readonly value: string
  readonly onChange: (value: string) => void
}

function AskedField({ field, value, onChange }: AskedFieldProps) {
  const label = useLazyStrings().cloud.deployment.fields[field]
  const Input = field === 'apiToken' ? SecretInput : TextInput
  return (
    <Input
      size="md"
      label={label}
      maw="30rem"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
