import { Anchor, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { PostBody } from '../../../../../core/api/posts.ts'
import { useCalendarTimes } from '../../plan/clock/calendar-zone.tsx'
import { parseStoredList } from '../../../../../core/posts/bodies/draft-body.ts'
import { zoneLabel } from '../../shared/when/time-zones.ts'
import { Moment } from '../../shared/moment.tsx'
import { Fact, Facts } from '../../kit/facts.tsx'
import { NewTabLink } from '../../kit/new-tab-link.tsx'
import { useFormats, useStrings } from '../../strings/language.tsx'
import { isInFlight } from '../post-queries.ts'
import { useAccountName, useSandboxPost } from '../sandbox-post.tsx'

export function PostFacts({ post }: { readonly post: PostBody }) {
  const { page } = useStrings().posts
  const { zone: calendarZone } = useCalendarTimes()
  const [isUtc, setUtc] = useState(false)
  const zone = isUtc ? 'UTC' : calendarZone
  return (
    <section aria-labelledby="details">
      <Group gap="0.25rem 1rem" align="baseline" justify="space-between" mb="sm">
        <h2 id="details">{page.details}</h2>
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
      </Facts>
    </section>
  )
}

function Times({ post, zone }: { readonly post: PostBody; readonly zone: string }) {
  const { facts } = useStrings().posts
  const { scheduledFor, publishedAt, lastAttemptAt, nextAttemptAt, createdAt } = post
  return (
    <>
      <Time name={facts.publishedAt} at={publishedAt} zone={zone} />
      <Time name={facts.scheduledFor} at={scheduledFor} zone={zone} />
      <Time name={facts.nextAttemptAt} at={nextAttemptAt} zone={zone} />
      <Time name={facts.lastAttemptAt} at={publishedAt === null ? lastAttemptAt : null} zone={zone} />
      <Time name={facts.createdAt} at={createdAt} zone={zone} />
    </>
  )
}

interface TimeProps {
  readonly name: string
  readonly at: string | null
  readonly zone: string
}

function Time({ name, at, zone }: TimeProps) {
  const formats = useFormats()
  if (at === null) return null
  return (
    <Fact name={name}>
      {formats.exact(new Date(at), zone)}{' '}
      <Text inherit span c="dimmed">
        (<Moment at={at} />)
      </Text>
    </Fact>
  )
}

function Place({ post }: { readonly post: PostBody }) {
  const { posts } = useStrings()
  const { facts } = posts
  const accountName = useAccountName(post)
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
      {source !== null && <Fact name={facts.source}>{source}</Fact>}
    </>
  )
}

interface Named {
  readonly username: string
}

function Content({ post }: { readonly post: PostBody }) {
  const { facts } = useStrings().posts
  const people = parseStoredList<Named>(post.userTags)?.map(({ username }) => username)
  const mentions = parseStoredList<Named>(post.storyMentions)?.map(({ username }) => username)
  return (
    <>
      <Names name={facts.people} names={people} />
      <Names name={facts.mentions} names={mentions} />
      <Names name={facts.collaborators} names={parseStoredList<string>(post.collaborators)} />
      {(post.locationName ?? post.locationId) !== null && (
        <Fact name={facts.location}>{post.locationName ?? post.locationId}</Fact>
      )}
      <CrossPost post={post} />
      <Fact name={facts.id}>
        <Text component="code" fz="sm">
          {post.id}
        </Text>
      </Fact>
    </>
  )
}

interface NamesProps {
  readonly name: string
  readonly names: readonly string[] | null | undefined
}

function Names({ name, names }: NamesProps) {
  const formats = useFormats()
  if (!names || names.length === 0) return null
  return <Fact name={name}>{formats.list(names.map((one) => `@${one.replace(/^@/, '')}`))}</Fact>
}

function CrossPost({ post }: { readonly post: PostBody }) {
  const { facts } = useStrings().posts
  const isOff = useSandboxPost(post) === 'off'
  const { crossPostToPartner, partnerPermalink, partnerPostId, status } = post
  if (!crossPostToPartner) return null
  const made = partnerPostId === null ? facts.crossPostMissing : facts.crossPostMade
  return (
    <Fact name={facts.crossPost}>
      {partnerPermalink !== null && !isOff ? (
        <NewTabLink href={partnerPermalink}>{facts.crossPostSee}</NewTabLink>
      ) : status === 'PUBLISHED' ? (
        made
      ) : (
        facts.crossPostPending
      )}
    </Fact>
  )
}
