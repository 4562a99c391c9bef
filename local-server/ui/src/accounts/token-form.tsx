import { Box, Button, Group, Loader, PasswordInput, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect } from 'react'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import type { LoginMethod } from '../../../../core/ports/platform/login.ts'
import { permissionsFor, purposesWithout } from '../../../../core/rules/accounts/permissions.ts'
import { useFormats, useLazyStrings } from '../strings/language.tsx'
import { type CheckedToken, SHORTEST_TOKEN, tokenCheckQuery, useConnectByToken } from './account-queries.ts'
import { optionalWithout } from './login-address.ts'
import { useLoginProblem } from './login.tsx'
import { Avatar } from '../kit/avatar.tsx'
import { Form, useRequiredText } from '../kit/form.tsx'
import { SMALL } from '../kit/looks.ts'
import { Unsaved } from '../kit/unsaved.tsx'
import { accountsQuery } from '../shared/queries.ts'

interface TokenFormProps {
  readonly loginMethod: LoginMethod
  readonly field?: RefObject<HTMLInputElement | null>
  readonly onConnected: (usernames: readonly string[]) => void
  /** Called with true when the platform knows the token in the field. */
  readonly onCheck?: (isAccepted: boolean) => void
}

/** Long enough for a paste in two pieces, short enough to feel at once. */
const PAUSE_MS = 400

/** A field for a token, its owner once that is known, and the button that stores it. */
export function TokenForm({ loginMethod, field, onConnected, onCheck }: TokenFormProps) {
  const words = useLazyStrings().accounts.token
  const token = useRequiredText(field)
  const connection = useConnectByToken()
  const check = useTokenCheck(loginMethod, token.text)
  const isAccepted = check.data !== undefined
  useEffect(() => onCheck?.(isAccepted), [isAccepted, onCheck])
  const sentenceOf = useLoginProblem()
  const refused = check.problem ?? refusalOfKind(loginMethod, connection)
  const problem = token.isMissing ? words.missing : refused ? sentenceOf(refused) : undefined
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
    <Form gap="sm" onSubmit={token.submit(connect)}>
      <Unsaved when={token.text !== ''} />
      <PasswordInput
        ref={token.field}
        size="md"
        label={words.label}
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
        loginMethod={loginMethod}
        check={check.data}
        isAsking={check.isAsking}
        problem={problem}
      />
      <Button type="submit" size="md" loading={connection.isPending} w="fit-content" maw="100%">
        <ConnectLabel check={check.data} />
      </Button>
    </Form>
  )
}

interface Connection {
  readonly error: Error | null
  /** What was sent last. */
  readonly variables: { readonly loginMethod: LoginMethod } | undefined
}

/** Why the token could not be connected, unless it was sent as one of the other kind. */
export function refusalOfKind(loginMethod: LoginMethod, { error, variables }: Connection): Error | null {
  return variables?.loginMethod === loginMethod ? error : null
}

function ConnectLabel({ check }: { readonly check: CheckedToken | undefined }) {
  const words = useLazyStrings().accounts.token
  const [first, ...more] = check?.accounts ?? []
  if (!first) return words.connect
  if (more.length > 0) return words.connectSome(more.length + 1)
  return first.alreadyConnected ? words.reconnectOne(first.username) : words.connectOne(first.username)
}

/** Checks the token while somebody pastes. An answer about an earlier text is not shown. */
function useTokenCheck(loginMethod: LoginMethod, text: string) {
  const token = text.replaceAll(/\s+/g, '')
  const [settled] = useDebouncedValue(token, PAUSE_MS)
  const check = useQuery(tokenCheckQuery(loginMethod, settled))
  const isCurrent = settled === token && token.length >= SHORTEST_TOKEN
  return {
    data: isCurrent ? check.data : undefined,
    problem: isCurrent && !check.data ? check.error : null,
    isAsking: token.length >= SHORTEST_TOKEN && (!isCurrent || check.isFetching) && !check.data,
  }
}

interface TokenCheckNoteProps {
  readonly loginMethod: LoginMethod
  readonly check: CheckedToken | undefined
  readonly isAsking: boolean
  readonly problem: string | undefined
}

