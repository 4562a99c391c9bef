import { Box, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useState, type ComponentProps } from 'react'
import { Link } from 'wouter'
import type { RepostItemBody } from '../../../../../core/api/story-repost.ts'
import { isOpen, nextSteps } from '../../../../../core/reposts/next-steps.ts'
import { useLazyStrings, useStrings } from '../../strings/language.tsx'
import { Dot } from '../../kit/dot.tsx'
import { SOFT } from '../../kit/looks.ts'
import { failureSentence, warningSentence } from '../../../../../core/notices/sentences.ts'
import { Moment } from '../../shared/moment.tsx'
import { NewTabLink } from '../../kit/new-tab-link.tsx'
import { notifyOfProblem } from '../../shared/notifications.ts'
import { useRepost } from '../repost-queries.ts'

interface HistoryProps {
  readonly mentions: readonly RepostItemBody[]
  readonly now: number
}

type Status = RepostItemBody['status']
const STATUSES = ['PUBLISHED', 'FAILED', 'EXPIRED', 'DISMISSED'] as const satisfies readonly Status[]

const TONES: Partial<Record<Status, ComponentProps<typeof Dot>['tone']>> = {
  PUBLISHED: 'green',
  FAILED: 'red',
  PENDING: 'link',
  REPOSTING: 'link',
}

/** Finished mentions; an open one has its card. */
export function History({ mentions, now }: HistoryProps) {
  const { reposts } = useLazyStrings()
  const [status, setStatus] = useState<Status | null>(null)
  const ended = mentions.filter((mention) => !isOpen(mention, now))
  const shown = ended.filter((mention) => status === null || mention.status === status)
  const choose = (value: string) => setStatus(STATUSES.find((known) => known === value) ?? null)
  return (
    <Stack component="section" aria-labelledby="history">
      <Group gap="12px 32px" align="flex-end" justify="space-between">
        <div>
          <h2 id="history">{reposts.historyHeading}</h2>
          <Text mt={6} maw="44rem" c="dimmed">
            {reposts.historyLead}
          </Text>
        </div>
        {ended.length > 0 && (
          <NativeSelect
            label={reposts.show}
            data={[
              { value: '', label: reposts.showAll },
              ...STATUSES.map((value) => ({ value, label: reposts.statuses[value] })),
            ]}
            value={status ?? ''}
            onChange={(event) => choose(event.currentTarget.value)}
          />
        )}
      </Group>
      {shown.length === 0 ? (
        <Text c="dimmed">{ended.length === 0 ? reposts.historyEmpty : reposts.historyNone}</Text>
      ) : (
        <ul data-ruled>
          {shown.map((mention) => (
            <HistoryRow key={mention.id} mention={mention} now={now} />
          ))}
        </ul>
      )}
    </Stack>
  )
}

interface HistoryRowProps {
  readonly mention: RepostItemBody
  readonly now: number
}

function HistoryRow({ mention, now }: HistoryRowProps) {
  const { notices } = useStrings()
  const { reposts } = useLazyStrings()
  const { status, originalUsername, mentionedAt, errorDetail, noteDetail, igPermalink, postId } = mention
  const repost = useRepost(mention.accountId)
  const mayRetry = nextSteps(mention, now).repost === 'again'
  return (
    <Group component="li" gap="4px 20px" align="baseline" py="md">
      <Text span flex="0 0 7.5rem" fw={600}>
        <Dot tone={TONES[status] ?? 'soft'} />
        {reposts.statuses[status]}
      </Text>
      <Box flex="1 1 15rem" {...SOFT}>
        <Text component="h3" c="var(--ink)" fw={650}>
          {reposts.mentionBy(originalUsername)}
        </Text>
        <p>
          {reposts.mentioned} <Moment at={mentionedAt} />
        </p>
        {errorDetail !== null && <p>{failureSentence(errorDetail, notices)}</p>}
        {noteDetail !== null && <p>{warningSentence(noteDetail, notices)}</p>}
      </Box>
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
    </Group>
  )
}
