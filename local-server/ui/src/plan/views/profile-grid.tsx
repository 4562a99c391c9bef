import { useDndContext } from '@dnd-kit/core'
import { Box, Button, Group, Skeleton, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { memo, useCallback, useMemo, useRef, useState, type RefObject } from 'react'
import { Virtualizer } from 'virtua'
import type { PlannedPostBody } from '../../../../../core/features/posts/bodies/planned-post-body.ts'
import { addDays, startOfDay } from '../../../../../core/rules/times/calendar-days.ts'
import { type Instant, toIso } from '../../../../../core/time.ts'
import { accountsQuery } from '../../shared/queries.ts'
import { Avatar } from '../../kit/avatar.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { Loaded } from '../../kit/problem-note.tsx'
import { SMALL } from '../../kit/looks.ts'
import { captionStart } from '../../posts/post-name.ts'
import { useToday } from '../../shared/use-now.ts'
import { isFar } from '../../strings/formats.ts'
import { useFormats, useLazyStrings, useStrings } from '../../strings/language.tsx'
import { StateMark, useUnusualState, TilePicture } from '../card/tile.tsx'
import { useCalendarTimes } from '../clock/calendar-zone.tsx'
import { useDayFormats } from '../clock/day-formats.ts'
import { usePostCard } from '../drag/cards.ts'
import { Cards } from '../moves.tsx'
import { STATUSES_OF } from '../plan-address.ts'
import { placeTile, type PlannedTile } from '../planned-tiles.ts'
import { pageApi, parseResponse } from '../../api-client.ts'
import { keyedQuery, keys } from '../../query-keys.ts'
import frame from './frame.module.css'
import classes from './profile-grid.module.css'

/** A profile shows three in a row. */
const COLUMNS = 3
const DAYS_AT_ONCE = 90

/** The profile of one account as it will look: what is planned above what is published. Without an id, of the first. */
export function ProfileGrid({ accountId }: { readonly accountId: string | undefined }) {
  const { planning } = useLazyStrings()
  const { data: accounts } = useQuery(accountsQuery)
  const account = accounts?.find(({ id }) => id === accountId) ?? accounts?.[0]
  const box = useRef<HTMLDivElement>(null)
  if (accounts === undefined) return <Skeleton flex={1} radius="lg" />
  return (
    <div ref={box} className={frame.box}>
      {account ? (
        <Box maw="42rem" mx="auto" p={{ base: 0, xs: 'md' }}>
          <Group gap="sm" p={{ base: 'sm', xs: 0 }} pb="sm">
            <Avatar account={account} />
            <Text fw={600}>{account.username}</Text>
          </Group>
          <Profile key={account.id} box={box} accountId={account.id} />
        </Box>
      ) : (
        <EmptyState title={planning.grid.none} text={planning.grid.noneText} />
      )}
    </div>
  )
}

interface ProfileProps {
  readonly accountId: string
  /** Within which it scrolls. */
  readonly box: RefObject<HTMLDivElement | null>
}

function Profile({ accountId, box }: ProfileProps) {
  const { plan } = useStrings()
  const { planning } = useLazyStrings()
  const formats = useFormats()
  const { zone } = useCalendarTimes()
  const [daysBack, setDaysBack] = useState(DAYS_AT_ONCE)
  const today = useToday(zone)
  const dayIn = (days: number) => startOfDay(addDays(today, days), zone)
  const list = useQuery(profileQuery(accountId, dayIn(-daysBack), dayIn(FARTHEST)))
  const posts = list.data?.posts
  const tiles = useMemo(() => asOnProfile(posts ?? []).map((post) => placeTile(post, zone)), [posts, zone])
  return (
    <Loaded query={list} height={480}>
      {() => (
        <>
          {list.data?.isComplete === false && (
            <Text role="status" mb="sm" {...SMALL}>
              {plan.tooMany(formats.number(tiles.length))}
            </Text>
          )}
          {tiles.length === 0 ? (
            <EmptyState title={planning.grid.none} text={planning.grid.noneText} />
          ) : (
            <Cards tiles={tiles} isVirtual steps={{ row: COLUMNS, today }} timeOn={() => ''}>
              <Rows tiles={tiles} box={box} />
            </Cards>
          )}
          {list.data?.hasEarlier && (
            <Button
              variant="subtle"
              fullWidth
              mt="sm"
              loading={list.isPlaceholderData}
              onClick={() => setDaysBack(daysBack + DAYS_AT_ONCE)}
            >
              {planning.grid.earlier}
            </Button>
          )}
        </>
      )}
    </Loaded>
  )
}

interface RowsProps extends Pick<ProfileProps, 'box'> {
  readonly tiles: readonly PlannedTile[]
}

/** Draws only the rows near the screen, and the one that a card is being dragged from. */
function Rows({ tiles, box }: RowsProps) {
  const { planning } = useLazyStrings()
  const { active } = useDndContext()
  const [top, setTop] = useState(0)
  const rows = useMemo(
    () =>
      Array.from({ length: Math.ceil(tiles.length / COLUMNS) }, (_, row) =>
        tiles.slice(row * COLUMNS, (row + 1) * COLUMNS),
      ),
    [tiles],
  )
  const from = active === null ? -1 : rows.findIndex((row) => row.some(({ post }) => post.id === active.id))
  return (
    <div
      ref={useCallback((list: HTMLElement | null) => setTop(list?.offsetTop ?? 0), [])}
      role="list"
      aria-label={planning.grid.name}
    >
      <Virtualizer
        data={rows}
        scrollRef={box}
        startMargin={top}
        bufferSize={600}
        {...(from >= 0 && { keepMounted: [from] })}
      >
        {(row, index) => (
          <div key={index} className={classes.row}>
            {row.map((tile) => (
              <div key={tile.post.id} role="listitem">
                <ProfileTile tile={tile} />
              </div>
            ))}
          </div>
        )}
      </Virtualizer>
    </div>
  )
}

const ProfileTile = memo(function ProfileTile({ tile }: { readonly tile: PlannedTile }) {
  const { post, at, day } = tile
  const { posts } = useStrings()
  const { planning } = useLazyStrings()
  const { clock, dayAndTime } = useCalendarTimes()
  const { monthAndDay, yearMonthAndDay } = useDayFormats()
  const isPublished = post.status === 'PUBLISHED'
  const [, , unusual] = useUnusualState(post) ?? []
  const state = unusual ?? (isPublished ? posts.status.PUBLISHED : planning.grid.planned)
  return (
    <button
      {...usePostCard(post)}
      className={classes.tile}
      aria-label={`${captionStart(post.caption) ?? posts.noCaption}, ${state}, ${dayAndTime(at)}`}
    >
      <TilePicture post={post} />
      {!isPublished && (
        <span className={classes.time}>
          <span>{isFar(new Date(at)) ? yearMonthAndDay(day) : monthAndDay(day)}</span>
          <span>{clock(at)}</span>
          <StateMark post={post} />
        </span>
      )}
    </button>
  )
})

/** In days; everything that waits lies within it. */
const FARTHEST = 2 * 366

/** Both are beginnings of days. */
function profileQuery(accountId: string, from: Instant, until: Instant) {
  const filter = {
    accountId,
    status: [...STATUSES_OF.scheduled, ...STATUSES_OF.underWay, ...STATUSES_OF.published],
    // Stories are not on it.
    mediaType: ['IMAGE' as const, 'CAROUSEL' as const, 'REELS' as const],
  }
  return keyedQuery(keys.profile(accountId, from), {
    async queryFn() {
      const time = { from: toIso(from), until: toIso(until) }
      const found = await parseResponse(pageApi.planner.calendar.$get({ query: { ...filter, ...time } }))
      const next = { limit: '1', page: String(found.posts.length + 1) }
      const others = await parseResponse(pageApi.planner.search.$get({ query: { ...filter, ...next } }))
      return { ...found, hasEarlier: others.posts.length > 0 }
    },
    placeholderData: keepPreviousData,
  })
}

/** Newest first. A reel may be left out of the grid, and a trial is. */
function asOnProfile(posts: readonly PlannedPostBody[]): PlannedPostBody[] {
  return posts
    .filter(
      ({ mediaType, shareToFeed, trialReel }) =>
        mediaType !== 'REELS' || (shareToFeed !== false && !trialReel),
    )
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
}