/** Shows what the platform knows of the token in the field. Announced as it changes. */
function TokenCheckNote({ loginMethod, check, isAsking, problem }: TokenCheckNoteProps) {
  const { token, setup } = useLazyStrings().accounts
  const service = setup.services[loginMethod]
  const look =
    problem === undefined
      ? { bg: 'var(--ground)', c: check ? 'var(--ink)' : 'dimmed' }
      : { bg: 'var(--red-ground)', c: 'var(--red)' }
  return (
    // Room for an answer, so that the button stays where it is.
    <Stack
      id="token-check"
      role="status"
      gap="4xs"
      justify="center"
      mih="5.25rem"
      px="md"
      py="sm"
      bdrs="md"
      fz="0.9375rem"
      {...look}
    >
      {problem !== undefined ? (
        <p>{problem}</p>
      ) : check ? (
        <Known check={check} loginMethod={loginMethod} />
      ) : isAsking ? (
        <Group component="p" gap="xs" wrap="nowrap">
          <Loader size="xs" aria-hidden="true" /> {token.asking(service)}
        </Group>
      ) : (
        <p>{token.idle(service)}</p>
      )}
    </Stack>
  )
}

interface KnownProps {
  readonly check: CheckedToken
  readonly loginMethod: LoginMethod
}

/** A token that ends within a day is one of the short ones. */
const SHORT_MS = 24 * 3_600_000

type Connected = Pick<PlatformAccountBody, 'username' | 'loginMethod'>

/** The names of accounts that a token of Instagram’s takes from Facebook’s login, which can more. */
export function leavingFacebook(
  loginMethod: LoginMethod,
  found: readonly Pick<CheckedToken['accounts'][number], 'username' | 'alreadyConnected'>[],
  connected: readonly Connected[],
): string[] {
  if (loginMethod === 'partner') return []
  const byFacebook = new Set(connected.flatMap((one) => (one.loginMethod === 'partner' ? one.username : [])))
  return found.flatMap(({ username, alreadyConnected }) =>
    alreadyConnected && byFacebook.has(username) ? username : [],
  )
}

function Known({ check, loginMethod }: KnownProps) {
  const { token, purposes } = useLazyStrings().accounts
  const formats = useFormats()
  const { accounts, expiresAt, scopes, missingScopes } = check
  const until = expiresAt === null ? null : new Date(expiresAt)
  const cannot = purposesWithout(loginMethod, missingScopes).map((purpose) => purposes[purpose])
  const isShort = until !== null && until.getTime() - Date.now() < SHORT_MS
  const leaving = leavingFacebook(loginMethod, accounts, useQuery(accountsQuery).data ?? [])
  return (
    <>
      <p>{token.belongsTo(accounts.length)}</p>
      <Stack component="ul" gap="2xs" my="4xs">
        {accounts.map((account) => (
          <Group key={account.username} component="li" gap="sm" wrap="nowrap">
            <Avatar account={account} />
            <Box miw={0}>
              <strong>{account.username}</strong>
              <SmallFacts account={account} />
            </Box>
          </Group>
        ))}
      </Stack>
      <p>
        {until === null
          ? token.endless
          : loginMethod === 'platform'
            ? token.untilRenewed(formats.date(until))
            : token.until(isShort ? formats.dayAndTime(until) : formats.date(until))}{' '}
        {isShort && loginMethod === 'partner' && token.short}
      </p>
      {leaving.length > 0 && <p>{token.leavesFacebook(formats.list(leaving))}</p>}
      {missingScopes.length > 0 ? (
        <p>{token.missingScopes(missingScopes.join(', '), formats.list(cannot))}</p>
      ) : (
        scopes !== null && <AllNeeded loginMethod={loginMethod} scopes={scopes} />
      )}
    </>
  )
}

interface AllNeededProps {
  readonly loginMethod: LoginMethod
  readonly scopes: readonly string[]
}

/** A token that was made without them is pasted again before anybody misses them. */
function AllNeeded({ loginMethod, scopes }: AllNeededProps) {
  const { token } = useLazyStrings().accounts
  const formats = useFormats()
  const lacking = optionalWithout(loginMethod, scopes)
  if (lacking.length === 0) return <p>{token.allScopes}</p>
  const permissions = lacking.flatMap((purpose) => permissionsFor(loginMethod, purpose))
  const what = lacking.map((purpose) => token.optional[purpose])
  return <p>{token.neededScopes(formats.list(what), permissions.join(', '))}</p>
}

function SmallFacts({ account }: { readonly account: CheckedToken['accounts'][number] }) {
  const { token } = useLazyStrings().accounts
  const facts = [
    account.name,
    account.accountType === 'BUSINESS' ? token.business : null,
    account.accountType === 'CREATOR' ? token.creator : null,
    account.partnerPageName === null ? null : token.withPage(account.partnerPageName),
    account.alreadyConnected ? token.alreadyConnected : null,
  ].filter((fact) => fact !== null && fact !== '')
  return <Text {...SMALL}>{facts.join(' · ')}</Text>
}
