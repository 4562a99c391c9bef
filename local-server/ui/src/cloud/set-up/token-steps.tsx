import { Text } from '@mantine/core'
import { CopyText } from '../../shared/copy-text.tsx'
import { NewTabLink } from '../../shared/new-tab-link.tsx'
import { useLazyStrings } from '../../strings/language.tsx'
import { Disclosure } from '../disclosure.tsx'
import { PERMISSIONS, R2_IN_DASHBOARD, tokenFormAddress } from './token-form-address.ts'
import classes from './token-steps.module.css'

/** Steps for the user in the dashboard. */
export function TokenSteps() {
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
        <ul className={classes.permissions}>
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
