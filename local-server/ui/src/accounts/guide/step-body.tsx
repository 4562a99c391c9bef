import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import {
  type GuideStep,
  type GuideWay,
  isSaidByPerson,
  loginOf,
  type StepState,
} from '../../../../../core/setup/guide-steps.ts'
import { CopyText } from '../../kit/copy-text.tsx'
import { SMALL, SOFT } from '../../kit/looks.ts'
import { NewTabLink } from '../../kit/new-tab-link.tsx'
import { useLazyStrings, useStrings } from '../../strings/language.tsx'
import type { LoginMethod } from '../../../../../core/ports/platform/login.ts'
import type { SetupBody } from '../account-queries.ts'
import { AppFields } from '../connect/app-fields.tsx'
import { isWhole } from '../connect/app-check-note.tsx'
import { FirstCommentsOption, LoginButton } from '../connect/login-button.tsx'
import { TokenForm } from '../connect/token-form.tsx'

interface StepBodyProps {
  readonly step: GuideStep
  readonly state: StepState
  readonly way: GuideWay
  readonly app: SetupBody[LoginMethod]
  readonly locked: boolean
  readonly onSay: (step: GuideStep, isDone: boolean) => void
  readonly onTokenCheck: (isAccepted: boolean) => void
  readonly onOtherWay: (way: GuideWay) => void
  readonly onConnected: (usernames: readonly string[]) => void
}

/** Body of a step: what to open, click and copy, its field, and what often goes wrong. */
export function StepBody(props: StepBodyProps) {
  const { step, state, way, app, onSay } = props
  const words = useLazyStrings().guide
  const text = stepText(words, step, way)
  return (
    <Stack gap="md">
      {linksOfStep(step, way, app.appId).map(({ name, href }) => (
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
        <Group gap="12px 16px">
          {state === 'said' ? (
            <Button variant="subtle" size="xs" ml={-10} onClick={() => onSay(step, false)}>
              {words.notDone}
            </Button>
          ) : (
            <>
              <Button variant={state === 'now' ? 'filled' : 'default'} onClick={() => onSay(step, true)}>
                {words.doneHere}
              </Button>
              <Text flex="1 1 16rem" {...SMALL}>
                {words.unverifiable}
              </Text>
            </>
          )}
        </Group>
      )}
    </Stack>
  )
}

/** Field or form that belongs to a step. */
function StepField({ step, way, app, locked, ...actions }: StepBodyProps) {
  const words = useLazyStrings().guide
  const { copy } = useStrings().accounts.setup
  const method = loginOf(way)
  switch (step) {
    case 'credentials':
      return (
        <>
          {locked && <p>{words.lockedHint}</p>}
          <AppFields method={method} app={app} locked={locked} />
        </>
      )
    case 'redirect':
      return (
        <Stack gap={8} align="flex-start">
          <CopyText label={copy} text={app.redirectUri} />
          {way === 'platform' && (
            <Button variant="subtle" size="xs" ml={-10} onClick={() => actions.onOtherWay('token')}>
              {words.insteadOfRedirect}
            </Button>
          )}
        </Stack>
      )
    case 'token':
      return (
        <TokenForm loginMethod={method} onCheck={actions.onTokenCheck} onConnected={actions.onConnected} />
      )
    case 'login':
      return (
        <Stack gap={8} align="flex-start">
          <GuidedLogin method={method} />
          {!isWhole(app) && <Text {...SMALL}>{words.notYet}</Text>}
        </Stack>
      )
    case 'professional':
    case 'page':
    case 'app':
    case 'tester':
      return null
  }
}

function GuidedLogin({ method }: { readonly method: LoginMethod }) {
  const [withComments, setWithComments] = useState(false)
  return (
    <>
      <FirstCommentsOption checked={withComments} onChange={setWithComments} />
      <LoginButton method={method} from="guide" variant="filled" withComments={withComments} />
    </>
  )
}

interface HintProps {
  readonly title: string
  readonly children: ReactNode
}

function Hint({ title, children }: HintProps) {
  return (
    <Box {...SOFT}>
      <Text c="var(--ink)" fz="inherit" fw={600}>
        {title}
      </Text>
      {children}
    </Box>
  )
}

/** Link of a step, opened in a new tab. */
interface GuideLink {
  readonly name: 'newApp' | 'appSettings' | 'tester' | 'pages'
  readonly href: string
}

const APPS: GuideLink = { name: 'newApp', href: 'https://developers.facebook.com/apps/' }
const TESTER: GuideLink = { name: 'tester', href: 'https://www.instagram.com/accounts/manage_access/' }
const PAGES: GuideLink = { name: 'pages', href: 'https://www.facebook.com/pages/' }

/** `appId` is known once it was entered; Meta's own id leads into the dashboard of the app, Instagram's does not. */
function linksOfStep(step: GuideStep, way: GuideWay, appId: string | null): GuideLink[] {
  switch (step) {
    case 'page':
      return [PAGES]
    case 'tester':
      return [APPS, TESTER]
    case 'app':
    case 'token':
    case 'credentials':
      return [APPS]
    case 'redirect':
      return loginOf(way) === 'partner' && appId !== null
        ? [{ name: 'appSettings', href: `https://developers.facebook.com/apps/${appId}/` }]
        : [APPS]
    case 'professional':
    case 'login':
      return []
  }
}

interface StepText {
  readonly title: string
  /** Instructions, in order. */
  readonly lines: readonly string[]
  /** Expected result on the screen. */
  readonly looks: string
  readonly mistakes: readonly string[]
}

interface GuideWords {
  readonly steps: Readonly<Record<GuideStep, StepText>>
  readonly stepsByFacebook: Readonly<Partial<Record<GuideStep, StepText>>>
}

export function stepText(words: GuideWords, step: GuideStep, way: GuideWay): StepText {
  return (way === 'partner' ? words.stepsByFacebook[step] : undefined) ?? words.steps[step]
}
