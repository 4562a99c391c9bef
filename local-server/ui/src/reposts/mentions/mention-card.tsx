import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { ImageIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { RepostItemBody } from '../../../../../core/api/story-repost.ts'
import { failureSentence, warningSentence } from '../../../../../core/rules/notices/sentences.ts'
import { nextSteps, timeLeft } from '../../../../../core/rules/reposts/next-steps.ts'
import { ApiError } from '../../api-client.ts'
import { RelativeTime } from '../../shared/moment.tsx'
import { Dot } from '../../kit/dot.tsx'
import { CARD, RED_NOTE, SOFT } from '../../kit/looks.ts'
import { NewTabLink } from '../../kit/new-tab-link.tsx'
import { ProblemNote } from '../../kit/problem-note.tsx'
import { useLazyStrings, useStrings } from '../../strings/language.tsx'
import { storyQuery, useRepost } from '../repost-queries.ts'
import { useRepostOverview } from '../repost-overview.ts'
import classes from './mention-card.module.css'
import { TimeLeft } from './time-left.tsx'

interface MentionCardProps {
  readonly mention: RepostItemBody
  readonly onDismiss: () => void
}

/** One story that mentions the account, from its discovery to what became of it. */
export function MentionCard({ mention, onDismiss }: MentionCardProps) {
  const { reposts } = useLazyStrings()
  const { shared } = useStrings()
  const { now, outlook } = useRepostOverview()
  const { originalUsername, accountId, status, id } = mention
  const repost = useRepost(accountId)
  const heading = useRef<HTMLHeadingElement>(null)
  const begin = () => {
    repost.mutate(id)
    // The buttons leave at once.
    heading.current?.focus({ preventScroll: true })
  }
  const steps = nextSteps(mention, now)
  // The outcome is known before the list is read again.
  const isBegun = repost.isPending || status === 'REPOSTING' || (repost.isSuccess && status === 'PENDING')
  // By now the mention itself says why the repost failed.
  const isTold =
    repost.error instanceof ApiError && repost.error.code === 'REPOST_FAILED' && status !== 'PENDING'
  const problem = isTold ? null : repost.error
  return (
    <Group component="li" gap="card" wrap="nowrap" align="flex-start" {...CARD}>
      <StoryPreview mention={mention} />
      <Stack gap="xs" flex={1} miw={0}>
        <Text component="h3" ref={heading} tabIndex={-1} fz="lg" fw={650} lh={1.2}>
          {reposts.mentionBy(originalUsername)}
        </Text>
        <Stack component="p" gap="5xs" {...SOFT}>
          {status === 'PUBLISHED' ? null : <TimeLeft mention={mention} />}
          <span>
            {reposts.mentioned} <RelativeTime at={mention.mentionedAt} />
          </span>
        </Stack>
        <Stack role="status" gap="3xs" data-fills-later>
          <Outcome mention={mention} isBegun={isBegun} />
        </Stack>
        {problem !== null && <ProblemNote error={problem} />}
        {!isBegun && (
          <Group gap="xs" align="stretch" mt="3xs" data-wraps>
            {steps.repost !== null && (
              <Button
                aria-label={
                  status === 'FAILED' ? reposts.againOf(originalUsername) : reposts.repostOf(originalUsername)
                }
                disabled={outlook.click !== null}
                onClick={begin}
              >
                {status === 'FAILED' ? shared.tryAgain : reposts.repost}
              </Button>
            )}
            {steps.dismiss && (
              <Button variant="default" aria-label={reposts.dismissOf(originalUsername)} onClick={onDismiss}>
                {reposts.dismiss}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </Group>
  )
}

function Outcome({ mention, isBegun }: { readonly mention: RepostItemBody; readonly isBegun: boolean }) {
  const { notices } = useStrings()
  const { reposts } = useLazyStrings()
  const { status, igPermalink, postId, errorDetail, noteDetail } = mention
  const cause = errorDetail && failureSentence(errorDetail, notices)
  if (isBegun)
    return (
      <Text fw={600}>
        <Dot tone="link" breathes />
        {reposts.reposting}
      </Text>
    )
  if (status === 'PENDING') return null
  return (
    <>
      {status === 'PUBLISHED' && (
        <Text fw={600}>
          <Dot tone="green" />
          {reposts.reposted}
        </Text>
      )}
      {status === 'FAILED' && (
        <Text {...RED_NOTE}>
          <strong>{reposts.failed}</strong> {cause}
        </Text>
      )}
      {status === 'EXPIRED' && <p>{cause ?? reposts.isOver}</p>}
      {noteDetail !== null && <p>{warningSentence(noteDetail, notices)}</p>}
      <Group component="p" gap="0.25rem 1.25rem" align="stretch">
        {igPermalink !== null && <NewTabLink href={igPermalink}>{reposts.seeStory}</NewTabLink>}
        {postId !== null && <Link href={`/posts/${postId}`}>{reposts.seePost}</Link>}
      </Group>
    </>
  )
}

/** The story itself, in its own shape, as long as it can be seen. */
function StoryPreview({ mention }: { readonly mention: RepostItemBody }) {
  const { reposts } = useLazyStrings()
  const { now, outlook } = useRepostOverview()
  const isOver = timeLeft(mention, now) === 0
  // After a warning not even the story is asked for.
  const mayAsk = outlook.click === null || outlook.click.kind === 'limit'
  const story = useQuery({ ...storyQuery(mention), enabled: !isOver && mayAsk })
  const url = useObjectUrl(story.data)
  const label = reposts.storyOf(mention.originalUsername)
  // Nobody who could not be reached has said that it is gone.
  const isMissing = story.error instanceof ApiError && story.error.status === 404
  const isGone = isOver || (mayAsk && mention.mediaType !== null && isMissing)
  if (story.isLoading || (story.data && url === null)) return <Skeleton className={classes.frame} />
  if (url === null || story.data === undefined)
    return (
      <div className={classes.frame}>
        <ImageIcon size={24} />
        <p>{isGone ? reposts.storyGone : reposts.storyUnseen}</p>
      </div>
    )
  if (story.data.type.startsWith('video/'))
    return <video className={classes.frame} src={url} aria-label={label} controls muted playsInline loop />
  return <img className={classes.frame} src={url} alt={label} />
}

function useObjectUrl(blob: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => {
      URL.revokeObjectURL(made)
      setUrl(null)
    }
  }, [blob])
  return url
}
