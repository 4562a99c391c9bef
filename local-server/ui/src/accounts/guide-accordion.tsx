import { Accordion, Center, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { CheckIcon } from '@primer/octicons-react'
import { useEffect, useRef, useState } from 'react'
import {
  type GuideStep,
  guideSteps,
  type GuideWay,
  loginOf,
  type SteppedStep,
  type StepState,
} from '../../../../core/rules/setup/guide-steps.ts'
import { sized, SMALL, SOFT } from '../kit/looks.ts'
import { useLazyStrings } from '../strings/language.tsx'
import { useApp, useAppCheck, useGuideProgress } from './account-queries.ts'
import { StepBody, stepText } from './step-body.tsx'

interface GuideStepsProps {
  readonly way: GuideWay
  readonly isConnected: boolean
  readonly onConnected: (usernames: readonly string[]) => void
}

/** Numbered; the one to do now is open. They advance with what the server learns. */
export function GuideSteps({ way, isConnected, onConnected }: GuideStepsProps) {
  const words = useLazyStrings().guide
  const { said } = useGuideProgress()
  const app = useApp(loginOf(way))
  const check = useAppCheck(loginOf(way))
  const [isTokenAccepted, setTokenAccepted] = useState(false)
  const steps = guideSteps(
    way,
    {
      hasAppId: app !== undefined && app.appId !== null,
      hasSecret: app?.hasSecret ?? false,
      verdict: check.data?.verdict ?? null,
      isTokenAccepted,
      isConnected,
    },
    said,
  )
  const { open, setOpen, announcement } = useOpenStep(steps, way)
  const focusNext = useFocusOnHead(open)
  const done = steps.filter(({ state }) => state === 'proven' || state === 'said').length
  return (
    <Stack component="section" aria-label={words.ways[way].title} gap="sm">
      <Text {...SOFT}>{words.progress(done, steps.length)}</Text>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <Accordion
        value={open}
        onChange={(value) => setOpen(value as GuideStep | null)}
        order={2}
        variant="separated"
        radius="lg"
        styles={{
          item: CARD_OF_STEP,
          control: { paddingBlock: '0.625rem' },
          content: { paddingBottom: '1.5rem' },
        }}
      >
        {steps.map(({ step, state }, at) => (
          <Accordion.Item key={step} value={step} data-state={state}>
            <Accordion.Control>
              <StepHead step={step} number={at + 1} title={stepText(words, step, way).title} state={state} />
            </Accordion.Control>
            <Accordion.Panel>
              <StepBody
                step={step}
                state={state}
                way={way}
                onDone={focusNext}
                onTokenCheck={setTokenAccepted}
                onConnected={onConnected}
              />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      <Text {...SOFT}>{words.reworded}</Text>
    </Stack>
  )
}

const CARD_OF_STEP = { border: '1px solid var(--line)', background: 'var(--card)' }

/** Follows what is to be done now, until the reader opens something else. */
function useOpenStep(steps: readonly SteppedStep[], way: GuideWay) {
  const words = useLazyStrings().guide
  const current = steps.find(({ state }) => state === 'now')?.step ?? null
  const [open, setOpen] = useState<GuideStep | null>(current)
  const [followed, setFollowed] = useState(current)
  const [announcement, setAnnouncement] = useState('')
  if (current !== followed) {
    setFollowed(current)
    if (current !== null) {
      setOpen(current)
      const at = steps.findIndex(({ step }) => step === current)
      setAnnouncement(words.announce(at + 1, stepText(words, current, way).title))
    }
  }
  return { open, setOpen, announcement }
}

/** The button that was pressed is gone with its step; focus moves to the head of the next one. */
function useFocusOnHead(open: GuideStep | null) {
  const isWanted = useRef(false)
  useEffect(() => {
    if (!isWanted.current || open === null) return
    isWanted.current = false
    document.querySelector<HTMLElement>(`[data-step-head='${open}']`)?.closest('button')?.focus()
  }, [open])
  return () => {
    isWanted.current = true
  }
}

const STATE_COLOURS: Partial<Record<StepState, string>> = { now: 'var(--link)', proven: 'var(--green)' }

interface StepHeadProps {
  readonly step: GuideStep
  readonly number: number
  readonly title: string
  readonly state: StepState
}

function StepHead({ step, number, title, state }: StepHeadProps) {
  const { states } = useLazyStrings().guide
  const isDone = state === 'proven' || state === 'said'
  const colour = STATE_COLOURS[state]
  return (
    <Group component="span" wrap="nowrap" data-step-head={step}>
      <Center
        {...sized('2rem')}
        bg={colour ?? 'var(--tint)'}
        c={colour === undefined ? 'var(--link)' : 'var(--card)'}
        fw={650}
      >
        {isDone ? <CheckIcon aria-label={`${number}`} /> : number}
      </Center>
      <Group component="span" gap="0.25rem 1rem" flex={1} justify="space-between">
        <Text span flex="1 1 12rem" fw={650} lh={1.3} c={state === 'later' ? 'dimmed' : 'inherit'}>
          {title}
        </Text>
        <Text span pr="sm" {...SMALL} c={colour ?? 'dimmed'} fw={state === 'now' ? 600 : 400}>
          {states[state]}
        </Text>
      </Group>
    </Group>
  )
}
