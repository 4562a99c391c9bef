import { Button, Stack, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { ProblemNote } from '../../kit/problem-note.tsx'
import { useLazyStrings } from '../../strings/language.tsx'
import { useDeploy, type DeploymentBody, type DeployField } from '../cloud-queries.ts'
import { Disclosure } from '../disclosure.tsx'
import { SecretInput } from '../secret-input.tsx'

/** Says why a deployment stopped, asks for what it needs, and continues it. */
export function ContinueDeployment({ deployment }: { readonly deployment: DeploymentBody }) {
  const words = useLazyStrings().cloud.deployment
  const deploy = useDeploy()
  const [entered, setEntered] = useState('')
  const [token, setToken] = useState('')
  const { error, state, mode } = deployment
  const field = error?.field ?? null
  const continueDeployment = (event: FormEvent) => {
    event.preventDefault()
    deploy.mutate({
      mode: mode ?? 'deploy',
      ...(token.trim() !== '' && { apiToken: token }),
      ...(field !== null && entered.trim() !== '' && { [field]: entered }),
    })
  }
  return (
    <form onSubmit={continueDeployment} noValidate>
      <Stack gap="md">
        <ProblemNote>
          <p>
            <strong>{titleOf(state, words)}</strong>
          </p>
          <p>{problemOf(deployment, deploy.error) ?? words.interruptedText}</p>
        </ProblemNote>
        {field !== null && <AskedField field={field} value={entered} onChange={setEntered} />}
        {field !== 'apiToken' && (
          <Disclosure title={words.otherToken}>
            <AskedField field="apiToken" value={token} onChange={setToken} />
          </Disclosure>
        )}
        <Button type="submit" loading={deploy.isPending} w="fit-content">
          {words.goOn}
        </Button>
      </Stack>
    </form>
  )
}

interface AskedFieldProps {
  readonly field: DeployField
  readonly value: string
  readonly onChange: (value: string) => void
}

function AskedField({ field, value, onChange }: AskedFieldProps) {
  const label = useLazyStrings().cloud.deployment.fields[field]
  const Input = field === 'apiToken' ? SecretInput : TextInput
  return (
    <Input
      size="md"
      label={label}
      autoComplete="off"
      maw="30rem"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function titleOf(
  state: DeploymentBody['state'],
  words: { failed: string; interrupted: string; asks: string },
) {
  if (state === 'interrupted') return words.interrupted
  return state === 'needs-input' ? words.asks : words.failed
}

/** Drops the field's name in front of the sentence: it is meant for programs. */
function problemOf({ error }: DeploymentBody, refused: Error | null): string | null {
  const message = error?.message ?? refused?.message ?? null
  if (message === null) return null
  const sentence = error?.field ? message.replace(new RegExp(`^${error.field}: `), '') : message
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
