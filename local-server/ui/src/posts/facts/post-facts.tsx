import { Anchor, Group, Text } from '@mantine/core'
import { useDidUpdate } from '@mantine/hooks'
import { useRef, useState } from 'react'
import type { PostBody } from '../../../../../core/api/posts.ts'
import { useCalendarTimes } from '../../plan/clock/calendar-zone.tsx'
import { useSeriesOf } from '../../plan/plan-queries.ts'
import { RepeatMenu } from '../../plan/repeat-menu.tsx'
import { parseStoredList } from '../../../../../core/rules/content/draft-body.ts'
import { zoneLabel } from '../../shared/when/time-zones.ts'
import { RelativeTime } from '../../shared/moment.tsx'
import { Fact, Facts } from '../../kit/facts.tsx'
import { NewTabLink } from '../../kit/new-tab-link.tsx'
import { useFormats, useStrings } from '../../strings/language.tsx'
import { optionalOf } from '../../compose/options.ts'
import { isInFlight } from '../post-queries.ts'
import { useAccountName, useSandboxPost } from '../parts.tsx'
import { useMentionKind, OptionFacts } from './option-facts.tsx'

export function PostFacts({ post }: { readonly post: PostBody }) {
  const { posts } = useStrings()
  const { page } = posts
  const { zone: calendarZone } = useCalendarTimes()
  const [isUtc, setUtc] = useState(false)
  const zone = isUtc ? 'UTC' : calendarZone
  const heading = useRef<HTMLHeadingElement>(null)
  const repeats = useSeriesOf(post.id) !== undefined
  // The menu that ended the series is gone with it, and must not take the keyboard's place with it.
  useDidUpdate(() => {
    if (!repeats && document.activeElement === document.body) heading.current?.focus()
  }, [repeats])
  return (
    <section aria-labelledby="details">
      <Group gap="0.25rem 1rem" align="baseline" justify="space-between" mb="sm">
        <h2 id="details" ref={heading} tabIndex={-1}>
          {page.details}
        </h2>
        {calendarZone !== 'UTC' && (
          <Anchor
            component="button"
            type="button"
            fz="0.9375rem"
            underline="always"
            onClick={() => setUtc(!isUtc)}
          >
            {isUtc ? page.showZone(zoneLabel(calendarZone)) : page.showUtc}
          </Anchor>
        )}
      </Group>
      <Facts>
        <Times post={post} zone={zone} />
        <Place post={post} />
        <Content post={post} />
        <OptionFacts of={optionalOf(post)} />
        <Fact name={posts.facts.id}>
          <Text component="code" fz="sm">
            {post.id}
          </Text>
        </Fact>
      </Facts>
    </section>
  )
}

function Times({ post, zone }: { readonly post: PostBody; readonly zone: string }) {
  const { facts } = useStrings().posts
  const formats = useFormats()
  const { scheduledFor, publishedAt, nextAttemptAt, createdAt } = post
  // What is live has no use for its attempts.
  const lastAttemptAt = publishedAt === null ? post.lastAttemptAt : null
  const times = { publishedAt, scheduledFor, nextAttemptAt, lastAttemptAt, createdAt }
  return (Object.keys(times) as (keyof typeof times)[]).map((name) => {
    const at = times[name]
    if (at === null) return null
    return (
      <Fact key={name} name={facts[name]}>
        {formats.exact(new Date(at), zone)}{' '}
        <Text inherit span c="dimmed">
          (<RelativeTime at={at} />)
        </Text>
      </Fact>
    )
  })
}

function Place({ post }: { readonly post: PostBody }) {
  const { posts } = useStrings()
  const { facts } = posts
  const accountName = useAccountName(post)
  const series = useSeriesOf(post.id)
  const source = posts.source[post.sourceType]
  const isCloud = post.handover !== null || post.cloudJobId !== null
  return (
    <>
      <Fact name={facts.account}>{accountName}</Fact>
      {post.status !== 'DRAFT' && (
        <Fact name={facts.runs}>
          {isCloud ? facts.worker : facts.thisComputer}
          {isInFlight(post) && post.handover !== null && post.handover !== 'cloud' && (
            <>
              .{' '}
              <Text inherit span c="dimmed">
                {posts.page.handover[post.handover]}
              </Text>
            </>
          )}
        </Fact>
      )}
      {series && (
        <Fact name={facts.repeats}>
          <RepeatMenu post={post} />
        </Fact>
      )}
      {source !== null && <Fact name={facts.source}>{source}</Fact>}
    </>
  )
}

function Content({ post }: { readonly post: PostBody }) {
  const { facts } = useStrings().posts
  const formats = useFormats()
  const namesIn = (stored: string | null) => parseStoredList<string | { readonly username: string }>(stored)
  const people = {
    people: namesIn(post.userTags),
    mentions: namesIn(post.storyMentions),
    collaborators: namesIn(post.collaborators),
  }
  const place = post.locationName ?? post.locationId
  return (
    <>
      {(['people', 'mentions', 'collaborators'] as const).map((kind) => {
        const names = people[kind]?.map((one) => (typeof one === 'string' ? one : one.username)) ?? []
        if (names.length === 0) return null
        return (
          <Fact key={kind} name={facts[kind]}>
            {formats.list(names.map((name) => `@${name.replace(/^@/, '')}`))}
            {kind === 'mentions' && isStillToGoOut(post) && <MentionKind post={post} />}
          </Fact>
        )
      })}
      {place !== null && <Fact name={facts.location}>{place}</Fact>}
      <CrossPost post={post} />
    </>
  )
}

const isStillToGoOut = (post: PostBody) =>
  post.status === 'DRAFT' || post.status === 'SCHEDULED' || isInFlight(post)

function MentionKind({ post }: { readonly post: PostBody }) {
  const kind = useMentionKind({ accountId: post.platformAccountId, isCloud: post.handover !== null })
  return kind && <Text c="dimmed">{kind}</Text>
}

function CrossPost({ post }: { readonly post: PostBody }) {
  const { facts } = useStrings().posts
  const isOff = useSandboxPost(post) === 'off'
  const { crossPostToPartner, handover, partnerPermalink, partnerPostId, status } = post
  if (!crossPostToPartner) return null
  const made = partnerPostId === null ? facts.crossPostMissing : facts.crossPostMade
  const pending = handover === null ? facts.crossPostPending : facts.crossPostNotByCloud
  return (
    <Fact name={facts.crossPost}>
      {partnerPermalink !== null && !isOff ? (
        <NewTabLink href={partnerPermalink}>{facts.crossPostSee}</NewTabLink>
      ) : status === 'PUBLISHED' ? (
        made
      ) : (
        pending
      )}
    </Fact>
  )
}
