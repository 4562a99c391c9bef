import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { takeLaunchToken } from './launch-token.ts'
import { redeemQuery, sessionQuery } from './session-queries.ts'
import { SignInPage } from './sign-in-page.tsx'

interface SignInGateProps {
  readonly launchToken: string | null
  readonly children: ReactNode
}

/** Shows the page to whoever is signed in, and to everybody else how to get in. */
export function SignInGate({ launchToken, children }: SignInGateProps) {
  const token = useLatestToken(launchToken)
  const redeemed = useQuery(redeemQuery(token))
  const mayAsk = token === null || !redeemed.isPending
  const session = useQuery({ ...sessionQuery(token), enabled: mayAsk, placeholderData: keepPreviousData })

  if (session.data?.authenticated) return children
  if (!mayAsk || session.isLoading) return null
  return <SignInPage notice={redeemed.data ?? null} />
}

/** A fresh link pasted into this tab changes only the fragment, which loads nothing by itself. */
function useLatestToken(first: string | null): string | null {
  const [token, setToken] = useState(first)
  useEffect(() => {
    const take = () => setToken((current) => takeLaunchToken() ?? current)
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])
  return token
}
