import { Box, Button, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'wouter'
import type { DeletedPostBody } from '../../../../core/api/post-history.ts'
import type { PostStatus } from '../../../../core/rules/publication/post-words.ts'
import type { PlannedPostBody } from '../../../../core/features/posts/bodies/planned-post-body.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { ErrorBoundary } from '../kit/error-boundary.tsx'
import { Loaded } from '../kit/problem-note.tsx'
import { SMALL } from '../kit/looks.ts'
import { NewTabLink } from '../kit/new-tab-link.tsx'
import { failureLine } from '../posts/failure.ts'
import {
  SandboxMark,
  SeePostLink,
  StatusBadge,
  ThumbnailFrame,
  useAccountName,
  useSandboxPost,
} from '../posts/parts.tsx'
import { captionStart } from '../posts/post-name.ts'
import { deletedPostsQuery, isInFlight, postSearchQuery } from '../posts/post-queries.ts'
import { NextStepAction } from '../posts/state/next-step-action.tsx'
import { RelativeTime } from '../shared/moment.tsx'
import { NEW_POST, useOverlays } from '../shared/overlay-address.ts'
import { accountsQuery } from '../shared/queries.ts'
import { useStrings } from '../strings/language.tsx'
import { StateMark } from './card/tile.tsx'
import { useCalendarTimes } from './clock/calendar-zone.tsx'
import {
  ARCHIVE_ADDRESS,
  LIST_ADDRESS,
  type ListFilter,
  NO_FILTER,
  type PlanAddress,
  usePlanAddress,
} from './plan-address.ts'
import classes from './post-list.module.css'

/** Everything there is, searched and filtered, or what was deleted. */
export function PostList({ address }: { readonly address: PlanAddress }) {
  const { isArchive } = address
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
      <ErrorBoundary resetKey={JSON.stringify(address)}>
        {isArchive ? <ArchiveList /> : <Found filter={address} />}
      </ErrorBoundary>
    </div>
  )
}

function isEmpty({ text, statuses, types }: ListFilter): boolean {
  return text === '' && statuses.length + types.length === 0
}

function Found({ filter }: { readonly filter: ListFilter }) {
  const words = useStrings().plan.list
  const list = useInfiniteQuery(postSearchQuery(filter))
  const rows = useRef<HTMLUListElement>(null)
  const loadMore = async () => {
    const count = list.data?.length ?? 0
    await list.fetchNextPage()
    // The button moves away or goes: focus moves to the first post that came.
    rows.current?.children[count]?.querySelector('a')?.focus()
  }
  return (
    <Loaded query={list} skeleton={<RowSkeletons />}>
      {(found) => (
        <>
          <VisuallyHidden role="status">
            {!isEmpty(filter) && words.found(found.length, list.hasNextPage)}
          </VisuallyHidden>
          {found.length === 0 && <Nothing isFiltered={!isEmpty(filter)} />}
          <Box
            component="ul"
            ref={rows}
            mb="xl"
            opacity={list.isPlaceholderData ? 0.6 : 1}
            data-ruled
            data-fills-later
          >
            {found.map((post) => (
              <PostRow key={post.id} post={post} />
            ))}
          </Box>
          {list.hasNextPage && <More isLoading={list.isFetchingNextPage} onClick={() => void loadMore()} />}
        </>
      )}
    </Loaded>
  )
}

interface MoreProps {
  readonly isLoading: boolean
  readonly onClick: () => void
}

function More({ isLoading, onClick }: MoreProps) {
  const { loadMore } = useStrings().plan.list
  return (
    <Button variant="default" loading={isLoading} onClick={onClick}>
      {loadMore}
    </Button>
  )
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  const { none, nothingFound } = useStrings().plan.list
  const [, change] = usePlanAddress()
  const sheet = useOverlays()
  if (isFiltered) {
    return (
      <EmptyState title={nothingFound.title} text={nothingFound.text}>
        <Button variant="default" onClick={() => change(NO_FILTER)}>
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
  const { archive } = useStrings().plan.list
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
  const { plan, posts } = useStrings()
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
          <RelativeTime at={deletedAt} />
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

/** All of it leads to the post; what can be done about a failure lies on top. */
function PostRow({ post }: { readonly post: PlannedPostBody }) {
  const strings = useStrings()
  const { posts } = strings
  const link = useRef<HTMLAnchorElement>(null)
  const start = captionStart(post.caption)
  return (
    <Group
      component="li"
      pos="relative"
      gap="card"
      wrap="nowrap"
      align="flex-start"
      py="lg"
      className={classes.row ?? ''}
    >
      <ThumbnailFrame url={post.thumbnailUrl} count={post.mediaCount} />
      <Stack gap="3xs" flex={1} miw={0}>
        <p className={classes.caption} dir="auto">
          <Link ref={link} href={`/posts/${post.id}`} data-none={start === null || undefined}>
            {start ?? posts.noCaption}
          </Link>
        </p>
        <Facts post={post} />
        {post.status === 'FAILED' && (
          <Text maw="44rem" fz="0.9375rem" c="var(--red)">
            {failureLine(post, strings)}
          </Text>
        )}
        <Group pos="relative" gap="0.5rem 1.25rem" w="fit-content" fz="0.9375rem" data-fills-later>
          <NextStepAction post={post} onRetried={() => link.current?.focus()} />
          <SeePostLink post={post} />
        </Group>
      </Stack>
    </Group>
  )
}

function Facts({ post }: { readonly post: PlannedPostBody }) {
  const { posts } = useStrings()
  const { inMessage } = useCalendarTimes()
  const accountName = useAccountName(post)
  const at = timeOf(post)
  const when = inMessage(Date.parse(at))
  const goesOut = post.status === 'SCHEDULED' || isInFlight(post)
  const isCloud = post.handover !== null || post.cloudJobId !== null
  return (
    <Group component="p" gap="0.125rem 1rem" {...SMALL}>
      <StatusBadge post={post} />
      {post.status === 'SCHEDULED' && <StateMark post={post} />}
      <span>
        {post.status === 'DRAFT' ? posts.lastChanged(when) : when} (<RelativeTime at={at} />)
      </span>
      <span>{posts.type[post.mediaType]}</span>
      <span>{accountName}</span>
      <SandboxMark post={post} />
      {(goesOut || isCloud) && <span>{isCloud ? posts.inCloud : posts.onThisComputer}</span>}
    </Group>
  )
}

/** Scheduled time of a waiting post; otherwise the time of its last change. */
function timeOf({ status, at, lastAttemptAt, updatedAt }: PlannedPostBody): string {
  if (status === 'DRAFT') return updatedAt
  return status === 'FAILED' || status === 'QUEUED' ? (lastAttemptAt ?? at) : at
}

/** Placeholders as tall as the rows that come. */
function RowSkeletons() {
  return (
    <Stack gap="2xl" py="lg">
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} height={88} radius="lg" />
      ))}
    </Stack>
  )
}
