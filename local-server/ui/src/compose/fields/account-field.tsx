import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { accountsQuery } from '../../shared/queries.ts'
import { AccountSelect } from '../../shared/accounts/account-select.tsx'
import { LoadProblem } from '../../kit/problem-note.tsx'
import { useStrings } from '../../strings/language.tsx'
import { useForm } from '../form.tsx'
import { FieldNotes } from './field-notes.tsx'

/** The account that the post goes out on. */
export function AccountField() {
  const { compose } = useStrings()
  const { editor, problems } = useForm()
  const accounts = useQuery(accountsQuery)
  const mustReconnect = problems.some(({ rule }) => rule === 'accessEnded' || rule === 'noAccount')
  const choices = accounts.data
  return (
    <div data-field="account" tabIndex={-1}>
      {choices === undefined ? (
        accounts.isError ? (
          <LoadProblem error={accounts.error} onRetry={() => void accounts.refetch()} />
        ) : (
          <Skeleton height="2.5rem" radius="sm" />
        )
      ) : choices.length === 0 ? (
        <p>
          {compose.noAccount} <Link href="/settings/accounts">{compose.toAccounts}</Link>
        </p>
      ) : (
        <AccountSelect
          aria-label={compose.account}
          accounts={choices}
          value={editor.account?.id ?? null}
          onChange={(accountId) => editor.set({ accountId })}
        />
      )}
      <FieldNotes of="account" />
      {mustReconnect && <Link href="/settings/accounts">{compose.toAccounts}</Link>}
    </div>
  )
}
