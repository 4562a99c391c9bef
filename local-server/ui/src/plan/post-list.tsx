import { Box, Button, Checkbox, Group, NativeSelect, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'wouter'
import { MOST_POSTS } from '../../../../core/rules/content/content-limits.ts'
import type { PlannedPostBody } from '../../../../core/features/posts/bodies/planned-post-body.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { ErrorBoundary } from '../kit/error-boundary.tsx'
import { Loaded } from '../kit/problem-note.tsx'
import { NewTabLink } from '../kit/new-tab-link.tsx'
import { failureLine } from '../posts/failure.ts'
import { SandboxMark, SeePostLink, StatusBadge, ThumbnailFrame, useAccountName } from '../posts/parts.tsx'
import { captionStart } from '../posts/post-name.ts'
import { isInFlight, postSearchQuery } from '../posts/post-queries.ts'
import { NextStepAction } from '../posts/state/next-step.tsx'
import { RelativeTime } from '../shared/moment.tsx'
import { NEW_POST, useOverlays } from '../shared/overlay-address.ts'
import { accountsQuery } from '../shared/queries.ts'
import { useSelection } from '../shared/use-selection.ts'
import { useLazyStrings, useStrings } from '../strings/language.tsx'
import { StateMark } from './card/tile.tsx'
import { ArchiveList, More, RowSkeletons } from './archive-list.tsx'
import { ChosenBar } from './drag/carry-out.tsx'
import { useCalendarTimes } from './clock/calendar-zone.tsx'
import {
  ARCHIVE_ADDRESS,
  LIST_ADDRESS,
  LIST_ORDERS,
  type ListFilter,
  type ListOrder,
  NO_FILTER,
  type PlanAddress,
  usePlanAddress,
} from './plan-address.ts'
import { canMove } from './planned-tiles.ts'
import classes from './post-list.module.css'

/** Everything there is, searched and filtered, or what was deleted. */
export function PostList({ address }: { readonly address: PlanAddress }) {
  const { isArchive } = address
  const { which } = useLazyStrings().planning.list
  const { list } = useStrings().plan
  const hasSandbox = useQuery(accountsQuery).data?.some(({ isSandbox }) => isSandbox) ?? false
  return (
    <div className={classes.box}>
      <Group justify="space-between" wrap="nowrap" gap="xs" className={classes.head ?? ''}>
        <nav className={classes.views} aria-label={which}>
          <Link href={LIST_ADDRESS} aria-current={isArchive ? undefined : 'page'}>
            {list.allPosts}
          </Link>
          <Link href={ARCHIVE_ADDRESS} aria-current={isArchive ? 'page' : undefined}>
            {list.deleted}
          </Link>
        </nav>
        {!isArchive && <OrderSelect order={address.order} />}
        {hasSandbox && (
          <Box visibleFrom="xs">
            <NewTabLink href="/sandbox">{list.sandboxFeed}</NewTabLink>
          </Box>
        )}
      </Group>
      <ErrorBoundary resetKey={JSON.stringify(address)}>
        {isArchive ? <ArchiveList /> : <Found filter={address} />}
      </ErrorBoundary>
    </div>
  )
}

function OrderSelect({ order }: { readonly order: ListOrder }) {
  const words = useLazyStrings().planning.list
  const [, change] = usePlanAddress()
  return (
    <NativeSelect
      size="xs"
      ml="auto"
      aria-label={words.order}
      value={order}
      data={LIST_ORDERS.map((value) => ({ value, label: words.orders[value] }))}
      onChange={({ currentTarget }) =>
        change({ order: LIST_ORDERS.find((known) => known === currentTarget.value) ?? 'due' })
      }
    />
  )
}

function isEmpty({ text, statuses, types }: Omit<ListFilter, 'order'>): boolean {
  return text === '' && statuses.length + types.length === 0
}

function Found({ filter }: { readonly filter: ListFilter }) {
  const words = useLazyStrings().planning.list
  const list = useInfiniteQuery(postSearchQuery(filter))
  const rows = useRef<HTMLUListElement>(null)
  const movable = list.data?.filter(canMove) ?? []
  const { chosen, choose, drop, clear } = useSelection(() => movable.map(({ id }) => id), MOST_POSTS)
  const chosenPosts = movable.filter(({ id }) => chosen.includes(id))
  const chooseShown = (id: string, isRange: boolean) => {
    // What a filter hides is chosen again once it is shown, but takes no place from what is.
    if (chosen.length + movable.length > MOST_POSTS)
      drop(chosen.filter((one) => !chosenPosts.some((post) => post.id === one)))
    choose([id], isRange)
  }
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
              <PostRow
                key={post.id}
                post={post}
                isChosen={chosen.includes(post.id)}
                onChoose={(isRange) => chooseShown(post.id, isRange)}
              />
            ))}
          </Box>
          {list.hasNextPage && <More isLoading={list.isFetchingNextPage} onClick={() => void loadMore()} />}
          {chosenPosts.length > 0 && <ChosenBar posts={chosenPosts} onClear={clear} />}
        </>
      )}
    </Loaded>
  )
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  const { none, nothingFound } = useLazyStrings().planning.list
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

interface PostRowProps {
  readonly post: PlannedPostBody
  readonly isChosen: boolean
  readonly onChoose: (isRange: boolean) => void
}

/** All of it leads to the post; what can be done about a failure lies on top, and so does the box of what can be moved. */
function PostRow({ post, isChosen, onChoose }: PostRowProps) {
  const strings = useStrings()
  const { planning } = useLazyStrings()
  const link = useRef<HTMLAnchorElement>(null)
  const start = captionStart(post.caption) ?? strings.posts.noCaption
  return (
    <Group component="li" pos="relative" gap="sm" wrap="nowrap" py="4xs" className={classes.row ?? ''}>
      <Box component="label" w="1.25rem" flex="none" pos="relative" className={classes.tick ?? ''}>
        {canMove(post) && (
          <Checkbox
            aria-label={planning.list.choose(start)}
            checked={isChosen}
            onChange={() => {}}
            onClick={({ shiftKey }) => onChoose(shiftKey)}
          />
        )}
      </Box>
      <ThumbnailFrame url={post.thumbnailUrl} count={post.mediaCount} size="2.5rem" />
      <Stack gap={0} flex={1} miw={0}>
        <p className={classes.caption} dir="auto">
          <Link ref={link} href={`/posts/${post.id}`} data-none={post.caption === null || undefined}>
            {start}
          </Link>
        </p>
        <Facts post={post} />
        {post.status === 'FAILED' && (
          <Text fz="xs" c="var(--red)" lineClamp={2}>
            {failureLine(post, strings)}
          </Text>
        )}
      </Stack>
      <Group
        pos="relative"
        gap="0.25rem 1.25rem"
        w="fit-content"
        fz="sm"
        justify="flex-end"
        className={classes.actions ?? ''}
        data-fills-later
      >
        <NextStepAction post={post} onRetried={() => link.current?.focus()} />
        <SeePostLink post={post} />
      </Group>
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
    <Group component="p" gap="0 0.75rem" c="dimmed" fz="xs">
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
