// The owner's own session. What is secret is read out of its field when it is sent, and is never kept as the variable of a
// mutation, which lives on.
import { Button, createSafeContext, PasswordInput, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import type { PlatformAccountBody } from '../../../../../core/api/auth.ts'
import { pageApi, parseResponse } from '../../api-client.ts'
import { Form } from '../../kit/form.tsx'
import { groups } from '../../query-keys.ts'
import { takeFocus, useFocusAfter } from '../../shared/on-demand.tsx'
import { useFormats, useLazyStrings } from '../../strings/language.tsx'
import type { RepostSources } from '../repost-queries.ts'

const api = pageApi['story-repost']

interface Session {
  readonly account: PlatformAccountBody
  /** Outlives the forms: a refusal may remove the form. */
  readonly onProblem: (problem: Error | null) => void
}

export const [SessionContext, useSession] = createSafeContext<Session>('outside of SessionContext')

/** `tells`: a refusal is shown above the form. */
function useSessionMutation<Result>(send: (accountId: string) => Promise<Result>, tells = true) {
  const client = useQueryClient()
  const { account, onProblem } = useSession()
  return useMutation({
    mutationFn: () => send(account.id),
    onMutate: () => tells && onProblem(null),
    onError: (problem) => tells && onProblem(problem),
    // Also after a refusal: it may have opened or ended a challenge.
    onSettled: () => client.invalidateQueries({ queryKey: groups.reposts(account.id) }),
  })
}

interface SessionFormProps {
  readonly act: string
  readonly work: { readonly isPending: boolean }
  /** What is going on. */
  readonly status: string | false
  readonly maw?: string
  readonly onSubmit: () => void
  readonly children: ReactNode
}

function SessionForm({ act, work, status, maw = '40rem', onSubmit, children }: SessionFormProps) {
  useFocusAfter(work.isPending)
  return (
    <Form maw={maw} onSubmit={onSubmit}>
      {children}
      <Button type="submit" w="fit-content" loading={work.isPending}>
        {act}
      </Button>
      <Text role="status" mih="1.55em" c="dimmed">
        {status}
      </Text>
    </Form>
  )
}

/** The password is in its field and nowhere else, and not even there once it was sent. */
export function LoginForm() {
  const { privateApi } = useLazyStrings().reposts
  const [username, setUsername] = useState(useSession().account.username)
  const [incomplete, setIncomplete] = useState(false)
  const password = useRef<HTMLInputElement>(null)
  const take = () => {
    const given = password.current?.value ?? ''
    if (password.current) password.current.value = ''
    return given
  }
  const login = useSessionMutation((accountId) =>
    parseResponse(api.credentials.$post({ json: { accountId, username, password: take() } })),
  )
  const status = login.isError ? privateApi.passwordGone : login.isPending && privateApi.loggingIn
  const submit = () => {
    const isIncomplete = username.trim() === '' || password.current?.value === ''
    setIncomplete(isIncomplete)
    if (isIncomplete) password.current?.focus()
    else login.mutate(undefined, { onError: () => password.current?.focus() })
  }
  return (
    <SessionForm act={privateApi.logIn} work={login} status={status} onSubmit={submit}>
      <TextInput
        label={privateApi.username}
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <PasswordInput
        ref={password}
        size="md"
        label={privateApi.password}
        description={privateApi.passwordHint}
        error={incomplete ? privateApi.incomplete : undefined}
      />
    </SessionForm>
  )
}

/** Keeps the pasted text in its field only, until it was accepted. */
export function CookieForm() {
  const { privateApi } = useLazyStrings().reposts
  const [userAgent, setUserAgent] = useState(navigator.userAgent)
  const [missing, setMissing] = useState(false)
  const cookies = useRef<HTMLTextAreaElement>(null)
  const importing = useSessionMutation((accountId) =>
    parseResponse(
      api.session.$post({ json: { accountId, cookies: cookies.current?.value ?? '', userAgent } }),
    ),
  )
  const isAgent = userAgent.trim().startsWith('Mozilla/5.0')
  const status = importing.isPending && privateApi.importing
  const submit = () => {
    const isMissing = cookies.current?.value.trim() === ''
    setMissing(isMissing)
    if (isMissing) cookies.current?.focus()
    else if (isAgent) importing.mutate()
  }
  return (
    <SessionForm act={privateApi.importIt} work={importing} status={status} onSubmit={submit}>
      <ol data-marked>
        {privateApi.cookieSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Textarea
        ref={cookies}
        label={privateApi.cookies}
        description={privateApi.cookiesHint}
        rows={4}
        spellCheck={false}
        error={missing ? privateApi.cookiesMissing : undefined}
      />
      <TextInput
        label={privateApi.agent}
        description={privateApi.agentHint}
        spellCheck={false}
        value={userAgent}
        error={isAgent ? undefined : privateApi.agentMissing}
        onChange={(event) => setUserAgent(event.currentTarget.value)}
      />
    </SessionForm>
  )
}

interface ChallengeFormProps {
  readonly challenge: NonNullable<RepostSources['challenge']>
}

/** Have the code sent, hand it in. */
export function ChallengeForm({ challenge }: ChallengeFormProps) {
  const { privateApi } = useLazyStrings().reposts
  const formats = useFormats()
  const { onProblem } = useSession()
  const sending = useSessionMutation((accountId) =>
    parseResponse(api.challenge.start.$post({ json: { accountId } })),
  )
  const forgetting = useForgetSession()
  useFocusAfter(forgetting.isPending)
  const startOver = () => {
    onProblem(null)
    forgetting.mutate()
  }
  const isSent = sending.data !== undefined || challenge.contactPoint !== null
  return (
    <Stack component="section" maw="40rem" aria-label={privateApi.codeHeading}>
      <h3 ref={takeFocus} tabIndex={-1}>
        {privateApi.codeHeading}
      </h3>
      <div role="status">
        {isSent ? (
          <p>
            {privateApi.codeSent(sending.data?.contactPoint ?? challenge.contactPoint)}{' '}
            {sending.data && privateApi.codeUntil(formats.time(new Date(sending.data.expiresAt)))}
          </p>
        ) : (
          <p>{sending.isPending ? privateApi.sendingCode : privateApi.codeOffer}</p>
        )}
      </div>
      {isSent ? (
        <CodeField />
      ) : (
        <Button w="fit-content" loading={sending.isPending} onClick={() => sending.mutate()}>
          {privateApi.sendCode}
        </Button>
      )}
      <Button variant="subtle" size="xs" w="fit-content" loading={forgetting.isPending} onClick={startOver}>
        {privateApi.startOver}
      </Button>
    </Stack>
  )
}

/** `onForgotten` is called even when what asked is gone by then. */
export function useForgetSession(onForgotten?: () => void) {
  return useSessionMutation(async (accountId) => {
    await parseResponse(api.session.$delete({ query: { accountId } }))
    onForgotten?.()
  }, false)
}

const CODE = /^\d{6}$/

function CodeField() {
  const { privateApi } = useLazyStrings().reposts
  const [typed, setTyped] = useState('')
  // Instagram's messages group the digits: 424 242.
  const code = typed.replaceAll(/\s/g, '')
  const [wrong, setWrong] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const submission = useSessionMutation((accountId) =>
    parseResponse(api.challenge.$post({ json: { accountId, code } })),
  )
  const status = submission.isPending && privateApi.submittingCode
  const submit = () => {
    setWrong(!CODE.test(code))
    if (CODE.test(code)) submission.mutate()
    field.current?.focus()
  }
  return (
    <SessionForm act={privateApi.submitCode} work={submission} status={status} onSubmit={submit} maw="16rem">
      <TextInput
        ref={field}
        autoFocus
        label={privateApi.code}
        description={privateApi.codeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        value={typed}
        error={wrong ? privateApi.advice['INVALID_CODE'] : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </SessionForm>
  )
}
