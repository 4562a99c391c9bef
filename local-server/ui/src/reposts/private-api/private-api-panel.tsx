import { Box, Button, Checkbox, Group, SegmentedControl, Stack } from '@mantine/core'
import { AlertIcon } from '@primer/octicons-react'
import { useState } from 'react'
import type { PlatformAccountBody } from '../../../../../core/api/auth.ts'
import { ApiError } from '../../api-client.ts'
import { ConfirmButton } from '../../kit/confirm-dialog.tsx'
import { CARD } from '../../kit/looks.ts'
import { ProblemNote } from '../../kit/problem-note.tsx'
import { notify } from '../../shared/notifications.ts'
import { useSame } from '../../shared/on-demand.tsx'
import { useLazyStrings } from '../../strings/language.tsx'
import type { RepostSources } from '../repost-queries.ts'
import {
  ChallengeForm,
  CookieForm,
  LoginForm,
  SessionContext,
  useForgetSession,
  useSession,
} from './session-forms.tsx'

interface PrivateApiPanelProps {
  readonly account: PlatformAccountBody
  readonly sources: RepostSources
}

/** The stored session, or the ways to add one. */
export function PrivateApiPanel({ account, sources }: PrivateApiPanelProps) {
  const { privateApi } = useLazyStrings().reposts
  const [problem, setProblem] = useState<Error | null>(null)
  const session = useSame({ account, onProblem: setProblem })
  return (
    <SessionContext value={session}>
      <Stack maw="40rem">
        <div role="status" data-fills-later>
          {sources.native && (
            <p>
              <strong>{privateApi.live(sources.native.username)}</strong>{' '}
              {sources.native.transport === 'web' ? privateApi.fromBrowser : privateApi.fromLogin}
            </p>
          )}
          {!sources.native && sources.sessionEnded && <p>{privateApi.ended}</p>}
        </div>
        {problem !== null && <SessionProblem problem={problem} />}
        {sources.native ? (
          <Forget />
        ) : sources.challenge ? (
          <ChallengeForm challenge={sources.challenge} />
        ) : (
          <Ways />
        )}
      </Stack>
    </SessionContext>
  )
}

function Ways() {
  const { privateApi } = useLazyStrings().reposts
  const { onProblem } = useSession()
  const [way, setWay] = useState('browser')
  const choose = (next: string) => {
    onProblem(null)
    setWay(next)
  }
  return (
    <>
      <SegmentedControl
        aria-label={privateApi.ways}
        w="fit-content"
        data={[
          { value: 'browser', label: privateApi.browser },
          { value: 'login', label: privateApi.login },
        ]}
        value={way}
        onChange={choose}
      />
      {way === 'browser' ? <CookieForm /> : <LoginForm />}
    </>
  )
}

/** The server's message, and what helps. */
function SessionProblem({ problem }: { readonly problem: Error }) {
  const { privateApi } = useLazyStrings().reposts
  const advice = problem instanceof ApiError ? privateApi.advice[problem.code] : undefined
  return (
    <ProblemNote>
      <p>{problem.message}</p>
      {advice !== undefined && <p>{advice}</p>}
    </ProblemNote>
  )
}

function Forget() {
  const { privateApi } = useLazyStrings().reposts
  return (
    <ConfirmButton
      size="xs"
      label={privateApi.forget}
      title={privateApi.forgetTitle}
      mutation={useForgetSession(() => notify(privateApi.forgotten))}
    >
      <p>{privateApi.forgetText}</p>
    </ConfirmButton>
  )
}

/** Nothing of the private API is shown, and nothing can be sent, before its risk was read and accepted. */
export function PrivateApiGate({ onUnderstood }: { readonly onUnderstood: () => void }) {
  const { privateApi } = useLazyStrings().reposts
  const [ticked, setTicked] = useState(false)
  return (
    <Stack component="section" {...CARD} bd={0} bg="var(--red-ground)" aria-label={privateApi.heading}>
      <h3>
        <Group component="span" gap="xs" wrap="nowrap">
          <Box component="span" flex="none" c="var(--red)">
            <AlertIcon />
          </Box>
          {privateApi.heading}
        </Group>
      </h3>
      <PrivateApiRisks />
      <Checkbox
        size="md"
        label={privateApi.understand}
        checked={ticked}
        onChange={(event) => setTicked(event.currentTarget.checked)}
      />
      <Button variant="default" w="fit-content" disabled={!ticked} onClick={onUnderstood}>
        {privateApi.proceed}
      </Button>
    </Stack>
  )
}

/** Risks of the owner's own session. Shown before it can be added, and before it is switched on. */
export function PrivateApiRisks() {
  const { risks, instead } = useLazyStrings().reposts.privateApi
  return (
    <Stack gap="md">
      <ul data-marked>
        {risks.map((risk) => (
          <li key={risk}>{risk}</li>
        ))}
      </ul>
      <p>{instead}</p>
    </Stack>
  )
}
