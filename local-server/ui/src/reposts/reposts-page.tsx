import { Button, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearch } from 'wouter'
import { accountsQuery } from '../shared/account-queries.ts'
import { AccountSelect } from '../shared/account-select.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { PageTitle } from '../kit/page-title.tsx'
import { LoadProblem } from '../kit/problem-note.tsx'
import { useLazyStrings, useStrings } from '../strings/language.tsx'
import { AccountReposts } from './account-reposts.tsx'

export function RepostsPage() {
  const { app } = useStrings()
  const { reposts } = useLazyStrings()
  return (
    <>
      <PageTitle title={app.reposts}>{reposts.lead}</PageTitle>
      <Accounts />
    </>
  )
}

function Accounts() {
  const { reposts } = useLazyStrings()
  const accounts = useQuery(accountsQuery)
  const [chosen, setChosen] = useState(new URLSearchParams(useSearch()).get('account'))
  if (accounts.isPending) return <Skeleton height={240} radius="lg" />
  if (accounts.isError && !accounts.data)
    return <LoadProblem error={accounts.error} onRetry={() => void accounts.refetch()} />
  const account = accounts.data.find(({ id }) => id === chosen) ?? accounts.data[0]
  if (!account)
    return (
      <EmptyState title={reposts.noAccount} text={reposts.noAccountText}>
        <Button component={Link} href="/accounts">
          {reposts.connect}
        </Button>
      </EmptyState>
    )
  return (
    <Stack gap="clamp(1.5rem, 4vw, 2.5rem)">
      {accounts.data.length > 1 && (
        <AccountSelect
          size="md"
          maw="20rem"
          label={reposts.account}
          accounts={accounts.data}
          value={account.id}
          onChange={setChosen}
        />
      )}
      <AccountReposts key={account.id} account={account} />
    </Stack>
  )
}
