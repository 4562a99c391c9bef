import { Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { DeletedPostBody } from '../../../../core/api/post-history.ts'
import type { PostStatus } from '../../../../core/rules/publication/post-words.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { SMALL } from '../kit/looks.ts'
import { Loaded } from '../kit/problem-note.tsx'
import { SandboxMark, SeePostLink, StatusBadge, useAccountName, useSandboxPost } from '../posts/parts.tsx'
import { captionStart } from '../posts/post-name.ts'
import { deletedPostsQuery } from '../posts/post-queries.ts'
import { RelativeTime } from '../shared/moment.tsx'
import { useLazyStrings, useStrings } from '../strings/language.tsx'
import { LIST_ADDRESS } from './plan-address.ts'

/** Posts that were deleted, the last first. */
export function ArchiveList() {
  const { archive } = useLazyStrings().planning.list
  const list = useInfiniteQuery(deletedPostsQuery)
  return (
    <Loaded query={list} skeleton={<RowSkeletons />}>
      {(entries) => (
        <>
          {entries.length === 0 && (
            <EmptyState title={archive.none} text={archive.noneText}>
              <Button component={Link} href={LIST_ADDRESS} variant="default">
                {archive.back}
              </Button>
            </EmptyState>
          )}
          <Box component="ul" mb="xl" data-ruled data-fills-later>
            {entries.map((entry) => (
              <ArchivedRow key={entry.post.id} entry={entry} />
            ))}
          </Box>
          {list.hasNextPage && (
            <More isLoading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()} />
          )}
        </>
      )}
    </Loaded>
  )
}

/** Deleted while it was waiting: the archive shows it was then. */
const NEVER_SENT: ReadonlySet<PostStatus> = new Set(['SCHEDULED', 'QUEUED', 'PROCESSING'])

function ArchivedRow({ entry }: { readonly entry: DeletedPostBody }) {
  const { posts } = useStrings()
  const { archive } = useLazyStrings().planning.list
  const { post, deletedAt, deletedFrom, permalink } = entry
  const placed = { ...post, igPermalink: permalink }
  const accountName = useAccountName(placed)
  const isSandbox = useSandboxPost(placed) !== null
  const start = captionStart(post.caption)
  const isHereOnly = deletedFrom === 'LOCAL'
  const mayBeLive = isHereOnly && (permalink !== null || post.publishOutcome === 'unconfirmed')
  return (
    <Stack component="li" gap="3xs" py="md">
      <Text dir="auto" {...(start === null ? { c: 'dimmed' } : { fw: 600 })}>
        {start ?? posts.noCaption}
      </Text>
      <Group component="p" gap="0.125rem 1rem" {...SMALL}>
        {NEVER_SENT.has(post.status) ? <span>{archive.takenBack}</span> : <StatusBadge post={post} />}
        <span>{posts.type[post.mediaType]}</span>
        <span>{accountName}</span>
        <SandboxMark post={placed} />
        <span>
          {isHereOnly ? archive.fromHere : archive.fromPlatform}, <RelativeTime at={deletedAt} />
        </span>
      </Group>
      {mayBeLive && (
        <Text fz="0.9375rem">
          {isSandbox ? archive.mayBeInSandbox : archive.mayBeLive} <SeePostLink post={placed} />
        </Text>
      )}
    </Stack>
  )
}

interface MoreProps {
  readonly isLoading: boolean
  readonly onClick: () => void
}

export function More({ isLoading, onClick }: MoreProps) {
  const { loadMore } = useLazyStrings().planning.list
  return (
    <Button variant="default" loading={isLoading} onClick={onClick}>
      {loadMore}
    </Button>
  )
}

/** Placeholders as tall as the rows that come. */
export function RowSkeletons() {
  return (
    <Stack gap="2xs" py="2xs">
      {Array.from({ length: 12 }, (_, row) => (
        <Skeleton key={row} height={44} radius="sm" />
      ))}
    </Stack>
  )
}
