import { Box, Group, Stack, Text } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import type { ApprovalBody, ApprovalContent as Content } from '../../../../core/api/approvals.ts'
import type { MediaFileBody } from '../../../../core/api/media.ts'
import type { PostBody } from '../../../../core/api/posts.ts'
import { isVideo } from '../../../../core/rules/fit/fixes.ts'
import { patchOptions } from '../../../../core/rules/content/option-changes.ts'
import { Fact, Facts } from '../kit/facts.tsx'
import { useMedia } from '../library/media-queries.ts'
import { useMentionKind, OptionFacts, WHOLE } from '../posts/facts/option-facts.tsx'
import { useAccount } from '../shared/queries.ts'
import { zoneLabel } from '../shared/when/time-zones.ts'
import { useFormats, useLazyStrings, useStrings } from '../strings/language.tsx'
import { useCalendarTimes } from '../plan/clock/calendar-zone.tsx'
import classes from './approval-content.module.css'

interface ApprovalContentProps {
  readonly approval: ApprovalBody
  /** Of the same answer: it has the files. */
  readonly post: PostBody
}

/** All that will be sent, whole: what is approved is what was seen. */
export function ContentToApprove({ approval, post }: ApprovalContentProps) {
  const { accountId, content } = approval
  const { posts, compose, shared } = useStrings()
  const account = useAccount(accountId)
  const parts = useParts(approval, post)
  const isChange = approval.action === 'change'
  return (
    <Stack gap="sm">
      {parts.items}
      <Text dir="auto" style={WHOLE}>
        {content.caption ?? posts.noCaption}
      </Text>
      {isChange && <Before approval={approval} post={post} />}
      <Facts label={compose.extras}>
        {isChange && approval.timezone !== post.timezone && (
          <Fact name={shared.when.zone}>{zoneLabel(approval.timezone)}</Fact>
        )}
        <Fact name={posts.facts.account}>{account?.username}</Fact>
        {FACTS.map((name) => (
          <Fragment key={name}>{parts[name]}</Fragment>
        ))}
      </Facts>
    </Stack>
  )
}

/** What a change takes away: the time, its zone and the words that the post has now. Nothing where it keeps them. */
function Before({ approval: { scheduledFor, timezone, content }, post }: ApprovalContentProps) {
  const { posts, shared } = useStrings()
  const { now } = useLazyStrings().approvals
  const { inMessage } = useCalendarTimes()
  const before = [
    ...(post.scheduledFor === scheduledFor || post.scheduledFor === null
      ? []
      : [inMessage(Date.parse(post.scheduledFor))]),
    ...(post.timezone === timezone ? [] : [`${shared.when.zone} ${zoneLabel(post.timezone)}`]),
  ]
  const hasOtherWords = post.caption !== content.caption
  if (before.length === 0 && !hasOtherWords) return null
  return (
    <Stack gap="5xs">
      <Text c="dimmed" fz="sm">
        {now}
        {before.length > 0 && `: ${before.join(', ')}`}
      </Text>
      {hasOtherWords && (
        <Text dir="auto" c="dimmed" fz="sm" style={WHOLE}>
          {post.caption ?? posts.noCaption}
        </Text>
      )}
    </Stack>
  )
}

/** Null for a part that is not set. One that the content gains does not compile before it is shown here. */
function useParts(
  { accountId, content }: ApprovalBody,
  post: PostBody,
): { readonly [Part in keyof Content]: ReactNode } {
  const { posts, compose } = useStrings()
  const { facts } = posts
  const formats = useFormats()
  const people = (name: string, names: readonly string[], how: ReactNode = null) =>
    names.length === 0 ? null : (
      <Fact name={name}>
        {formats.list(names.map((one) => `@${one}`))}
        {how}
      </Fact>
    )
  const { mediaType, items, userTags, storyMentions, collaborators, locationId, cover } = content
  const mediaIds = items.map(({ mediaFileId }) => mediaFileId)
  return {
    mediaType: <Fact name={compose.kind}>{compose.kinds[mediaType].name}</Fact>,
    caption: content.caption,
    items: <Files ids={mediaIds} known={post.mediaFiles} />,
    userTags: people(facts.people, namesOf(userTags)),
    storyMentions: people(facts.mentions, namesOf(storyMentions), <MentionKind accountId={accountId} />),
    collaborators: people(facts.collaborators, collaborators),
    // The name is a note of whoever wrote the draft, for the place that it had; the ID decides.
    locationId:
      locationId === null ? null : (
        <Fact name={facts.location}>
          {post.locationName === null || post.locationId !== locationId
            ? locationId
            : `${post.locationName} (${locationId})`}
        </Fact>
      ),
    crossPostToPartner: content.crossPostToPartner ? (
      <Fact name={facts.crossPost}>{facts.crossPostPending}</Fact>
    ) : null,
    options: <OptionFacts of={{ mediaType, mediaIds, options: patchOptions({}, content.options) }} />,
    cover: cover && (
      <Fact name={compose.options.coverPictureAlt}>
        <Files ids={[cover.mediaFileId]} known={[]} />
      </Fact>
    ),
  }
}

function MentionKind({ accountId }: { readonly accountId: string }) {
  return <Text c="dimmed">{useMentionKind({ accountId })}</Text>
}

/** Parts that stand as lines below caption and files, in their order. */
const FACTS = [
  'mediaType',
  'userTags',
  'storyMentions',
  'collaborators',
  'locationId',
  'crossPostToPartner',
  'options',
  'cover',
] as const satisfies readonly Exclude<keyof Content, 'caption' | 'items'>[]

const namesOf = (tags: readonly { readonly username: string }[]) => tags.map(({ username }) => username)

interface FilesProps {
  readonly ids: readonly string[]
  readonly known: readonly MediaFileBody[]
}

/** Each in full, with its number where there are several. */
function Files({ ids, known }: FilesProps) {
  const { compose } = useStrings()
  const media = useMedia(ids, known)
  return (
    <Group component="ul" gap="sm" align="start" aria-label={compose.media}>
      {media.map((file, index) => (
        <li key={`${index} ${ids[index] ?? ''}`}>
          {file ? <File media={file} /> : <Box className={classes.file ?? ''} />}
          {ids.length > 1 && (
            <Text fz="xs" c="dimmed" ta="center">
              {index + 1}
            </Text>
          )}
        </li>
      ))}
    </Group>
  )
}

function File({ media }: { readonly media: MediaFileBody }) {
  const { previewUrl, thumbnailPreviewUrl, originalFilename } = media
  const shown = { className: classes.file, src: previewUrl ?? undefined }
  if (isVideo(media))
    return (
      <video
        {...shown}
        controls
        muted
        playsInline
        preload="metadata"
        poster={thumbnailPreviewUrl ?? undefined}
        aria-label={originalFilename}
      />
    )
  return <img {...shown} alt={originalFilename} decoding="async" />
}
