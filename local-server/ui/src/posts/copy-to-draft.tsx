import { Button, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PostBody } from '../../../../core/api/posts.ts'
import { draftBodyOf } from '../../../../core/posts/bodies/draft-body.ts'
import { accountsQuery } from '../shared/queries.ts'
import { A_FEW_ACCOUNTS, AccountSelect } from '../shared/account-select.tsx'
import { notifyOfProblem } from '../shared/notifications.ts'
import { usePostSheet } from '../shared/post-sheet-address.ts'
import { useStrings } from '../strings/language.tsx'
import { useCreateDraft } from './post-mutations.ts'

interface CopyToDraftProps {
  readonly post: PostBody
  readonly isFirst?: boolean
}

/** Goes on in the form with the copy. When the account is gone, another one has to be chosen. */
export function CopyToDraft({ post, isFirst = false }: CopyToDraftProps) {
  const { page, next } = useStrings().posts
  const sheet = usePostSheet()
  const create = useCreateDraft()
  const accounts = useQuery(accountsQuery).data ?? []
  const copyFor = (accountId: string) =>
    create.mutate(draftBodyOf(post, accountId), {
      onSuccess: ({ id }) => sheet.open(id),
      onError: notifyOfProblem,
    })
  const variant = isFirst ? 'filled' : 'default'
  if (accounts.some(({ id }) => id === post.platformAccountId)) {
    return (
      <Button variant={variant} loading={create.isPending} onClick={() => copyFor(post.platformAccountId)}>
        {page.copy}
      </Button>
    )
  }
  if (accounts.length === 0) return null
  if (accounts.length > A_FEW_ACCOUNTS)
    return (
      <AccountSelect aria-label={next.chooseAccount} accounts={accounts} value={null} onChange={copyFor} />
    )
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant={variant} loading={create.isPending}>
          {next.chooseAccount} …
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {accounts.map(({ id, username }) => (
          <Menu.Item key={id} onClick={() => copyFor(id)}>
            {username}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
