import { Box, CloseButton, Group, Stack, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { PlannedPostBody } from '../../../../core/posts/bodies/planned-post-body.ts'
import { CARD, SMALL } from '../kit/looks.ts'
import { failureLine } from '../posts/failure.ts'
import { NextStepAction } from '../posts/state/next-step-action.tsx'
import { lastOutcomeQuery } from '../posts/post-queries.ts'
import { SandboxMark, SeePostLink, ThumbnailFrame, useSandboxPost } from '../posts/parts.tsx'
import { useAccount } from '../shared/queries.ts'
import { Moment } from '../shared/moment.tsx'
import { NEW_POST, usePostSheet } from '../shared/post-sheet-address.ts'
import { useStrings } from '../strings/language.tsx'

/** The last outcome, good or bad, and where to go from it, until the reader puts it away. */
export function LatestPost() {
  const { compose } = useStrings()
  const { data: post } = useQuery(lastOutcomeQuery)
  const [isHidden, hide] = useHidden(post ?? null)
  if (!post || isHidden) return null
  const hasFailed = post.status === 'FAILED'
  return (
    <Group
      component="aside"
      pos="relative"
      gap="clamp(1rem, 2vw, 1.5rem)"
      align="flex-start"
      mt="lg"
      mb="clamp(2rem, 5vw, 3rem)"
      {...CARD}
      p="lg"
      pr="3rem"
      aria-label={compose.last}
    >
      <ThumbnailFrame url={post.thumbnailUrl} count={post.mediaCount} size="clamp(5rem, 10vw, 8rem)" />
      <Summary post={post} />
      {!hasFailed && <NextSteps />}
      <CloseButton
        pos="absolute"
        top={12}
        right={12}
        aria-label={hasFailed ? compose.hideFailure : compose.hideLast}
        onClick={hide}
      />
    </Group>
  )
}

/** Good news can be put away for ever, a failure only by itself: the next one is told again. */
function useHidden(post: PlannedPostBody | null): [boolean, () => void] {
  const [withoutGood, setWithoutGood] = useLocalStorage({
    key: 'nightpost-latest-hidden',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const [hiddenFailure, setHiddenFailure] = useLocalStorage({
    key: 'nightpost-failure-hidden',
    defaultValue: '',
    getInitialValueInEffect: false,
  })
  if (post?.status !== 'FAILED') return [withoutGood, () => setWithoutGood(true)]
  const failure = `${post.id} ${post.updatedAt}`
  return [hiddenFailure === failure, () => setHiddenFailure(failure)]
}

function Summary({ post }: { readonly post: PlannedPostBody }) {
  const strings = useStrings()
  const { compose } = strings
  const account = useAccount(post.platformAccountId)
  const title = useTitle(post)
  return (
    <Stack gap={4} flex="1 1 9rem" miw={0} align="flex-start">
      <h2>{title}</h2>
      <Group component="p" gap="0.125rem 0.5rem" {...SMALL}>
        <Moment at={post.publishedAt ?? post.lastAttemptAt ?? post.updatedAt} />
        {account && <span>{compose.on(account.username)}</span>}
        <SandboxMark post={post} />
      </Group>
      {post.caption !== null && (
        <Text lineClamp={2} dir="auto">
          {post.caption}
        </Text>
      )}
      {post.status === 'FAILED' && <Text c="var(--red)">{failureLine(post, strings)}</Text>}
      <Group component="p" gap="0.375rem 1.25rem" mt={4}>
        <NextStepAction post={post} onRetried={() => {}} />
        <SeePostLink post={post} />
        <Link href={`/posts/${post.id}`}>{compose.toPost}</Link>
      </Group>
    </Stack>
  )
}

function useTitle(post: PlannedPostBody): string {
  const { compose } = useStrings()
  const isSandbox = useSandboxPost(post) !== null
  if (post.publishOutcome === 'unconfirmed') return compose.lastUnconfirmed
  if (post.status === 'FAILED') return compose.lastFailed
  return isSandbox ? compose.lastIsInSandbox : compose.lastIsLive
}

function NextSteps() {
  const { compose } = useStrings()
  const sheet = usePostSheet()
  return (
    <Box flex="0 1 17rem">
      <Text component="h3" {...SMALL} fw={650} lts={0}>
        {compose.next}
      </Text>
      <Stack component="ul" gap={8} mt="xs">
        <li>
          <Link href={sheet.hrefOf(NEW_POST)}>{compose.another}</Link>
        </li>
        <li>
          <Link href="/plan">{compose.planOne}</Link>
        </li>
        <li>
          <Link href="/settings/accounts/guide">{compose.connectAccount}</Link>
        </li>
      </Stack>
    </Box>
  )
}
