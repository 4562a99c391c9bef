import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  type GuideStep,
  type GuideWay,
  isSaidByPerson,
  loginOf,
  type StepState,
} from '../../../../core/rules/setup/guide-steps.ts'
import { CopyText } from '../kit/copy-text.tsx'
import { SMALL, SOFT } from '../kit/looks.ts'
import { NewTabLink } from '../kit/new-tab-link.tsx'
import { useLazyStrings } from '../strings/language.tsx'
import type { LazyStrings } from '../strings/strings.ts'
import type { LoginMethod, OptionalPurpose } from '../../../../core/ports/platform/login.ts'
import { isWhole, setupQuery, useApp, useGuideProgress } from './account-queries.ts'
import { AppFields } from './app-setup.tsx'
import { LoginButton, OptionalPermissions } from './login.tsx'
import { TokenForm } from './token-form.tsx'

interface StepBodyProps {
  readonly step: GuideStep
  readonly state: StepState
  readonly way: GuideWay
  /** Called when the person says that the step is done. */
  readonly onDone: () => void
  readonly onTokenCheck: (isAccepted: boolean) => void
  readonly onConnected: (usernames: readonly string[]) => void
}

/** Body of a step: what to open, click and copy, its field, and what often goes wrong. */
export function StepBody(props: StepBodyProps) {
  const { step, state, way, onDone } = props
  const words = useLazyStrings().guide
  const { say } = useGuideProgress()
  const appId = useApp(loginOf(way))?.appId ?? null
  const text = stepText(words, step, way)
  const done = () => {
    say(step, true)
    onDone()
  }
  return (
    // Under the title, beside its number.
    <Stack gap="md" pl={{ sm: '4xl' }}>
      {linksOfStep(step, way, appId).map(({ name, href }) => (
        <Text key={href} px="md" py="xs" bdrs="md" bg="var(--tint)">
          <Text span display="block" fz="sm">
            {words.places[name]}
          </Text>
          <Text span fw={600}>
            <NewTabLink href={href}>{href.replace(/^https:\/\//, '').replace(/\/$/, '')}</NewTabLink>
          </Text>
        </Text>
      ))}
      <ol data-marked>
        {text.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
      {step === 'redirect' && <StepField {...props} />}
      <Hint title={words.looksLike}>
        <p>{text.looks}</p>
      </Hint>
      {step !== 'redirect' && <StepField {...props} />}
      <Hint title={words.mistakes}>
        <ul data-marked>
          {text.mistakes.map((mistake) => (
            <li key={mistake}>{mistake}</li>
          ))}
        </ul>
      </Hint>
      {isSaidByPerson(step) && state !== 'proven' && (
        <Group gap="0.75rem 1rem">
          {state === 'said' ? (
            <Button variant="subtle" size="xs" ml="-xs" onClick={() => say(step, false)}>
              {words.notDone}
            </Button>
          ) : (
            <>
              <Button variant={state === 'now' ? 'filled' : 'default'} onClick={done}>
                {words.doneHere}
              </Button>
              <Text flex="1 1 16rem" {...SMALL}>
                {step === 'live' ? words.provenByStranger : words.unverifiable}
              </Text>
            </>
          )}
        </Group>
      )}
    </Stack>
  )
}

/** Field or form that belongs to a step. */
function StepField({ step, way, onTokenCheck, onConnected }: StepBodyProps) {
  const method = loginOf(way)
  switch (step) {
    case 'credentials':
      return <Credentials method={method} />
    case 'redirect':
      return <RedirectAddress way={way} />
    case 'token':
      return <TokenForm loginMethod={method} onCheck={onTokenCheck} onConnected={onConnected} />
    case 'login':
      return <GuidedLogin method={method} />
    default:
      return null
  }
}

function Credentials({ method }: { readonly method: LoginMethod }) {
  const { lockedHint } = useLazyStrings().guide
  return (
    <>
      {useQuery(setupQuery).data?.complete && <p>{lockedHint}</p>}
      <AppFields method={method} />
    </>
  )
}

function RedirectAddress({ way }: { readonly way: GuideWay }) {
  const { insteadOfRedirect } = useLazyStrings().guide
  const { copy } = useLazyStrings().accounts.setup
  const { choose } = useGuideProgress()
  return (
    <Stack gap="2xs" align="flex-start">
      <CopyText label={copy} text={useApp(loginOf(way))?.redirectUri ?? ''} />
      {way === 'platform' && (
        <Button variant="subtle" size="xs" ml="-xs" onClick={() => choose('token')}>
          {insteadOfRedirect}
        </Button>
      )}
    </Stack>
  )
}

function GuidedLogin({ method }: { readonly method: LoginMethod }) {
  const { notYet } = useLazyStrings().guide
  const [also, setAlso] = useState<readonly OptionalPurpose[]>([])
  return (
    <Stack gap="2xs" align="flex-start">
      <OptionalPermissions chosen={also} onChange={setAlso} />
      <LoginButton method={method} from="guide" also={also} />
      {!isWhole(useApp(method)) && <Text {...SMALL}>{notYet}</Text>}
    </Stack>
  )
}

function Hint({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Box {...SOFT}>
      <Text c="var(--ink)" fz="inherit" fw={600}>
        {title}
      </Text>
      {children}
    </Box>
  )
}

const APPS = { name: 'newApp', href: 'https://developers.facebook.com/apps/' } as const
const TESTER = { name: 'tester', href: 'https://www.instagram.com/accounts/manage_access/' } as const
const PAGES = { name: 'pages', href: 'https://www.facebook.com/pages/' } as const

const LINKS = {
  professional: [],
  page: [PAGES],
  app: [APPS],
  tester: [APPS, TESTER],
  credentials: [APPS],
  redirect: [APPS],
  token: [APPS],
  login: [],
  live: [APPS],
} as const satisfies Record<GuideStep, unknown>

/** `appId` is known once it was entered; Meta's own id leads into the dashboard of the app, Instagram's does not. */
function linksOfStep(step: GuideStep, way: GuideWay, appId: string | null) {
  if (step !== 'redirect' || way !== 'partner' || appId === null) return LINKS[step]
  return [{ name: 'appSettings', href: `${APPS.href}${appId}/` }] as const
}

type Words = LazyStrings['guide']
type StepText = Words['steps'][GuideStep]

export function stepText({ steps, stepsByFacebook }: Words, step: GuideStep, way: GuideWay): StepText {
  const byFacebook: Partial<Record<GuideStep, Partial<StepText>>> = stepsByFacebook
  return { ...steps[step], ...(way === 'partner' && byFacebook[step]) }
}
