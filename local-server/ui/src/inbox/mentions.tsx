import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { SMALL } from '../kit/looks.ts'
import type { RepostItemBody } from '../../../../core/api/story-repost.ts'
import { isOpen } from '../../../../core/reposts/next-steps.ts'
import { TimeLeft } from '../reposts/mentions/time-left.tsx'
import { historyQuery } from '../reposts/repost-queries.ts'
import { accountsQuery, useAccount } from '../shared/account-queries.ts'
import { useNow } from '../shared/use-now.ts'
import { useLazyStrings, useStrings } from '../strings/language.tsx'

/** Stories that mention an account and can still be reposted. Nothing while there is none. */
export function Mentions() {
  const { attention } = useStrings()
  const now = useNow()
  const accounts = useQuery(accountsQuery).data ?? []
  const open = useQueries({
    queries: accounts.map(({ id }) => historyQuery(id)),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  }).filter((mention) => isOpen(mention, now))
  if (open.length === 0) return null
  return (
    <Stack component="section" gap="sm" mt="xl" aria-labelledby="mentions">
      <Title order={2} id="mentions" fz="lg">
        {attention.mentions}
      </Title>
      <ul data-ruled>
        {open.map((mention) => (
          <Mention key={mention.id} mention={mention} now={now} />
        ))}
      </ul>
    </Stack>
  )
}

function Mention({ mention, now }: { readonly mention: RepostItemBody; readonly now: number }) {
  const { reposts } = useLazyStrings()
  const { accountId, originalUsername } = mention
  const account = useAccount(accountId)
  return (
    <Group component="li" wrap="nowrap" py="xs">
      <Stack gap={2} flex={1} miw={0}>
        <Anchor component={Link} href={`/reposts?account=${accountId}`} fw={600} truncate>
          {reposts.mentionBy(originalUsername)}
        </Anchor>
        <Group gap="md" {...SMALL}>
          <TimeLeft mention={mention} now={now} />
          {account && <Text inherit>{account.username}</Text>}
        </Group>
      </Stack>
    </Group>
  )
}
