import { SimpleGrid, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import type { PlatformAccountBody } from '../../../../../core/api/auth.ts'
import type { RepostItemBody } from '../../../../../core/api/story-repost.ts'
import { isOpen } from '../../../../../core/reposts/next-steps.ts'
import type { RepostOutlook } from '../../../../../core/reposts/outlook.ts'
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx'
import { AMBER_NOTE } from '../../kit/looks.ts'
import { EmptyState } from '../../kit/empty-state.tsx'
import { NewTabLink } from '../../kit/new-tab-link.tsx'
import { notify } from '../../shared/notifications.ts'
import { useFormats, useLazyStrings } from '../../strings/language.tsx'
import { whyNoClick } from '../engine-words.ts'
import { useDismiss } from '../repost-queries.ts'
import { MentionCard } from './mention-card.tsx'

interface WaitingProps {
  readonly account: PlatformAccountBody
  readonly mentions: readonly RepostItemBody[]
  readonly outlook: RepostOutlook
  readonly now: number
}

export function Waiting({ account, mentions, outlook, now }: WaitingProps) {
  const { reposts: strings } = useLazyStrings()
  const words = { strings, formats: useFormats(), now }
  const shown = useShown(mentions, now)
  const [leaving, setLeaving] = useState<RepostItemBody | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const dismissal = useDismiss(account.id)
  const reason = whyNoClick(outlook, words)
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
        <NothingWaiting account={account} />
      ) : (
        <SimpleGrid component="ul" minColWidth="min(26rem, 100%)">
          {shown.map((mention) => (
            <MentionCard
              key={mention.id}
              mention={mention}
              now={now}
              mayRepost={reason === null}
              mayAsk={outlook.click === null || outlook.click.kind === 'limit'}
              onDismiss={() => setLeaving(mention)}
            />
          ))}
        </SimpleGrid>
      )}
      <ConfirmDialog
        subject={leaving}
        title={({ originalUsername }) => strings.dismissTitle(originalUsername)}
        keep={strings.dismissKeep}
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

/** The one that ends first comes first. What was open stays where it is while the page is: its end is news. */
function useShown(mentions: readonly RepostItemBody[], now: number): RepostItemBody[] {
  const seen = useRef(new Set<string>())
  for (const mention of mentions) if (isOpen(mention, now)) seen.current.add(mention.id)
  return mentions
    .filter(({ id, status }) => seen.current.has(id) && status !== 'DISMISSED')
    .toSorted((one, other) => (one.expiresAt ?? '').localeCompare(other.expiresAt ?? ''))
}

function NothingWaiting({ account }: { readonly account: PlatformAccountBody }) {
  const { reposts } = useLazyStrings()
  if (!account.isSandbox)
    return <EmptyState title={reposts.nothingWaiting} text={reposts.nothingWaitingText} />
  return (
    <EmptyState title={reposts.nothingWaiting} text={reposts.nothingWaitingPractice(account.username)}>
      <NewTabLink href="/sandbox">{reposts.sandboxFeed}</NewTabLink>
    </EmptyState>
  )
}
