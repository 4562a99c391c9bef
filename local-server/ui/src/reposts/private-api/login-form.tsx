import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useRef, useState, type FormEvent } from 'react'
import type { PlatformAccountBody } from '../../../../../core/api/auth.ts'
import { useLazyStrings } from '../../strings/language.tsx'
import { useLogIn } from '../private-api-queries.ts'

interface LoginFormProps {
  readonly account: PlatformAccountBody
  readonly onProblem: (problem: Error | null) => void
}

/** The password is in its field and nowhere else, and not even there once it was sent. */
export function LoginForm({ account, onProblem }: LoginFormProps) {
  const { privateApi } = useLazyStrings().reposts
  const [username, setUsername] = useState(account.username)
  const [incomplete, setIncomplete] = useState(false)
  const password = useRef<HTMLInputElement>(null)
  const take = () => {
    const given = password.current?.value ?? ''
    if (password.current) password.current.value = ''
    return { username, password: given }
  }
  const login = useLogIn(account.id, { read: take, onProblem })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isIncomplete = username.trim() === '' || password.current?.value === ''
    setIncomplete(isIncomplete)
    if (isIncomplete) password.current?.focus()
    else login.mutate(undefined, { onError: () => password.current?.focus() })
  }
  return (
    <form onSubmit={submit} noValidate autoComplete="off">
      <Stack maw="40rem">
        <TextInput
          label={privateApi.username}
          autoComplete="off"
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
          autoComplete="off"
          error={incomplete ? privateApi.incomplete : undefined}
        />
        <Button type="submit" w="fit-content" loading={login.isPending}>
          {privateApi.logIn}
        </Button>
        <Text role="status" mih="1.55em" c="dimmed">
          {login.isPending && privateApi.loggingIn}
          {login.isError && privateApi.passwordGone}
        </Text>
      </Stack>
    </form>
  )
}
