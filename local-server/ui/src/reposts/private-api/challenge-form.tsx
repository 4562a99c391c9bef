import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import type { PlatformAccountBody } from '../../../../../core/api/auth.ts'
import { useFormats, useLazyStrings } from '../../strings/language.tsx'
import { useForgetSession, useSendCode, useSubmitCode } from '../private-api-queries.ts'
import type { RepostSources } from '../repost-queries.ts'

interface ChallengeFormProps {
  readonly account: PlatformAccountBody
  readonly challenge: NonNullable<RepostSources['challenge']>
  readonly onProblem: (problem: Error | null) => void
}

/** Have the code sent, hand it in. */
export function ChallengeForm({ account, challenge, onProblem }: ChallengeFormProps) {
  const { privateApi } = useLazyStrings().reposts
  const formats = useFormats()
  const sending = useSendCode(account.id, onProblem)
  const forgetting = useForgetSession(account.id)
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  // The form that was sent is gone; the keyboard goes on from here.
  useEffect(() => heading.current?.focus(), [])
  const startOver = () => {
    onProblem(null)
    forgetting.mutate()
  }
  const isSent = sending.data !== undefined || challenge.contactPoint !== null
  return (
    <Stack component="section" maw="40rem" aria-labelledby={id}>
      <h3 id={id} ref={heading} tabIndex={-1}>
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
        <CodeField account={account} onProblem={onProblem} />
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

const CODE = /^\d{6}$/

function CodeField({ account, onProblem }: Omit<ChallengeFormProps, 'challenge'>) {
  const { privateApi } = useLazyStrings().reposts
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const submission = useSubmitCode(account.id, { read: () => code.trim(), onProblem })
  useEffect(() => field.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWrong(!CODE.test(code.trim()))
    if (CODE.test(code.trim())) submission.mutate()
    field.current?.focus()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw="16rem">
        <TextInput
          ref={field}
          label={privateApi.code}
          description={privateApi.codeHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          value={code}
          error={wrong ? privateApi.advice['INVALID_CODE'] : undefined}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" w="fit-content" loading={submission.isPending}>
          {privateApi.submitCode}
        </Button>
        <Text role="status" mih="1.55em" c="dimmed">
          {submission.isPending && privateApi.submittingCode}
        </Text>
      </Stack>
    </form>
  )
}
