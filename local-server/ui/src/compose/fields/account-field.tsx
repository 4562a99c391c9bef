import { Group, Radio, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { PlatformAccountBody } from '../../../../../core/api/auth.ts'
import { accountsQuery } from '../../shared/queries.ts'
import { A_FEW_ACCOUNTS, AccountSelect } from '../../shared/account-select.tsx'
import { Avatar } from '../../kit/avatar.tsx'
import { SMALL } from '../../kit/looks.ts'
import { LoadProblem } from '../../kit/problem-note.tsx'
import { SandboxBadge } from '../../kit/sandbox-badge.tsx'
import { useStrings } from '../../strings/language.tsx'
import { useForm } from '../form.tsx'
import { FieldNotes } from './field-notes.tsx'

export function AccountField() {
  const { compose } = useStrings()
  const { editor, isScheduled, problems } = useForm()
  const accounts = useQuery(accountsQuery)
  if (accounts.isError && !accounts.data) {
    return (
      <div data-field="account" tabIndex={-1}>
        <LoadProblem error={accounts.error} onRetry={() => void accounts.refetch()} />
      </div>
    )
  }
  if (!accounts.data) return <Skeleton height="6rem" radius="lg" />
  if (accounts.data.length === 0)
    return (
      <p data-field="account" tabIndex={-1}>
        {compose.noAccount} <Link href="/settings/accounts">{compose.toAccounts}</Link>
      </p>
    )
  const choices = accounts.data.filter(({ id }) => !isScheduled || id === editor.account?.id)
  const field = {
    label: compose.account,
    value: editor.account?.id ?? null,
    onChange: (accountId: string) => editor.set({ accountId }),
  }
  const mustReconnect = problems.some(({ rule }) => rule === 'accessEnded' || rule === 'noAccount')
  return (
    <div data-field="account" tabIndex={-1}>
      {choices.length > A_FEW_ACCOUNTS ? (
        <AccountSelect size="md" accounts={choices} {...field} />
      ) : (
        <Radio.Group {...field}>
          <Stack gap="2xs" mt="5xs">
            {choices.map((choice) => (
              <AccountChoice key={choice.id} account={choice} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <FieldNotes of="account" />
      {mustReconnect && <Link href="/settings/accounts">{compose.toAccounts}</Link>}
    </div>
  )
}

function AccountChoice({ account }: { readonly account: PlatformAccountBody }) {
  const { compose } = useStrings()
  return (
    <Radio.Card value={account.id} px="md" py="sm">
      <Group gap="sm" wrap="nowrap">
        <Radio.Indicator />
        <Avatar account={account} />
        <Stack component="span" gap={0} flex={1} miw={0}>
          <Text span fw={600} lh={1.35}>
            {account.username}
          </Text>
          <Text span {...SMALL} lh={1.35}>
            {account.isSandbox ? compose.forPractice : account.name}
          </Text>
        </Stack>
        {account.isSandbox && <SandboxBadge />}
      </Group>
    </Radio.Card>
  )
}
