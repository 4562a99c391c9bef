import { Button, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { ProblemNote } from '../../kit/problem-note.tsx'
import { useLazyStrings } from '../../strings/language.tsx'
import { useDeploy, type TokenReportBody } from '../cloud-queries.ts'
import { AccountPermissions } from './account-permissions.tsx'

interface DeployChoiceProps {
  readonly report: TokenReportBody
  readonly apiToken: string
}

/** In which account, under which name, and go. Only what can work can be begun. */
export function DeployChoice({ report, apiToken }: DeployChoiceProps) {
  const { token: words } = useLazyStrings().cloud
  const { accounts } = report
  const [chosen, setChosen] = useState<string | null>(null)
  const [name, setName] = useState('')
  const [nameMissing, setNameMissing] = useState(false)
  const deploy = useDeploy()
  const account =
    accounts.find(({ id }) => id === chosen) ?? accounts.find(({ isReady }) => isReady) ?? accounts[0]
  if (account === undefined) return null
  const needsName = account.isReady && account.workersDevName === null
  const start = (event: FormEvent) => {
    event.preventDefault()
    if (needsName && name.trim() === '') return setNameMissing(true)
    deploy.mutate({
      mode: 'deploy',
      apiToken,
      accountId: account.id,
      ...(needsName && { workersDevName: name }),
    })
  }
  return (
    <form onSubmit={start} noValidate>
      <Stack gap="lg">
        {accounts.length > 1 && (
          <Radio.Group label={words.chooseAccount} value={account.id} onChange={setChosen}>
            <Stack gap="sm" mt={6} style={{ overflowWrap: 'anywhere' }}>
              {accounts.map(({ id, name: title }) => (
                <Radio key={id} value={id} label={title || words.namelessAccount} description={id} />
              ))}
            </Stack>
          </Radio.Group>
        )}
        <AccountPermissions
          account={account}
          expiresOn={report.token.expiresOn}
          isOnly={accounts.length === 1}
        />
        {needsName && (
          <TextInput
            label={words.name}
            description={words.nameHint}
            autoComplete="off"
            spellCheck={false}
            maw="34rem"
            value={name}
            error={nameMissing && words.nameMissing}
            onChange={(event) => {
              setName(event.currentTarget.value)
              setNameMissing(false)
            }}
          />
        )}
        {account.isReady && (
          <>
            <Text c="dimmed">{words.makes}</Text>
            <Button type="submit" size="md" loading={deploy.isPending} w="fit-content">
              {words.go}
            </Button>
          </>
        )}
        {deploy.isError && (
          <ProblemNote>
            <p>{deploy.error.message}</p>
          </ProblemNote>
        )}
      </Stack>
    </form>
  )
}
