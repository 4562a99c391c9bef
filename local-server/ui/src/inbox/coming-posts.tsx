import {
  Anchor,
  Button,
  Divider,
  Group,
  NativeSelect,
  Skeleton,
  Stack,
  Text,
  VisuallyHidden,
} from '@mantine/core'
import { AlertIcon, CheckCircleFillIcon, StopIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { SMALL } from '../kit/looks.ts'
import { LoadProblem } from '../kit/problem-note.tsx'
import type { PlannedPostBody } from '../../../../core/features/posts/bodies/planned-post-body.ts'
import { addDays } from '../../../../core/rules/times/calendar-days.ts'
import { isKeptByHold } from '../../../../core/rules/times/held.ts'
import { wallTimeOf } from '../../../../core/rules/times/wall-time.ts'
import { DAY } from '../../../../core/time.ts'
import { pageApi, parseResponse } from '../api-client.ts'
import { useCalendarTimes, useTimeWords } from '../plan/clock/calendar-zone.tsx'
import { spanOf } from '../plan/period.ts'
import { useCalendar } from '../plan/plan-queries.ts'
import { captionStart } from '../posts/post-name.ts'
import { ThumbnailFrame } from '../posts/parts.tsx'
import { keyedQuery, keys } from '../query-keys.ts'
import { useAccount, attentionQuery } from '../shared/queries.ts'
import { RelativeTime } from '../shared/moment.tsx'
import { useAnsweredChange } from '../shared/use-change.ts'
import { useNow } from '../shared/use-now.ts'
import { useFormats, useStrings } from '../strings/language.tsx'
import { foreseenOf, type ForeseenCode } from '../plan/planned-tiles.ts'
import { useCheck } from './entries.ts'

const HORIZON = 2 * DAY

/** What goes out in the next two days, with what is fine, too, and when it was last tried for real. */
export function ComingPosts() {
  const { coming } = useStrings().attention
  const { posts, problem, refetch } = useComingPosts()
  const list = useQuery(attentionQuery).data
  const foreseen = foreseenOf(list?.entries ?? [])
  const isHeld = list?.entries.some(({ code }) => code === 'QUEUE_HELD') ?? false
  const check = useCheck()
  return (
    <Stack component="section" gap="sm" mt="2xl" aria-labelledby="coming">
      <Group justify="space-between">
        <h2 id="coming">{coming.title}</h2>
        {posts && posts.length > 0 && (
          <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
            {coming.check}
          </Button>
        )}
      </Group>
      {problem ? (
        <LoadProblem error={problem} onRetry={refetch} />
      ) : posts === null || !list ? (
        <Skeleton height={120} radius="lg" />
      ) : posts.length === 0 ? (
        <Text c="dimmed">{coming.none}</Text>
      ) : (
        <ul data-ruled>
          {posts.map((post) => (
            <ComingPost
              key={post.id}
              post={post}
              isHeld={isHeld && isKeptByHold(post)}
              foreseen={foreseen.get(post.id)}
            />
          ))}
        </ul>
      )}
      <Divider my="xs" />
      <EveningCheck />
    </Stack>
  )
}

/** Null while they are not known; `problem`: why they cannot be. */
function useComingPosts() {
  const { zone } = useCalendarTimes()
  const now = useNow()
  const today = wallTimeOf(now, zone).slice(0, 10)
  const { answers, isPending, problem, refetch } = useCalendar(spanOf(today, addDays(today, 2)), zone)
  const isComing = ({ status, at }: PlannedPostBody) => {
    const ahead = Date.parse(at) - now
    return status === 'SCHEDULED' && ahead > 0 && ahead <= HORIZON
  }
  const posts = isPending ? null : answers.flatMap((answer) => answer?.posts ?? []).filter(isComing)
  return { posts, problem, refetch }
}

const FINE = [CheckCircleFillIcon, 'var(--green)'] as const
const HELD = [AlertIcon, 'var(--amber-ink)'] as const
const STATES = {
  POST_WILL_FAIL: [StopIcon, 'var(--red)'],
  POST_WILL_BE_LATE: [AlertIcon, 'var(--amber-ink)'],
  POST_WILL_BE_INCOMPLETE: [AlertIcon, 'var(--amber-ink)'],
} as const satisfies Record<ForeseenCode, unknown>

interface ComingPostProps {
  readonly post: PlannedPostBody
  /** It does not go out before somebody confirms the data folder. */
  readonly isHeld: boolean
  readonly foreseen: ForeseenCode | undefined
}

function ComingPost({ post, isHeld, foreseen }: ComingPostProps) {
  const { attention, plan, posts } = useStrings()
  const { inMessage } = useCalendarTimes()
  const account = useAccount(post.platformAccountId)
  const otherwise = isHeld ? HELD : FINE
  const [Icon, colour] = foreseen === undefined ? otherwise : STATES[foreseen]
  const { fine, held } = attention.coming
  return (
    <Group component="li" wrap="nowrap" py="xs">
      <ThumbnailFrame url={post.thumbnailUrl} count={post.mediaCount} size="3.5rem" />
      <Stack gap="5xs" flex={1} miw={0}>
        <Anchor
          component={Link}
          href={`/posts/${post.id}`}
          fw={600}
          truncate
          dir="auto"
          pos="relative"
          py="2xs"
          my="-2xs"
        >
          {captionStart(post.caption) ?? posts.noCaption}
        </Anchor>
        <Text {...SMALL}>
          {inMessage(Date.parse(post.at))}
          {account && ` · ${account.username}`}
        </Text>
      </Stack>
      <Text fz="sm" fw={600} c={colour} flex="none" maw="40%">
        <Icon size={14} /> {foreseen === undefined ? (isHeld ? held : fine) : plan.foreseen[foreseen]}
      </Text>
    </Group>
  )
}

const eveningQuery = keyedQuery(keys.evening, {
  queryFn: () => parseResponse(pageApi.attention.evening.$get()),
})
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** When posts of the next two days are tried for real, and when they last were. */
function EveningCheck() {
  const { evening } = useStrings().attention
  const formats = useFormats()
  const checkedAt = useQuery(attentionQuery).data?.checkedAt
  const chosen = useQuery(eveningQuery).data
  const change = useAnsweredChange(keys.evening, (hour: number) =>
    parseResponse(pageApi.attention.evening.$put({ json: { hour } })),
  )
  // Whole or not at all, so that nothing is pushed away.
  if (!chosen || checkedAt === undefined) return null
  const hour = change.isPending ? change.variables : chosen.hour
  return (
    <Stack gap="xs" maw="40rem">
      <Text c="dimmed">{evening.text}</Text>
      <NativeSelect
        maw="16rem"
        label={evening.hour}
        description={chosen.timeZone}
        size="md"
        value={hour}
        data={HOURS.map((each) => ({
          value: String(each),
          label: formats.time(new Date(Date.UTC(2000, 0, 1, each)), 'UTC'),
        }))}
        onChange={({ currentTarget }) => change.mutate(Number(currentTarget.value))}
      />
      <CheckedAt at={checkedAt} />
    </Stack>
  )
}

/** Announced with the time of day: how long ago that was changes every minute, without news. */
function CheckedAt({ at }: { readonly at: string | null }) {
  const { evening } = useStrings().attention
  const timeWords = useTimeWords()
  return (
    <Text {...SMALL}>
      <VisuallyHidden component="span" role="status">
        {at === null ? evening.notYet : `${evening.checked} ${timeWords(Date.parse(at))}`}
      </VisuallyHidden>
      <span aria-hidden="true">
        {at === null ? evening.notYet : evening.checked} {at !== null && <RelativeTime at={at} />}
      </span>
    </Text>
  )
}
