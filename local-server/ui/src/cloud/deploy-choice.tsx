import { Button, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CheckIcon, XIcon } from '@primer/octicons-react'
import { ProblemNote, Sign } from '../kit/problem-note.tsx'
import { useFormats, useLazyStrings, useStrings } from '../strings/language.tsx'
import { Fact, Facts } from '../kit/facts.tsx'
import { SOFT } from '../kit/looks.ts'
import { NewTabLink } from '../kit/new-tab-link.tsx'
import { Form, useRequiredText } from '../kit/form.tsx'
import { type AccountReport, type TokenReportBody, useDeploy } from './cloud-queries.ts'
import { DeploymentProblem } from './parts.tsx'

export const R2_IN_DASHBOARD = 'https://dash.cloudflare.com/?to=/:account/r2/overview'

interface DeployChoiceProps {
  readonly report: TokenReportBody
  readonly apiToken: string
}

/** Account, name and start of a deployment. Only one that can work can be started. */
export function DeployChoice({ report, apiToken }: DeployChoiceProps) {
  const { token: words, setUpTitle, deployment } = useLazyStrings().cloud
  const { accounts } = report
  const [chosen, setChosen] = useState<string | null>(null)
  const name = useRequiredText()
  const deploy = useDeploy()
  const account =
    accounts.find(({ id }) => id === chosen) ?? accounts.find(({ isReady }) => isReady) ?? accounts[0]
  if (account === undefined) return null
  const needsName = account.isReady && account.workersDevName === null
  const chosenPlace = { mode: 'deploy', apiToken, accountId: account.id } as const
  const start = needsName
    ? name.submit((workersDevName) => deploy.mutate({ ...chosenPlace, workersDevName }))
    : () => deploy.mutate(chosenPlace)
  return (
    <Form gap="lg" onSubmit={start}>
      {accounts.length > 1 && (
        <Radio.Group label={words.chooseAccount} value={account.id} onChange={setChosen}>
          <Stack gap="sm" mt="3xs" style={{ overflowWrap: 'anywhere' }}>
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
          ref={name.field}
          label={deployment.fields.workersDevName}
          description={words.nameHint}
          spellCheck={false}
          maw="34rem"
          value={name.text}
          error={name.isMissing && words.nameMissing}
          onChange={(event) => name.change(event.currentTarget.value)}
        />
      )}
      {account.isReady && (
        <>
          <Text c="dimmed">{words.makes}</Text>
          <Button type="submit" size="md" loading={deploy.isPending} w="fit-content">
            {setUpTitle}
          </Button>
        </>
      )}
      <DeploymentProblem error={deploy.error} />
    </Form>
  )
}

/** The deployment can do without it. */
const LISTS_ACCOUNTS = 'Account Settings: Read'

interface AccountPermissionsProps {
  readonly account: AccountReport
  readonly expiresOn: string | null
  readonly isOnly: boolean
}

function AccountPermissions({ account, expiresOn, isOnly }: AccountPermissionsProps) {
  const { token: words } = useLazyStrings().cloud
  const { posts } = useStrings()
  const formats = useFormats()
  const { name, id, permissions, r2Enabled, workersDevName } = account
  const missing = permissions.filter(({ granted }) => !granted)
  const lacking = missing.filter((each) => each.name !== LISTS_ACCOUNTS)
  return (
    <>
      <Facts>
        {isOnly && <Fact name={words.account}>{name || id}</Fact>}
        {workersDevName !== null && (
          <Fact name={words.address}>
            <code>nightpost.{workersDevName}.workers.dev</code>
          </Fact>
        )}
        <Fact name={words.permissions}>
          <Stack component="ul" gap="4xs">
            {permissions.map((each) => (
              <li key={each.name}>
                <Sign
                  Icon={each.granted ? CheckIcon : XIcon}
                  tone={each.granted ? 'var(--green)' : 'var(--red)'}
                  mt={0}
                >
                  {each.name}
                  <Text span ml="sm" c={each.granted ? 'dimmed' : 'var(--red)'}>
                    {each.granted ? words.granted : words.notGranted}
                  </Text>
                </Sign>
              </li>
            ))}
          </Stack>
          {missing.length > lacking.length && (
            <Text mt="3xs" {...SOFT}>
              {words.mayList}
            </Text>
          )}
        </Fact>
      </Facts>
      {lacking.length > 0 && (
        <ProblemNote>
          <p>{words.lacks(formats.list(lacking.map((each) => posts.nameOf(each.name))))}</p>
        </ProblemNote>
      )}
      {r2Enabled === false && (
        <ProblemNote>
          <p>{words.r2Off}</p>
          <p>
            <NewTabLink href={R2_IN_DASHBOARD}>{words.r2Link}</NewTabLink>
          </p>
        </ProblemNote>
      )}
      {expiresOn !== null && (
        <Text mt="3xs" {...SOFT}>
          {words.expires} {formats.date(new Date(expiresOn))}
          {words.expiresAfter}
        </Text>
      )}
    </>
  )
}
