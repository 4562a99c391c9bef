import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { accountsQuery } from '../shared/account-queries.ts'
import { ProblemNote } from '../shared/problem-note.tsx'
import { outcomeQuery } from './account-queries.ts'
import { connectedSentence } from './connected-sentence.ts'
import { SuccessNote } from './success-note.tsx'

/** What to say after the platform's page has sent the browser back here. The address names it; the server tells it. */
export function LoginOutcome() {
  const [name] = useState(outcomeInAddress)
  const client = useQueryClient()
  const outcome = useQuery(outcomeQuery(name))
  useEffect(() => {
    if (name === null) return
    // A reload should not say it again.
    window.history.replaceState(null, '', `${window.location.pathname}${window.location.hash}`)
    void client.invalidateQueries({ queryKey: accountsQuery.queryKey })
  }, [name, client])
  if (name === null || outcome.isPending) return null
  if (!outcome.data)
    return <ProblemNote>The login has ended, and nobody knows how. Look at the list.</ProblemNote>
  const { connected, problem } = outcome.data
  if (problem) return <ProblemNote>{problem.message}</ProblemNote>
  return <SuccessNote>{connectedSentence(connected)}</SuccessNote>
}

function outcomeInAddress(): string | null {
  const query = new URLSearchParams(window.location.search)
  return query.get('connected') ?? query.get('problem')
}
