// The owner's own session. What is secret is read out of its field when it is sent, and is never kept as the variable of a
// mutation, which lives on.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { PlatformAccountBody } from '../../../../../core/api/auth.ts'
import { groups } from '../../query-keys.ts'

export interface Session {
  readonly account: PlatformAccountBody
  /** Outlives the forms: what is refused may take the form away. */
  readonly onProblem: (problem: Error | null) => void
}

export const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('outside of SessionContext')
  return session
}

/** `tells`: what is refused stands above the form. */
export function useSessionMutation<Result>(send: (accountId: string) => Promise<Result>, tells = true) {
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
