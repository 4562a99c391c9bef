import { CheckCircleIcon } from '@primer/octicons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { CARD } from '../kit/looks.ts'
import { ProblemNote, Sign } from '../kit/problem-note.tsx'
import { problemSentence } from '../shared/problem-sentence.ts'
import { useFormats, useLazyStrings, useStrings } from '../strings/language.tsx'
import { outcomeQuery, refetchAccounts, isWhole, useApp } from './account-queries.ts'
import { loginAddress, OPTIONAL } from './login-address.ts'
import { Button, Checkbox, Text } from '@mantine/core'
import type { LoginMethod, OptionalPurpose } from '../../../../core/ports/platform/login.ts'

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
    <Sign role="status" Icon={CheckCircleIcon} tone="var(--green)" mt={0} {...CARD} px="md" py="sm" bdrs="md">
      {accounts.areConnected(formats.list(connected), connected.length)}
    </Sign>
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

interface LoginButtonProps {
  readonly method: LoginMethod
  /** Page to which the browser returns. */
  readonly from: 'accounts' | 'guide'
  /** What it asks for beside what every account needs. */
  readonly also: readonly OptionalPurpose[]
}

/** A link, because it leads to a page of the platform's. */
export function LoginButton({ method, from, also }: LoginButtonProps) {
  const { login } = useLazyStrings().accounts
  const app = useApp(method)
  if (isWhole(app))
    return (
      <Button
        component="a"
        href={loginAddress(method, also, from)}
        variant={from === 'guide' ? 'filled' : 'default'}
      >
        {login[method]}
      </Button>
    )
  const reason = `no-${method}`
  return (
    <div>
      <Button variant="default" disabled aria-describedby={reason}>
        {login[method]}
      </Button>
      <Text id={reason} mt="3xs" fz="sm">
        {app && (app.appId ? login.noSecret : login.noId)}
      </Text>
    </div>
  )
}

interface OptionalPermissionsProps {
  readonly chosen: readonly OptionalPurpose[]
  readonly onChange: (chosen: readonly OptionalPurpose[]) => void
}

/** Off until somebody wants them: a permission that nobody uses should not be asked for. */
export function OptionalPermissions({ chosen, onChange }: OptionalPermissionsProps) {
  const { login } = useLazyStrings().accounts
  return OPTIONAL.map((purpose) => (
    <Checkbox
      key={purpose}
      label={login.also[purpose]}
      description={login.alsoHints[purpose]}
      checked={chosen.includes(purpose)}
      onChange={({ currentTarget: { checked } }) =>
        onChange(checked ? [...chosen, purpose] : chosen.filter((one) => one !== purpose))
      }
    />
  ))
}
