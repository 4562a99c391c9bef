import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { useRef } from 'react'
import { Link } from 'wouter'
import type { PlannedPostBody } from '../../../../../core/posts/bodies/planned-post-body.ts'
import { useCalendarTimes } from '../clock/calendar-zone.tsx'
import { SMALL } from '../../kit/looks.ts'
import { Moment } from '../../shared/moment.tsx'
import { useStrings } from '../../strings/language.tsx'
import { failureLine } from '../../posts/failure.ts'
import { NextStepAction } from '../../posts/state/next-step-action.tsx'
import { SandboxMark, useAccountName } from '../../posts/sandbox-post.tsx'
import { SeePostLink } from '../../posts/post-links.tsx'
import { captionStart } from '../../posts/post-name.ts'
import { isInFlight } from '../../posts/post-queries.ts'
import classes from './post-row.module.css'
import { StatusBadge } from '../../posts/status-badge.tsx'
import { ThumbnailFrame } from '../../posts/thumbnail.tsx'

/** All of it leads to the post; what can be done about a failure lies on top. */
export function PostRow({ post }: { readonly post: PlannedPostBody }) {
  const strings = useStrings()
  const { posts } = strings
  const link = useRef<HTMLAnchorElement>(null)
  const start = captionStart(post.caption)
  return (
    <Group
      component="li"
      pos="relative"
      gap="clamp(1rem, 3vw, 1.5rem)"
      wrap="nowrap"
      align="flex-start"
      py="lg"
      className={classes.row ?? ''}
    >
      <ThumbnailFrame url={post.thumbnailUrl} count={post.mediaCount} />
      <Stack gap={6} flex={1} miw={0}>
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
        <Group pos="relative" gap="8px 20px" w="fit-content" fz="0.9375rem" data-fills-later>
          <NextStepAction post={post} onRetried={() => link.current?.focus()} />
          <SeePostLink post={post} />
        </Group>
      </Stack>
    </Group>
  )
}

function Facts({ post }: { readonly post: PlannedPostBody }) {
  const { posts } = useStrings()
  const accountName = useAccountName(post)
  const goesOut = post.status === 'SCHEDULED' || isInFlight(post)
  const isCloud = post.handover !== null || post.cloudJobId !== null
  return (
    <Group component="p" gap="0.125rem 1rem" {...SMALL}>
      <StatusBadge post={post} />
      <Time at={timeOf(post)} />
      <span>{posts.type[post.mediaType]}</span>
      <span>{accountName}</span>
      <SandboxMark post={post} />
      {(goesOut || isCloud) && <span>{isCloud ? posts.inCloud : posts.onThisComputer}</span>}
    </Group>
  )
}

function Time({ at }: { readonly at: string }) {
  const { inMessage } = useCalendarTimes()
  return (
    <span>
      {inMessage(Date.parse(at))} (<Moment at={at} />)
    </span>
  )
}

/** Scheduled time of a waiting post; otherwise the time of its last change. */
function timeOf({ status, at, lastAttemptAt, updatedAt }: PlannedPostBody): string {
  if (status === 'DRAFT') return updatedAt
  return status === 'FAILED' || status === 'QUEUED' ? (lastAttemptAt ?? at) : at
}

/** Placeholders as tall as the rows that come. */
export function RowSkeletons() {
  return (
    <Stack gap="xl" py="lg">
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} height={88} radius="lg" />
      ))}
    </Stack>
  )
}
