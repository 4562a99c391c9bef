import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from 'wouter'
import type { RepostItemBody } from '../../../../core/api/story-repost.ts'
import { isOpen } from '../../../../core/rules/reposts/next-steps.ts'
import { attentionQuery, accountsQuery, useAccount } from '../shared/queries.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { PageInParts } from '../kit/page-title.tsx'
import { LoadProblem } from '../kit/problem-note.tsx'
import { postQuery } from '../posts/post-queries.ts'
import { useLazyStrings, useStrings } from '../strings/language.tsx'
import { ApprovalList, useNextItemFocus } from './approval-list.tsx'
import { AttentionItem, LINKS } from './attention-item.tsx'
import { causesOf } from './causes.ts'
import { ComingPosts } from './coming-posts.tsx'
import { LatestPost } from './latest-post.tsx'
import { useEntries } from './entries.ts'
import { SMALL } from '../kit/looks.ts'
import { TimeLeft } from '../reposts/mentions/time-left.tsx'
import { mentionsQuery, repostStatusQuery } from '../reposts/repost-queries.ts'
import { useNow } from '../shared/use-now.ts'

/** Each entry fetches its post. */
const SHOWN_AT_FIRST = 30
const IN_SIGHT = 4

export function InboxPage() {
  const { app, attention } = useStrings()
  return (
    <PageInParts title={app.inbox} lead={attention.lead} isPending={useIsPending()} height={200}>
      <ApprovalList />
      <Entries />
      {/* Their words are fetched when there are some, and the page stays meanwhile. */}
      <Suspense fallback={null}>
        <Mentions />
      </Suspense>
      <ComingPosts />
      <LatestPost />
    </PageInParts>
  )
}

/** True until the visible entries are known with their posts: they would push down what is below. */
function useIsPending(): boolean {
  const { isPending } = useQuery(attentionQuery)
  const ids = causesOf(useEntries().entries)
    .slice(0, IN_SIGHT)
    .flatMap(({ postIds }) => postIds.slice(0, LINKS))
  const posts = useQueries({ queries: ids.map(postQuery) })
  return isPending || posts.some((post) => post.isPending)
}

function Entries() {
  const { attention } = useStrings()
  const list = useQuery(attentionQuery)
  const [isWhole, setIsWhole] = useState(false)
  const { entries, putAway, isAnyAway, bringBack } = useEntries()
  // What waits for an approval has a card of its own, with the buttons in it.
  const causes = causesOf(entries.filter(({ code }) => code !== 'APPROVAL_WAITING'))
  const keyboard = useNextItemFocus<HTMLDivElement>(causes.map(({ id }) => id))
  if (list.data === undefined)
    return list.error && <LoadProblem error={list.error} onRetry={() => void list.refetch()} />
  const { hasMore } = list.data
  const isEmpty = entries.length === 0
  const shown = isWhole ? causes : causes.slice(0, SHOWN_AT_FIRST)
  return (
    <>
      {isEmpty && <EmptyState title={attention.nothing} text={attention.nothingText} />}
      <Stack component="ul" gap="sm" my="md" aria-label={attention.listed} data-fills-later {...keyboard}>
        {shown.map((cause) => (
          <AttentionItem key={cause.id} cause={cause} onPutAway={() => putAway(cause.entryIds)} />
        ))}
      </Stack>
      {isAnyAway && (
        <Button variant="subtle" size="xs" onClick={bringBack}>
          {attention.bringBack}
        </Button>
      )}
      {shown.length < causes.length && (
        <Button variant="default" onClick={() => setIsWhole(true)}>
          {attention.showAll(causes.length)}
        </Button>
      )}
      {hasMore && shown.length === causes.length && <Text c="dimmed">{attention.hasMore}</Text>}
    </>
  )
}

/** Stories that mention an account and can still be reposted. Nothing while there is none. */
function Mentions() {
  const { attention } = useStrings()
  const open = useOpenMentions()
  if (open.length === 0) return null
  return (
    <Stack component="section" gap="sm" mt="2xl" aria-labelledby="mentions">
      <h2 id="mentions">{attention.mentions}</h2>
      <ul data-ruled>
        {open.map((mention) => (
          <Mention key={mention.id} mention={mention} />
        ))}
      </ul>
    </Stack>
  )
}

/** None of an account whose set-up was removed: there is no place where they could be reposted or dismissed. */
function useOpenMentions(): RepostItemBody[] {
  const now = useNow()
  const accounts = useQuery(accountsQuery).data ?? []
  const mentions = useQuery(mentionsQuery).data ?? []
  const open = mentions.filter(
    (mention) => isOpen(mention, now) && accounts.some(({ id }) => id === mention.accountId),
  )
  const mentioned = [...new Set(open.map(({ accountId }) => accountId))]
  const isSetUp = useQueries({
    queries: mentioned.map(repostStatusQuery),
    combine: (results) => results.map(({ data }) => data !== undefined && data.config !== null),
  })
  return open.filter(({ accountId }) => isSetUp[mentioned.indexOf(accountId)])
}

function Mention({ mention }: { readonly mention: RepostItemBody }) {
  const { reposts } = useLazyStrings()
  const { accountId, originalUsername } = mention
  const account = useAccount(accountId)
  return (
    <Group component="li" wrap="nowrap" py="xs">
      <Stack gap="5xs" flex={1} miw={0}>
        <Anchor component={Link} href={`/settings/reposts?account=${accountId}`} fw={600} truncate>
          {reposts.mentionBy(originalUsername)}
        </Anchor>
        <Group gap="md" {...SMALL}>
          <TimeLeft mention={mention} />
          {account && <Text inherit>{account.username}</Text>}
        </Group>
      </Stack>
    </Group>
  )
}
