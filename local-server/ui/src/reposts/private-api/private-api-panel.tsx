import { Button, SegmentedControl, Stack } from '@mantine/core'
import { useRef, useState } from 'react'
import type { PlatformAccountBody } from '../../../../../core/api/auth.ts'
import { ApiError } from '../../api-client.ts'
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx'
import { notify } from '../../shared/notifications.ts'
import { ProblemNote } from '../../kit/problem-note.tsx'
import { useLazyStrings } from '../../strings/language.tsx'
import { useForgetSession } from '../private-api-queries.ts'
import type { RepostSources } from '../repost-queries.ts'
import { ChallengeForm, CookieForm, LoginForm } from './account-forms.tsx'

interface PrivateApiPanelProps {
  readonly account: PlatformAccountBody
  readonly sources: RepostSources
}

/** The session that is here, or the ways to bring one. */
export function PrivateApiPanel({ account, sources }: PrivateApiPanelProps) {
  const { privateApi } = useLazyStrings().reposts
  const [problem, setProblem] = useState<Error | null>(null)
  const top = useRef<HTMLDivElement>(null)
  const bring = { account, onProblem: setProblem }
  return (
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
        <Forget account={account} onGone={() => top.current?.focus()} />
      ) : sources.challenge ? (
        <ChallengeForm {...bring} challenge={sources.challenge} />
      ) : (
        <Ways {...bring} />
      )}
    </Stack>
  )
}

interface WaysProps {
  readonly account: PlatformAccountBody
  readonly onProblem: (problem: Error | null) => void
}

function Ways(props: WaysProps) {
  const { privateApi } = useLazyStrings().reposts
  const [way, setWay] = useState('browser')
  const choose = (next: string) => {
    props.onProblem(null)
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
      {way === 'browser' ? <CookieForm {...props} /> : <LoginForm {...props} />}
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

function Forget({ account, onGone }: { readonly account: PlatformAccountBody; readonly onGone: () => void }) {
  const { privateApi } = useLazyStrings().reposts
  const forgetting = useForgetSession(account.id)
  const [asked, setAsked] = useState<PlatformAccountBody | null>(null)
  return (
    <>
      <Button variant="default" size="xs" w="fit-content" onClick={() => setAsked(account)}>
        {privateApi.forget}
      </Button>
      <ConfirmDialog
        subject={asked}
        title={() => privateApi.forgetTitle}
        keep={privateApi.forgetKeep}
        act={privateApi.forget}
        mutation={forgetting}
        argument={() => undefined}
        onDone={() => notify(privateApi.forgotten)}
        onClose={() => setAsked(null)}
        onGone={onGone}
      >
        <p>{privateApi.forgetText}</p>
      </ConfirmDialog>
    </>
  )
}
