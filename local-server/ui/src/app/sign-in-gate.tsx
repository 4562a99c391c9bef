import { Box, Code, Stack, Text } from '@mantine/core'
import { useDocumentTitle, useWindowEvent } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { Moon } from './header.tsx'
import { spokenStrings, useStrings } from '../strings/language.tsx'
import { AMBER_NOTE } from '../kit/looks.ts'
import { api, ApiError, parseResponse } from '../api-client.ts'
import { keyedQuery, keys } from '../query-keys.ts'
import { useStartCommand } from '../shared/queries.ts'

interface SignInGateProps {
  readonly launchToken: string | null
  readonly children: ReactNode
}

/** Shows the page when the browser is signed in, else how to sign in. */
export function SignInGate({ launchToken, children }: SignInGateProps) {
  const token = useLatestToken(launchToken)
  const redeemed = useQuery(redeemQuery(token))
  const mayAsk = token === null || !redeemed.isPending
  const session = useQuery({ ...sessionQuery(token), enabled: mayAsk, placeholderData: keepPreviousData })

  const isSignedIn = session.data?.authenticated === true
  // The whole page appears at once. Drawn right with the answer, it would block the browser.
  const isDrawn = useDeferredValue(isSignedIn, false)

  if (isSignedIn) return isDrawn && children
  if (!mayAsk || session.isLoading) return null
  return <SignInPage notice={redeemed.data ?? null} />
}

/** A fresh link pasted into this tab changes only the fragment, which loads nothing. */
function useLatestToken(first: string | null): string | null {
  const [token, setToken] = useState(first)
  useWindowEvent('hashchange', () => setToken((current) => takeLaunchToken() ?? current))
  return token
}

/** `notice` says why the link that was just opened did not work. */
function SignInPage({ notice }: { readonly notice: string | null }) {
  const { signIn } = useStrings()
  const startCommand = useStartCommand()
  useDocumentTitle(`${signIn.tab} – Nightpost`)
  return (
    <Stack
      component="main"
      align="flex-start"
      maw="30rem"
      mx="auto"
      px="xl"
      py="clamp(4rem, 18vh, 11rem)"
      c="dimmed"
    >
      <Moon size={44} />
      <Box component="h1" mt="2xs" c="var(--ink)">
        {signIn.title}
      </Box>
      {notice !== null && (
        <Text role="alert" {...AMBER_NOTE}>
          {notice}
        </Text>
      )}
      <p>
        {signIn.noPassword} <Code>{window.location.origin}/#t=</Code> {signIn.signsIn}
      </p>
      <p>
        {signIn.linkGone} <Code>{startCommand}</Code> {signIn.again}
      </p>
      <p>{signIn.onPhone}</p>
      <p>{signIn.textKept}</p>
      <a href="/help/trouble">{signIn.help}</a>
    </Stack>
  )
}

/** Spends the token of a link. The answer is null, or the sentence that says why the link does not work. */
function redeemQuery(token: string | null) {
  return keyedQuery(keys.redeemed(token), {
    queryFn: () => redeemLaunchToken(token ?? ''),
    enabled: token !== null,
    // Never asked again: a token that is sent twice is refused.
    staleTime: 'static',
    gcTime: Number.POSITIVE_INFINITY,
  })
}

/** Asks whether this browser is signed in. Only this decides it: a 401 elsewhere just makes us ask again. */
function sessionQuery(token: string | null) {
  return keyedQuery(keys.session(token), {
    queryFn: () => parseResponse(api.auth.check.$get()),
    // Another tab may have signed in since; a 401 shows when somebody was signed out.
    staleTime: ({ state }) => (state.data?.authenticated === true ? 60_000 : 0),
  })
}

async function redeemLaunchToken(token: string): Promise<string | null> {
  const headers = { 'Content-Type': 'application/json' }
  try {
    await parseResponse(
      fetch('/api/auth/session', { method: 'POST', headers, body: JSON.stringify({ t: token }) }),
    )
    return null
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.status === 401 ? spokenStrings().signIn.linkSpent : error.message
  }
}

/** Takes the one-time token out of the address (`#t=…`), so that neither history nor a bookmark keeps it. */
export function takeLaunchToken(): string | null {
  const token = /^#t=(.+)$/.exec(window.location.hash)?.[1]
  if (token === undefined) return null
  window.history.replaceState(null, '', window.location.pathname)
  return token
}
