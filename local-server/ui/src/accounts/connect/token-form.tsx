import { Button, PasswordInput, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react'
import { useStrings } from '../../strings/language.tsx'
import type { LoginMethod } from '../../../../../core/ports/platform/login.ts'
import { SHORTEST_TOKEN, tokenCheckQuery, useConnectByToken, type CheckedToken } from '../account-queries.ts'
import { TokenCheckNote } from './token-check-note.tsx'

interface TokenFormProps {
  readonly loginMethod: LoginMethod
  readonly field?: RefObject<HTMLInputElement | null>
  readonly onConnected: (usernames: readonly string[]) => void
  /** Called with true when the platform knows the token in the field. */
  readonly onCheck?: (isAccepted: boolean) => void
}

/** Long enough for a paste in two pieces, short enough to feel at once. */
const PAUSE_MS = 400

/** A token, whose it is as soon as it is there, and the button that stores it. */
export function TokenForm({ loginMethod, field, onConnected, onCheck }: TokenFormProps) {
  const words = useStrings().accounts.token
  const ownField = useRef<HTMLInputElement>(null)
  const input = field ?? ownField
  const [token, setToken] = useState('')
  const [isMissing, setMissing] = useState(false)
  const connection = useConnectByToken()
  const check = useTokenCheck(loginMethod, token)
  const isAccepted = check.data !== undefined
  useEffect(() => onCheck?.(isAccepted), [isAccepted, onCheck])
  const problem = isMissing ? words.missing : (check.problem ?? connection.error?.message)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(token.trim() === '')
    if (token.trim() === '') input.current?.focus()
    else connection.mutate({ loginMethod, accessToken: token }, { onSuccess: connected })
  }
  const connected = ({ accounts }: { accounts: readonly { username: string }[] }) => {
    setToken('')
    onConnected(accounts.map(({ username }) => username))
  }
  const change = (text: string) => {
    setToken(text)
    setMissing(false)
    connection.reset()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <PasswordInput
          ref={input}
          size="md"
          label={words.label}
          autoComplete="off"
          spellCheck={false}
          value={token}
          error={problem !== undefined}
          aria-describedby="token-check"
          onChange={(event) => change(event.currentTarget.value)}
        />
        <TokenCheckNote
          id="token-check"
          loginMethod={loginMethod}
          check={check.data}
          isAsking={check.isAsking}
          problem={problem}
        />
        <Button type="submit" size="md" loading={connection.isPending} w="fit-content" maw="100%">
          <ConnectLabel check={check.data} />
        </Button>
      </Stack>
    </form>
  )
}

function ConnectLabel({ check }: { readonly check: CheckedToken | undefined }) {
  const words = useStrings().accounts.token
  const [first, ...more] = check?.accounts ?? []
  if (!first) return words.connect
  if (more.length > 0) return words.connectSome(more.length + 1)
  return first.alreadyConnected ? words.reconnectOne(first.username) : words.connectOne(first.username)
}

/** Asks while somebody pastes. What is said of another text than the one in the field is not shown. */
function useTokenCheck(loginMethod: LoginMethod, text: string) {
  const token = text.replaceAll(/\s+/g, '')
  const [settled] = useDebouncedValue(token, PAUSE_MS)
  const check = useQuery(tokenCheckQuery(loginMethod, settled))
  const isCurrent = settled === token && token.length >= SHORTEST_TOKEN
  return {
    data: isCurrent ? check.data : undefined,
    problem: isCurrent && !check.data ? check.error?.message : undefined,
    isAsking: token.length >= SHORTEST_TOKEN && (!isCurrent || check.isFetching) && !check.data,
  }
}
