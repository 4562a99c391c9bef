import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import { accountsQuery } from '../shared/account-queries.ts'
import { ConfirmDialog } from '../shared/confirm-dialog.tsx'
import { EmptyState } from '../shared/empty-state.tsx'
import { notify } from '../shared/notices.ts'
import { LoadProblem } from '../shared/problem-note.tsx'
import classes from './account-list.module.css'
import { useDisconnect } from './account-queries.ts'
import { AccountRow } from './account-row.tsx'

export function AccountList() {
  const accounts = useQuery(accountsQuery)
  const heading = useRef<HTMLHeadingElement>(null)
  const [leaving, setLeaving] = useState<PlatformAccountBody | null>(null)
  const disconnection = useDisconnect()
  if (accounts.isPending) return <Skeleton height={96} mt="xl" radius="lg" />
  if (accounts.isError && !accounts.data)
    return <LoadProblem error={accounts.error} onRetry={() => void accounts.refetch()} />
  return (
    <section className={classes.section} aria-labelledby="your-accounts">
      <h2 id="your-accounts" ref={heading} tabIndex={-1} className={classes.heading}>
        Connected accounts
      </h2>
      {accounts.data.length === 0 ? (
        <EmptyState title="No account yet" text="Connect one below; then Nightpost can publish for it." />
      ) : (
        <ul className={classes.list}>
          {accounts.data.map((account) => (
            <AccountRow key={account.id} account={account} onDisconnect={() => setLeaving(account)} />
          ))}
        </ul>
      )}
      <ConfirmDialog
        subject={leaving}
        title={({ username }) => `Disconnect ${username}?`}
        keep="Keep it"
        act="Disconnect"
        mutation={disconnection}
        argument={({ id }) => id}
        onDone={({ username }) => notify(`${username} is disconnected.`)}
        onClose={() => setLeaving(null)}
        onGone={() => heading.current?.focus()}
      >
        <p>
          Its access is deleted from this computer, and posts that still wait for it will not go out. What is
          published stays on Instagram and in your history.
        </p>
        {leaving?.isSandbox && <p>To bring it back, paste the sandbox’s token, which its README tells.</p>}
      </ConfirmDialog>
    </section>
  )
}
