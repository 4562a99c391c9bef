import { Box, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'wouter'
import type { DeletedPostBody } from '../../../../../core/api/post-history.ts'
import type { PostStatus } from '../../../../../core/api/posts.ts'
import { deletedPostsQuery, postSearchQuery } from '../../posts/post-queries.ts'
import { accountsQuery } from '../../shared/queries.ts'
import { EmptyState } from '../../kit/empty-state.tsx'
import { ErrorBoundary } from '../../kit/error-boundary.tsx'
import { NewTabLink } from '../../kit/new-tab-link.tsx'
import { NEW_POST, usePostSheet } from '../../shared/post-sheet-address.ts'
import { LoadProblem } from '../../kit/problem-note.tsx'
import { useStrings } from '../../strings/language.tsx'
import { ARCHIVE_ADDRESS, LIST_ADDRESS, type ListFilter, NO_FILTER } from '../plan-address.ts'
import { PostRow, RowSkeletons } from './post-row.tsx'
import { SMALL } from '../../kit/looks.ts'
import { Moment } from '../../shared/moment.tsx'
import { captionStart } from '../../posts/post-name.ts'
import { SandboxMark, useAccountName, useSandboxPost } from '../../posts/sandbox-post.tsx'
import { SeePostLink } from '../../posts/post-links.tsx'
import { StatusBadge } from '../../posts/status-badge.tsx'
import classes from './post-list.module.css'

interface PostListProps {
  readonly filter: ListFilter
  /** What was deleted, in their place. */
  readonly isArchive: boolean
  readonly onFilter: (filter: ListFilter) => void
}

/** Everything there is, searched and filtered, or what was deleted. */
export function PostList({ filter, isArchive, onFilter }: PostListProps) {
  const { list } = useStrings().plan
  const hasSandbox = useQuery(accountsQuery).data?.some(({ isSandbox }) => isSandbox) ?? false
  return (
    <div className={classes.box}>
      <Group justify="space-between" wrap="nowrap" gap="xs" className={classes.head ?? ''}>
        <nav className={classes.views} aria-label={list.which}>
          <Link href={LIST_ADDRESS} aria-current={isArchive ? undefined : 'page'}>
            {list.allPosts}
          </Link>
          <Link href={ARCHIVE_ADDRESS} aria-current={isArchive ? 'page' : undefined}>
            {list.deleted}
          </Link>
        </nav>
        {hasSandbox && <NewTabLink href="/sandbox">{list.sandboxFeed}</NewTabLink>}
      </Group>
      <ErrorBoundary resetKey={JSON.stringify(filter)}>
        {isArchive ? <ArchiveList /> : <Found filter={filter} onClear={() => onFilter(NO_FILTER)} />}
      </ErrorBoundary>
    </div>
  )
}

interface FoundProps {
  readonly filter: ListFilter
  readonly onClear: () => void
}

function isEmpty({ text, accounts, statuses, types }: ListFilter): boolean {
  return text === '' && accounts.length + statuses.length + types.length === 0
}

function Found({ filter, onClear }: FoundProps) {
  const words = useStrings().plan.list
  const list = useInfiniteQuery(postSearchQuery(filter))
  const rows = useRef<HTMLUListElement>(null)
  if (list.isPending) return <RowSkeletons />
  if (list.isError && list.data === undefined) {
    return <LoadProblem error={list.error} onRetry={() => void list.refetch()} />
  }
  const found = list.data
  const loadMore = async () => {
    await list.fetchNextPage()
    // The button moves away or goes: the keyboard goes on at the first post that came.
    rows.current?.children[found.length]?.querySelector('a')?.focus()
  }
  return (
    <>
      <VisuallyHidden role="status">
        {!isEmpty(filter) && words.found(found.length, list.hasNextPage)}
      </VisuallyHidden>
      {found.length === 0 && <Nothing isFiltered={!isEmpty(filter)} onClear={onClear} />}
      {found.length > 0 && (
        <Box component="ul" ref={rows} mb={24} opacity={list.isPlaceholderData ? 0.6 : 1} data-ruled>
          {found.map((post) => (
            <PostRow key={post.id} post={post} />
          ))}
        </Box>
      )}
      {list.hasNextPage && (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void loadMore()}>
          {words.loadMore}
        </Button>
      )}
    </>
  )
}

function Nothing({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  const { none, nothingFound } = useStrings().plan.list
  const sheet = usePostSheet()
  if (isFiltered) {
    return (
      <EmptyState title={nothingFound.title} text={nothingFound.text}>
        <Button variant="default" onClick={onClear}>
          {nothingFound.action}
        </Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState title={none.title} text={none.text}>
      <Button component={Link} href={sheet.hrefOf(NEW_POST)}>
        {none.action}
      </Button>
    </EmptyState>
  )
}

function ArchiveList() {
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
