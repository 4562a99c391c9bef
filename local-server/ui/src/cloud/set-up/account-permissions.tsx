import { Text } from '@mantine/core'
import { CheckIcon, XIcon } from '@primer/octicons-react'
import { NewTabLink } from '../../kit/new-tab-link.tsx'
import { ProblemNote } from '../../kit/problem-note.tsx'
import { useFormats, useLazyStrings } from '../../strings/language.tsx'
import type { AccountReport } from '../cloud-queries.ts'
import classes from './account-permissions.module.css'
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
      <dl className={classes.facts}>
        {isOnly && (
          <div>
            <dt>{words.account}</dt>
            <dd>{name || id}</dd>
          </div>
        )}
        {workersDevName !== null && (
          <div>
            <dt>{words.address}</dt>
            <dd>
              <code>nightpost.{workersDevName}.workers.dev</code>
            </dd>
          </div>
        )}
        <div>
          <dt>{words.permissions}</dt>
          <dd>
            <ul className={classes.permissions}>
              {permissions.map((each) => (
                <li key={each.name} data-granted={each.granted}>
                  <span className={classes.icon} aria-hidden="true">
                    {each.granted ? <CheckIcon /> : <XIcon />}
                  </span>
                  <span>
                    {each.name}
                    <span className={classes.state}>{each.granted ? words.granted : words.notGranted}</span>
                  </span>
                </li>
              ))}
            </ul>
            {permissions.some((each) => !each.granted && each.name === LISTS_ACCOUNTS) && (
              <Text mt={6} c="dimmed" fz="0.9375rem">
                {words.mayList}
              </Text>
            )}
          </dd>
        </div>
      </dl>
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
        <Text mt={6} c="dimmed" fz="0.9375rem">
          {words.expires} {formats.day(new Date(expiresOn))}
          {words.expiresAfter}
        </Text>
      )}
    </>
  )
}
