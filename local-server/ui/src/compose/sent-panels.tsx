// What takes the place of the form from the moment that a post is accepted until the reader chooses what is next.
import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { ClockIcon, CloudIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'wouter'
import type { PostBody } from '../../../../core/api/posts.ts'
import type { ScheduledBody } from '../../../../core/api/schedule/schedule.ts'
import { AMBER_NOTE, CARD } from '../kit/looks.ts'
import { ProblemNote, Sign } from '../kit/problem-note.tsx'
import { SandboxBadge } from '../kit/sandbox-badge.tsx'
import { LIST_ADDRESS } from '../plan/plan-address.ts'
import { failureText } from '../posts/failure.ts'
import { PostSymptoms, ProfileLink, SeePostLink, useSandboxPost } from '../posts/parts.tsx'
import { isInFlight, postQuery } from '../posts/post-queries.ts'
import { PublicationSteps } from '../posts/publication-steps.tsx'
import { useShowAccount } from '../shared/accounts/default-account.ts'
import { takeFocus } from '../shared/on-demand.tsx'
import { datedSentence } from '../shared/moment.tsx'
import { zoneLabel } from '../shared/when/time-zones.ts'
import { useOverlays } from '../shared/overlay-address.ts'
import { useFormats, useStrings } from '../strings/language.tsx'
import { focusField } from './form.tsx'

interface PublishingPanelProps {
  readonly postId: string
  /** To a new, empty form. */
  readonly onAnother: () => void
  /** Back to what was sent, for a post that is certainly not live; absent where it can be tried again elsewhere. */
  readonly onBack?: (() => void) | undefined
}

/** A post on its way, live or failed. */
export function PublishingPanel({ postId, onAnother, onBack }: PublishingPanelProps) {
  const strings = useStrings()
  const { page } = strings.posts
  const { compose } = strings
  const post = useQuery(postQuery(postId)).data
  const isSandbox = useSandboxPost(post ?? { platformAccountId: '', igPermalink: null }) !== null
  const failure = post?.status === 'FAILED' ? failureText(post, strings) : null
  return (
    <Panel
      title={failure?.title ?? (post?.status === 'PUBLISHED' ? page.live : page.publishing)}
      below={isSandbox && <SandboxBadge />}
    >
      {failure ? (
        <ProblemNote>
          <p>{failure.cause}</p>
          <p>{failure.advice}</p>
          {post && <PostSymptoms post={post} />}
        </ProblemNote>
      ) : (
        <PublicationSteps
          status={post?.status ?? 'QUEUED'}
          mediaType={post?.mediaType ?? 'IMAGE'}
          isSandbox={isSandbox}
        />
      )}
      {post && isInFlight(post) && (
        <>
          <Text c="dimmed">
            {post.nextAttemptAt !== null && post.status === 'PUBLISHING' && `${page.stillChecking} `}
            {compose.mayLeave}
          </Text>
          <Group {...ACTIONS}>
            <Button variant="default" onClick={() => returnToForm(onAnother)}>
              {compose.anotherMeanwhile}
            </Button>
          </Group>
        </>
      )}
      {post && !isInFlight(post) && <NextActions post={post} onAnother={onAnother} onBack={onBack} />}
    </Panel>
  )
}

interface NextActionsProps extends Pick<PublishingPanelProps, 'onAnother' | 'onBack'> {
  readonly post: PostBody
}

function NextActions({ post, onAnother, onBack }: NextActionsProps) {
  const { compose, posts, plan } = useStrings()
  const showAccount = useShowAccount()
  return (
    <Group {...ACTIONS}>
      {post.status === 'PUBLISHED' && (
        <Button onClick={() => returnToForm(onAnother)}>{compose.another}</Button>
      )}
      {post.status === 'FAILED' && post.publishOutcome !== 'unconfirmed' && onBack && (
        <Button variant="default" onClick={() => returnToForm(onBack)}>
          {compose.backToDraft}
        </Button>
      )}
      <SeePostLink post={post} />
      {post.publishOutcome === 'unconfirmed' && <ProfileLink post={post} />}
      <Link href={`/posts/${post.id}`}>{posts.page.details}</Link>
      <Link href={LIST_ADDRESS} onClick={() => showAccount(post.platformAccountId)}>
        {plan.list.allPosts}
      </Link>
    </Group>
  )
}

interface ScheduledPanelProps {
  readonly scheduled: ScheduledBody
  readonly onAnother: () => void
  readonly onEdit: () => void
}

/** A scheduled post: when it goes out, and who publishes it. */
export function ScheduledPanel({ scheduled, onAnother, onEdit }: ScheduledPanelProps) {
  const { compose, notices, shared, posts } = useStrings()
  const formats = useFormats()
  const sheet = useOverlays()
  const { scheduledFor, timezone, isCloud, handover, warningDetails, postId } = scheduled
  return (
    <Panel
      title={posts.page.scheduled(formats.dayAndTime(new Date(scheduledFor), timezone))}
      below={
        <Text mt="3xs" c="dimmed">
          {zoneLabel(timezone)}
        </Text>
      }
    >
      <Sign Icon={isCloud ? CloudIcon : ClockIcon} tone="var(--link)" mt={0} {...CARD} p="md">
        {isCloud ? compose.runsInCloud : compose.runsHere}{' '}
        {isCloud ? (
          handover !== 'cloud' && compose.handingOver
        ) : (
          <Link href="/settings/cloud">{compose.toCloud}</Link>
        )}
      </Sign>
      {warningDetails.map((warning) => (
        <Text key={JSON.stringify(warning)} {...AMBER_NOTE}>
          {datedSentence(warning, notices, (at) => formats.dayAndTime(at, timezone))}
        </Text>
      ))}
      <Group {...ACTIONS}>
        <Button onClick={() => returnToForm(onAnother)}>{compose.scheduleAnother}</Button>
        <Link href={sheet.hrefOf(postId)} onClick={onEdit}>
          {compose.changeIt}
        </Link>
        <Button variant="subtle" onClick={sheet.close}>
          {shared.close}
        </Button>
      </Group>
    </Panel>
  )
}

const ACTIONS = { gap: '0.75rem 1.5rem' } as const

interface PanelProps {
  readonly title: string
  readonly below: ReactNode
  readonly children: ReactNode
}

function Panel({ title, below, children }: PanelProps) {
  return (
    <Stack component="section" gap="xl">
      <div role="status">
        <Box component="h2" ref={takeFocus} tabIndex={-1} fz="xl">
          {title}
        </Box>
        {below}
      </div>
      {children}
    </Stack>
  )
}

/** Back to the form, with the keyboard in the caption. */
function returnToForm(change: () => void): void {
  flushSync(change)
  focusField('caption')
}
