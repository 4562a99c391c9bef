import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { DeletedPostBody } from '../../../../../core/api/post-history.ts'
import type { PostStatus } from '../../../../../core/api/posts.ts'
import { EmptyState } from '../../kit/empty-state.tsx'
import { SMALL } from '../../kit/looks.ts'
import { Moment } from '../../shared/moment.tsx'
import { LoadProblem } from '../../kit/problem-note.tsx'
import { useStrings } from '../../strings/language.tsx'
import { LIST_ADDRESS } from '../plan-address.ts'
import { RowSkeletons } from './post-row.tsx'
import { captionStart } from '../../posts/post-name.ts'
import { deletedPostsQuery } from '../../posts/post-queries.ts'
import { SandboxMark, useAccountName, useSandboxPost } from '../../posts/sandbox-post.tsx'
import { SeePostLink } from '../../posts/post-links.tsx'
import { StatusBadge } from '../../posts/status-badge.tsx'

export function ArchiveList() {
  const { archive, loadMore } = useStrings().plan.list
  const list = useInfiniteQuery(deletedPostsQuery)
  if (list.isPending) return <RowSkeletons />
  if (list.isError && list.data === undefined) {
    return <LoadProblem error={list.error} onRetry={() => void list.refetch()} />
  }
  if (list.data.length === 0) {
    return (
      <EmptyState title={archive.none} text={archive.noneText}>
        <Button component={Link} href={LIST_ADDRESS} variant="default">
          {archive.back}
        </Button>
      </EmptyState>
    )
  }
  return (
    <>
      <Box component="ul" mb={24} data-ruled>
        {list.data.map((entry) => (
          <ArchivedRow key={entry.post.id} entry={entry} />
        ))}
      </Box>
      {list.hasNextPage && (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {loadMore}
        </Button>
      )}
    </>
  )
}

/** Deleted while it was waiting: the archive shows it as it was then. */
const NEVER_SENT: ReadonlySet<PostStatus> = new Set(['SCHEDULED', 'QUEUED', 'PROCESSING'])

function ArchivedRow({ entry }: { readonly entry: DeletedPostBody }) {
  const { plan, posts } = useStrings()
  const { post, deletedAt, deletedFrom, permalink } = entry
  const placed = { ...post, igPermalink: permalink }
  const accountName = useAccountName(placed)
  const isSandbox = useSandboxPost(placed) !== null
  const start = captionStart(post.caption)
  const isHereOnly = deletedFrom === 'LOCAL'
  const mayBeLive = isHereOnly && (permalink !== null || post.publishOutcome === 'unconfirmed')
  return (
    <Stack component="li" gap={6} py="md">
      <Text dir="auto" {...(start === null ? { c: 'dimmed' } : { fw: 600 })}>
        {start ?? posts.noCaption}
      </Text>
      <Group component="p" gap="0.125rem 1rem" {...SMALL}>
        {NEVER_SENT.has(post.status) ? (
          <span>{plan.list.archive.takenBack}</span>
        ) : (
          <StatusBadge post={post} />
        )}
        <span>{posts.type[post.mediaType]}</span>
        <span>{accountName}</span>
        <SandboxMark post={placed} />
        <span>
          {isHereOnly ? plan.list.archive.fromHere : plan.list.archive.fromPlatform},{' '}
          <Moment at={deletedAt} />
        </span>
      </Group>
      {mayBeLive && (
        <Text fz="0.9375rem">
          {isSandbox ? plan.list.archive.mayBeInSandbox : plan.list.archive.mayBeLive}{' '}
          <SeePostLink post={placed} />
        </Text>
      )}
    </Stack>
  )
}
