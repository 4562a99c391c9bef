import { Button, Center, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../api-client.ts'
import { useLazyStrings } from '../strings/language.tsx'
import { CopyText } from '../kit/copy-text.tsx'
import { sized } from '../kit/looks.ts'
import { NewTabLink } from '../kit/new-tab-link.tsx'
import { Form, useRequiredText } from '../kit/form.tsx'
import { Unsaved } from '../kit/unsaved.tsx'
import { useValidateToken } from './cloud-queries.ts'
import { SecretInput, Disclosure, useDeploymentProblem } from './parts.tsx'
import { DeployChoice, R2_IN_DASHBOARD } from './deploy-choice.tsx'

/** Tokens are longer, so what is shorter is still being typed. */
const WORTH_ASKING = 30
const PAUSE_MS = 350

/** From the dashboard to a Worker that runs: a token, a look at what it may do, and the start. */
export function AutomaticSetUp() {
  const { token: words, setUpTitle, deployment } = useLazyStrings().cloud
  const token = useRequiredText()
  const [accountId, setAccountId] = useState('')
  const validation = useValidateToken()
  const check = (apiToken: string) =>
    validation.mutate({ apiToken: apiToken.trim(), ...(accountId.trim() !== '' && { accountId }) })
  const checkSoon = useDebouncedCallback(check, PAUSE_MS)
  const sentenceOf = useDeploymentProblem()
  const isCurrent = validation.variables?.apiToken === token.text.trim()
  const report = isCurrent ? validation.data : undefined
  const refused = isCurrent && validation.error && sentenceOf(validation.error)
  const asksForAccount =
    report?.needsAccountId ??
    (isCurrent && validation.error instanceof ApiError && validation.error.refusal?.code === 'OWNER_UNKNOWN')
  const problem = token.isMissing ? words.missing : refused
  const enter = (text: string) => {
    token.change(text)
    if (text.trim().length >= WORTH_ASKING) checkSoon(text)
  }
  return (
    <Stack component="ol" gap="2xl">
      <Step number={1} title={words.stepCreate}>
        <TokenSteps />
      </Step>
      <Step number={2} title={words.stepPaste}>
        <Form onSubmit={token.submit(check)}>
          <Unsaved when={token.text !== '' || accountId !== ''} />
          <SecretInput
            ref={token.field}
            size="md"
            label={words.field}
            description={words.fieldHint}
            maw="34rem"
            value={token.text}
            error={problem}
            onChange={(event) => enter(event.currentTarget.value)}
          />
          {(asksForAccount || accountId !== '') && (
            <TextInput
              label={deployment.fields.accountId}
              description={words.accountIdHint}
              maw="34rem"
              value={accountId}
              onChange={(event) => setAccountId(event.currentTarget.value)}
            />
          )}
          <Group gap="md" mih="2.25rem" c="dimmed">
            <Button type="submit" variant="default" loading={validation.isPending}>
              {words.check}
            </Button>
            <p role="status">{validation.isPending && words.checking}</p>
          </Group>
        </Form>
      </Step>
      {report && report.accounts.length > 0 && (
        <Step number={3} title={setUpTitle}>
          <DeployChoice report={report} apiToken={token.text.trim()} />
        </Step>
      )}
    </Stack>
  )
}

interface StepProps {
  readonly number: number
  readonly title: string
  readonly children: ReactNode
}

function Step({ number, title, children }: StepProps) {
  return (
    <Group component="li" wrap="nowrap" align="flex-start">
      <Center
        {...sized('2rem')}
        display={{ base: 'none', xs: 'flex' }}
        bg="var(--tint)"
        c="var(--link)"
        fw={650}
        aria-hidden="true"
      >
        {number}
      </Center>
      <Stack gap="sm" flex={1} miw={0} maw="44rem">
        <Text component="h3" fw={650} lh="2rem">
          {title}
        </Text>
        {children}
      </Stack>
    </Group>
  )
}

/** Steps for the user in the dashboard. */
function TokenSteps() {
  const { token } = useLazyStrings().cloud
  const list = PERMISSIONS.map(({ name, level }) => `Account · ${name} · ${level}`)
  return (
    <>
      <p>{token.create}</p>
      <Text fw={600}>
        <NewTabLink href={tokenFormAddress(token.tokenName)}>{token.openForm}</NewTabLink>
      </Text>
      <p>
        {token.r2} <NewTabLink href={R2_IN_DASHBOARD}>{token.r2Link}</NewTabLink>.
      </p>
      <Disclosure title={token.byYourself}>
        <p>{token.byYourselfText}</p>
        <ul data-marked>
          {PERMISSIONS.map(({ name, level }) => (
            <li key={name}>
              {name} <strong>{level}</strong>
            </li>
          ))}
        </ul>
        <CopyText label={token.copyPermissions} text={list.join(', ')} />
      </Disclosure>
    </>
  )
}

/** Permissions that a deployment needs, in the dashboard's words, all of the group Account. */
const PERMISSIONS = [
  { key: 'workers_scripts', type: 'edit', name: 'Workers Scripts', level: 'Edit' },
  { key: 'workers_kv_storage', type: 'edit', name: 'Workers KV Storage', level: 'Edit' },
  { key: 'workers_r2', type: 'edit', name: 'Workers R2 Storage', level: 'Edit' },
  { key: 'account_settings', type: 'read', name: 'Account Settings', level: 'Read' },
] as const

/** The dashboard's form for a new token with the permissions filled in. */
function tokenFormAddress(name: string): string {
  const keys = PERMISSIONS.map(({ key, type }) => ({ key, type }))
  const query = new URLSearchParams({
    permissionGroupKeys: JSON.stringify(keys),
    accountId: '*',
    zoneId: 'all',
    name,
  })
  return `https://dash.cloudflare.com/profile/api-tokens?${query}`
}
