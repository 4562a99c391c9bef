import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { accountsQuery } from '../shared/account-queries.ts'
import classes from './account-mark.module.css'

const HUES = 5

/** The first letter of the account on a colour of its own. Nothing while there is only one account. */
export function AccountMark({ accountId }: { readonly accountId: string }) {
  const accounts = useQuery(accountsQuery).data ?? []
  const at = accounts.findIndex(({ id }) => id === accountId)
  const account = accounts[at]
  if (accounts.length < 2 || !account) return null
  return (
    <span className={classes.mark} data-hue={at % HUES} title={account.username}>
      <span aria-hidden="true">{account.username.charAt(0).toUpperCase()}</span>
      <VisuallyHidden component="span">{account.username}</VisuallyHidden>
    </span>
  )
}
