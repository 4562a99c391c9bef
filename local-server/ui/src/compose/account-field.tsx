import { Radio } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import { accountsQuery } from '../shared/account-queries.ts'
import { LoadProblem } from '../shared/problem-note.tsx'
import { SandboxBadge } from '../shared/sandbox-badge.tsx'
import classes from './account-field.module.css'
import { Avatar } from '../shared/avatar.tsx'

interface AccountFieldProps {
  readonly account: PlatformAccountBody | undefined
  readonly onChange: (id: string) => void
}

export function AccountField({ account, onChange }: AccountFieldProps) {
  const accounts = useQuery(accountsQuery)
  if (accounts.isError && !accounts.data) {
    return <LoadProblem error={accounts.error} onRetry={() => void accounts.refetch()} />
  }
  if (!accounts.data) return null
  if (accounts.data.length === 0)
    return <p>No account is connected, so there is nowhere to publish to yet.</p>
  return (
    <Radio.Group label="Account" value={account?.id ?? null} onChange={onChange}>
      <div className={classes.choices}>
        {accounts.data.map((choice) => (
          <AccountChoice key={choice.id} account={choice} />
        ))}
      </div>
    </Radio.Group>
  )
}

function AccountChoice({ account }: { readonly account: PlatformAccountBody }) {
  return (
    <Radio.Card value={account.id} className={classes.choice}>
      <Radio.Indicator />
      <Avatar account={account} />
      <span className={classes.names}>
        <span className={classes.username}>{account.username}</span>
        <span className={classes.name}>
          {account.isSandbox ? 'For practice: posts stay on this machine' : account.name}
        </span>
      </span>
      {account.isSandbox && <SandboxBadge />}
    </Radio.Card>
  )
}
