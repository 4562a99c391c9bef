import { Button, PasswordInput, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, type RefObject } from 'react'
import { useRequiredText } from '../../shared/required-text.ts'
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
  const token = useRequiredText(field)
  const connection = useConnectByToken()
  const check = useTokenCheck(loginMethod, token.text)
  const isAccepted = check.data !== undefined
  useEffect(() => onCheck?.(isAccepted), [isAccepted, onCheck])
  const problem = token.isMissing ? words.missing : (check.problem ?? connection.error?.message)
  const connect = (accessToken: string) =>
    connection.mutate(
      { loginMethod, accessToken },
      {
        onSuccess: ({ accounts }) => {
          token.change('')
          onConnected(accounts.map(({ username }) => username))
        },
      },
    )
  return (
    <form onSubmit={token.submit(connect)} noValidate>
      <Stack gap="sm">
        <PasswordInput
          ref={token.field}
          size="md"
          label={words.label}
          autoComplete="off"
          spellCheck={false}
          value={token.text}
          error={problem !== undefined}
          aria-describedby="token-check"
          onChange={(event) => {
            token.change(event.currentTarget.value)
            connection.reset()
          }}
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
