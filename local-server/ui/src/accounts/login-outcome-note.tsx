import { Box, Group } from '@mantine/core'
import { CheckCircleIcon } from '@primer/octicons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { CARD } from '../kit/looks.ts'
import { ProblemNote } from '../kit/problem-note.tsx'
import { problemSentence } from '../shared/problem-sentence.ts'
import { useFormats, useLazyStrings, useStrings } from '../strings/language.tsx'
import { outcomeQuery, refetchAccounts } from './account-queries.ts'

/** Outcome of the login from which the browser has just returned; undefined when there was none. */
export function useLoginOutcome() {
  const [name] = useState(outcomeInAddress)
  const client = useQueryClient()
  useEffect(() => {
    if (name === null) return
    // A reload should not say it again.
    window.history.replaceState(null, '', window.location.pathname)
    void refetchAccounts(client)
  }, [name, client])
  const outcome = useQuery(outcomeQuery(name))
  if (name === null || outcome.isPending) return undefined
  return outcome.data ?? 'lost'
}

/** Reports the login from which the browser has returned. The address names the outcome; the server knows it. */
export function LoginOutcomeNote() {
  return <OutcomeNote outcome={useLoginOutcome()} />
}

export function OutcomeNote({ outcome }: { readonly outcome: ReturnType<typeof useLoginOutcome> }) {
  const { accounts } = useLazyStrings()
  const formats = useFormats()
  const sentenceOf = useLoginProblem()
  if (outcome === undefined) return null
  if (outcome === 'lost') return <ProblemNote>{accounts.outcomeLost}</ProblemNote>
  const { connected, problem } = outcome
  if (problem) return <ProblemNote>{sentenceOf(problem)}</ProblemNote>
  return (
    <Group
      role="status"
      gap="sm"
      align="flex-start"
      wrap="nowrap"
      {...CARD}
      px="md"
      py="sm"
      bdrs="md"
      style={{ overflowWrap: 'anywhere' }}
    >
      <Box component="span" flex="none" mt="5xs" c="var(--green)">
        <CheckCircleIcon />
      </Box>
      <p>{accounts.areConnected(formats.list(connected), connected.length)}</p>
    </Group>
  )
}

/** Says why an account was not connected. */
export function useLoginProblem() {
  const strings = useStrings()
  const { loginRefusals } = useLazyStrings()
  return (problem: Parameters<typeof problemSentence>[0]) => problemSentence(problem, loginRefusals, strings)
}

function outcomeInAddress(): string | null {
  const query = new URLSearchParams(window.location.search)
  return query.get('connected') ?? query.get('problem')
}
