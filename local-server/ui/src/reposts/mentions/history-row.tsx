import { Button, Group } from '@mantine/core'
import { Link } from 'wouter'
import type { RepostItemBody } from '../../../../../core/api/story-repost.ts'
import { failureSentence, warningSentence } from '../../../../../core/notices/sentences.ts'
import { nextSteps } from '../../../../../core/reposts/next-steps.ts'
import { Moment } from '../../shared/moment.tsx'
import { NewTabLink } from '../../shared/new-tab-link.tsx'
import { notifyOfProblem } from '../../shared/notifications.ts'
import { useLazyStrings, useStrings } from '../../strings/language.tsx'
import { useRepost } from '../repost-queries.ts'
import classes from './mentions.module.css'

interface HistoryRowProps {
  readonly mention: RepostItemBody
  readonly now: number
}

export function HistoryRow({ mention, now }: HistoryRowProps) {
  const { notices } = useStrings()
  const { reposts } = useLazyStrings()
  const { status, originalUsername, mentionedAt, errorDetail, noteDetail, igPermalink, postId } = mention
  const repost = useRepost(mention.accountId)
  const mayRetry = nextSteps(mention, now).repost === 'again'
  return (
    <li className={classes.row}>
      <span className={classes.badge} data-status={status}>
        {reposts.statuses[status]}
      </span>
      <div>
        <h3>{reposts.mentionBy(originalUsername)}</h3>
        <p>
          {reposts.mentioned} <Moment at={mentionedAt} />
        </p>
        {errorDetail !== null && <p>{failureSentence(errorDetail, notices)}</p>}
        {noteDetail !== null && <p>{warningSentence(noteDetail, notices)}</p>}
      </div>
      <Group gap="0.5rem 1rem" fz="0.9375rem">
        {igPermalink !== null && <NewTabLink href={igPermalink}>{reposts.seeStory}</NewTabLink>}
        {postId !== null && <Link href={`/posts/${postId}`}>{reposts.seePost}</Link>}
        {mayRetry && (
          <Button
            variant="default"
            size="xs"
            loading={repost.isPending}
            aria-label={reposts.againOf(originalUsername)}
            onClick={() => repost.mutate(mention.id, { onError: notifyOfProblem })}
          >
            {reposts.again}
          </Button>
        )}
      </Group>
    </li>
  )
}
