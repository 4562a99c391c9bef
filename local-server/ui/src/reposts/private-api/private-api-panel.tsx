import { SegmentedControl, Stack } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import type { PlatformAccountBody } from '../../../../../core/api/auth.ts'
import { ApiError } from '../../api-client.ts'
import { ConfirmButton } from '../../kit/confirm-button.tsx'
import { notify } from '../../shared/notifications.ts'
import { ProblemNote } from '../../kit/problem-note.tsx'
import { useLazyStrings } from '../../strings/language.tsx'
import type { RepostSources } from '../repost-queries.ts'
import { ChallengeForm, CookieForm, LoginForm, useForgetSession } from './account-forms.tsx'
import { SessionContext, useSession } from './session.ts'

interface PrivateApiPanelProps {
  readonly account: PlatformAccountBody
  readonly sources: RepostSources
}

/** The session that is here, or the ways to bring one. */
export function PrivateApiPanel({ account, sources }: PrivateApiPanelProps) {
  const { privateApi } = useLazyStrings().reposts
  const [problem, setProblem] = useState<Error | null>(null)
  const top = useRef<HTMLDivElement>(null)
  const session = useMemo(() => ({ account, onProblem: setProblem }), [account])
  return (
    <SessionContext value={session}>
      <Stack ref={top} tabIndex={-1} maw="40rem">
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
          <Forget onGone={() => top.current?.focus()} />
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

function Forget({ onGone }: { readonly onGone: () => void }) {
  const { privateApi } = useLazyStrings().reposts
  return (
    <ConfirmButton
      size="xs"
      w="fit-content"
      label={privateApi.forget}
      title={privateApi.forgetTitle}
      keep={privateApi.forgetKeep}
      mutation={useForgetSession()}
      onDone={() => notify(privateApi.forgotten)}
      onGone={onGone}
    >
      <p>{privateApi.forgetText}</p>
    </ConfirmButton>
  )
}
