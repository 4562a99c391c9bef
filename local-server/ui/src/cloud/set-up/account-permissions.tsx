import { Box, Group, Stack, Text } from '@mantine/core'
import { CheckIcon, XIcon } from '@primer/octicons-react'
import { Fact, Facts } from '../../kit/facts.tsx'
import { SOFT } from '../../kit/looks.ts'
import { NewTabLink } from '../../kit/new-tab-link.tsx'
import { ProblemNote } from '../../kit/problem-note.tsx'
import { useFormats, useLazyStrings } from '../../strings/language.tsx'
import type { AccountReport } from '../cloud-queries.ts'
import { R2_IN_DASHBOARD } from './token-form-address.ts'

/** The deployment can do without it. */
const LISTS_ACCOUNTS = 'Account Settings: Read'

interface AccountPermissionsProps {
  readonly account: AccountReport
  readonly expiresOn: string | null
  readonly isOnly: boolean
}

export function AccountPermissions({ account, expiresOn, isOnly }: AccountPermissionsProps) {
  const { token: words } = useLazyStrings().cloud
  const formats = useFormats()
  const { name, id, permissions, r2Enabled, workersDevName } = account
  const lacking = permissions.filter((each) => !each.granted && each.name !== LISTS_ACCOUNTS)
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
          <Stack component="ul" gap={4}>
            {permissions.map((each) => (
              <Group key={each.name} component="li" gap="xs" wrap="nowrap" align="flex-start">
                <Box component="span" c={each.granted ? 'var(--green)' : 'var(--red)'} aria-hidden="true">
                  {each.granted ? <CheckIcon /> : <XIcon />}
                </Box>
                <span>
                  {each.name}
                  <Text span ml="sm" c={each.granted ? 'dimmed' : 'var(--red)'}>
                    {each.granted ? words.granted : words.notGranted}
                  </Text>
                </span>
              </Group>
            ))}
          </Stack>
          {permissions.some((each) => !each.granted && each.name === LISTS_ACCOUNTS) && (
            <Text mt={6} {...SOFT}>
              {words.mayList}
            </Text>
          )}
        </Fact>
      </Facts>
      {lacking.length > 0 && (
        <ProblemNote>
          <p>{words.lacks(formats.list(lacking.map((each) => `“${each.name}”`)))}</p>
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
        <Text mt={6} {...SOFT}>
          {words.expires} {formats.day(new Date(expiresOn))}
          {words.expiresAfter}
        </Text>
      )}
    </>
  )
}
