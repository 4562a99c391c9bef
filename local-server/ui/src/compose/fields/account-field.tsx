import { Radio, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { PlatformAccountBody } from '../../../../../core/api/auth.ts'
import { accountsQuery } from '../../shared/account-queries.ts'
import { Avatar } from '../../shared/avatar.tsx'
import { LoadProblem } from '../../shared/problem-note.tsx'
import { SandboxBadge } from '../../shared/sandbox-badge.tsx'
import { useStrings } from '../../strings/language.tsx'
import { useForm } from '../form.tsx'
import classes from './account-field.module.css'
import { FieldNotes } from './field-notes.tsx'

export function AccountField() {
  const { compose } = useStrings()
  const { editor, isScheduled, problems } = useForm()
  const accounts = useQuery(accountsQuery)
  if (accounts.isError && !accounts.data) {
    return <LoadProblem error={accounts.error} onRetry={() => void accounts.refetch()} />
  }
  if (!accounts.data) return <Skeleton height="6rem" radius="lg" />
  if (accounts.data.length === 0) return <NoAccount />
  const mustReconnect = problems.some(({ rule }) => rule === 'accessEnded' || rule === 'noAccount')
  return (
    <div data-field="account" tabIndex={-1}>
      <Radio.Group
        label={compose.account}
        value={editor.account?.id ?? null}
        onChange={(accountId) => editor.set({ accountId })}
      >
        <div className={classes.choices}>
          {accounts.data
            .filter(({ id }) => !isScheduled || id === editor.account?.id)
            .map((choice) => (
              <AccountChoice key={choice.id} account={choice} />
            ))}
        </div>
      </Radio.Group>
      <FieldNotes of="account" />
      {mustReconnect && <Link href="/accounts">{compose.toAccounts}</Link>}
    </div>
  )
}

function NoAccount() {
  const { compose } = useStrings()
  return (
    <p data-field="account" tabIndex={-1}>
      {compose.noAccount} <Link href="/accounts">{compose.toAccounts}</Link>
    </p>
  )
}

function AccountChoice({ account }: { readonly account: PlatformAccountBody }) {
  const { compose } = useStrings()
  return (
    <Radio.Card value={account.id} className={classes.choice}>
      <Radio.Indicator />
      <Avatar account={account} />
      <span className={classes.names}>
        <span className={classes.username}>{account.username}</span>
        <span className={classes.name}>{account.isSandbox ? compose.forPractice : account.name}</span>
      </span>
      {account.isSandbox && <SandboxBadge />}
    </Radio.Card>
  )
}
