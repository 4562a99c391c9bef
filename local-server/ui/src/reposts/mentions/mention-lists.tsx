import { Box, Button, Group, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core'
import { type ComponentProps, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { RepostItemBody } from '../../../../../core/api/story-repost.ts'
import { failureSentence, warningSentence } from '../../../../../core/rules/notices/sentences.ts'
import { isOpen, nextSteps } from '../../../../../core/rules/reposts/next-steps.ts'
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx'
import { Dot } from '../../kit/dot.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { AMBER_NOTE, SOFT } from '../../kit/looks.ts'
import { NewTabLink } from '../../kit/new-tab-link.tsx'
import { RelativeTime } from '../../shared/moment.tsx'
import { notify, notifyOfProblem } from '../../shared/notifications.ts'
import { useFocusAfter } from '../../shared/on-demand.tsx'
import { useLazyStrings, useStrings } from '../../strings/language.tsx'
import { useDismiss, useRepost } from '../repost-queries.ts'
import { useRepostOverview, useRepostWords } from '../repost-overview.ts'
import { MentionCard } from './mention-card.tsx'

export function WaitingMentions({ mentions }: { readonly mentions: readonly RepostItemBody[] }) {
  const { reposts: strings } = useLazyStrings()
  const { account, now } = useRepostOverview()
  const shown = useShown(mentions, now)
  const [leaving, setLeaving] = useState<RepostItemBody | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const dismissal = useDismiss(account.id)
  const reason = useRepostWords().whyNoClick()
  return (
    <Stack component="section" aria-labelledby="waiting">
      <h2 id="waiting" ref={heading} tabIndex={-1}>
        {strings.waitingHeading}
      </h2>
      {shown.length > 0 && (
        <Text maw="44rem" c="dimmed">
          {strings.askFirst}
        </Text>
      )}
      <div role="status" data-fills-later>
        {shown.length > 0 && reason !== null && (
          <Text maw="44rem" {...AMBER_NOTE}>
            {reason}
          </Text>
        )}
      </div>
      {shown.length === 0 ? (
        <NothingWaiting />
      ) : (
        <SimpleGrid component="ul" minColWidth="min(26rem, 100%)">
          {shown.map((mention) => (
            <MentionCard key={mention.id} mention={mention} onDismiss={() => setLeaving(mention)} />
          ))}
        </SimpleGrid>
      )}
      <ConfirmDialog
        subject={leaving}
        title={({ originalUsername }) => strings.dismissTitle(originalUsername)}
        act={strings.dismiss}
        mutation={dismissal}
        argument={({ id }) => id}
        onDone={() => notify(strings.dismissed)}
        onClose={() => setLeaving(null)}
        onGone={() => heading.current?.focus()}
      >
        <p>{strings.dismissText}</p>
      </ConfirmDialog>
    </Stack>
  )
}

/** The one that ends first comes first. One that was open stays while the page is open, so that its end is seen. */
function useShown(mentions: readonly RepostItemBody[], now: number): RepostItemBody[] {
  const seen = useRef(new Set<string>())
  for (const mention of mentions) if (isOpen(mention, now)) seen.current.add(mention.id)
  return mentions
    .filter(({ id, status }) => seen.current.has(id) && status !== 'DISMISSED')
    .toSorted((one, other) => (one.expiresAt ?? '').localeCompare(other.expiresAt ?? ''))
}

function NothingWaiting() {
  const { reposts } = useLazyStrings()
  const { plan } = useStrings()
  const { account } = useRepostOverview()
  if (!account.isSandbox)
    return <EmptyState title={reposts.nothingWaiting} text={reposts.nothingWaitingText} />
  return (
    <EmptyState title={reposts.nothingWaiting} text={reposts.nothingWaitingPractice(account.username)}>
      <NewTabLink href="/sandbox">{plan.list.sandboxFeed}</NewTabLink>
    </EmptyState>
  )
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
export function History({ mentions }: { readonly mentions: readonly RepostItemBody[] }) {
  const { reposts } = useLazyStrings()
  const { now } = useRepostOverview()
  const [status, setStatus] = useState<Status | null>(null)
  const ended = mentions.filter((mention) => !isOpen(mention, now))
  const shown = ended.filter((mention) => status === null || mention.status === status)
  const choose = (value: string) => setStatus(STATUSES.find((known) => known === value) ?? null)
  return (
    <Stack component="section" aria-labelledby="history">
      <Group gap="0.75rem 2rem" align="flex-end" justify="space-between">
        <div>
          <h2 id="history">{reposts.historyHeading}</h2>
          <Text mt="3xs" maw="44rem" c="dimmed">
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
            <HistoryRow key={mention.id} mention={mention} />
          ))}
        </ul>
      )}
    </Stack>
  )
}

function HistoryRow({ mention }: { readonly mention: RepostItemBody }) {
  const { notices, shared } = useStrings()
  const { reposts } = useLazyStrings()
  const { status, originalUsername, mentionedAt, errorDetail, noteDetail, igPermalink, postId } = mention
  const repost = useRepost(mention.accountId)
  useFocusAfter(repost.isPending)
  const mayRetry = nextSteps(mention, useRepostOverview().now).repost === 'again'
  return (
    <Group component="li" gap="0.25rem 1.25rem" align="baseline" py="md">
      <Text span flex="0 0 7.5rem" fw={600}>
        <Dot tone={TONES[status] ?? 'soft'} />
        {reposts.statuses[status]}
      </Text>
      <Box flex="1 1 15rem" {...SOFT}>
        <Text component="h3" c="var(--ink)" fw={650}>
          {reposts.mentionBy(originalUsername)}
        </Text>
        <p>
          {reposts.mentioned} <RelativeTime at={mentionedAt} />
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
            {shared.tryAgain}
          </Button>
        )}
      </Group>
    </Group>
  )
}
