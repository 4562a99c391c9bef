import { Box, CloseButton, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { PlannedPostBody } from '../../../../core/features/posts/bodies/planned-post-body.ts'
import { DAY } from '../../../../core/time.ts'
import { CARD, SMALL } from '../kit/looks.ts'
import { lastOutcomeQuery } from '../posts/post-queries.ts'
import { SandboxMark, SeePostLink, ThumbnailFrame, useSandboxPost } from '../posts/parts.tsx'
import { useKept } from '../shared/kept-texts.ts'
import { useAccount } from '../shared/queries.ts'
import { RelativeTime } from '../shared/moment.tsx'
import { NEW_POST, useOverlays } from '../shared/overlay-address.ts'
import { useNow } from '../shared/use-now.ts'
import { useStrings } from '../strings/language.tsx'

/** The last outcome if it is good, and where to go from there, for a day, or until the reader hides it for good. A failure is an entry above. */
export function LatestPost() {
  const { compose } = useStrings()
  const { data: post } = useQuery(lastOutcomeQuery)
  const [isHidden, setHidden] = useKept('latest-hidden', false)
  const now = useNow()
  if (!post || post.status === 'FAILED' || isHidden || !isNews(post, now)) return null
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
      pr="4xl"
      aria-label={compose.last}
    >
      <ThumbnailFrame url={post.thumbnailUrl} count={post.mediaCount} size="clamp(5rem, 10vw, 8rem)" />
      <Summary post={post} />
      <NextSteps />
      <CloseButton
        pos="absolute"
        top={12}
        right={12}
        aria-label={compose.hideLast}
        onClick={() => setHidden(true)}
      />
    </Group>
  )
}

/** Of the last day. */
const isNews = ({ publishedAt, updatedAt }: PlannedPostBody, now: number) =>
  now - Date.parse(publishedAt ?? updatedAt) < DAY

function Summary({ post }: { readonly post: PlannedPostBody }) {
  const { compose } = useStrings()
  const account = useAccount(post.platformAccountId)
  const isSandbox = useSandboxPost(post) !== null
  return (
    <Stack gap="4xs" flex="1 1 9rem" miw={0} align="flex-start">
      <h2>{isSandbox ? compose.lastIsInSandbox : compose.lastIsLive}</h2>
      <Group component="p" gap="0.125rem 0.5rem" {...SMALL}>
        <RelativeTime at={post.publishedAt ?? post.lastAttemptAt ?? post.updatedAt} />
        {account && <span>{compose.on(account.username)}</span>}
        <SandboxMark post={post} />
      </Group>
      {post.caption !== null && (
        <Text lineClamp={2} dir="auto">
          {post.caption}
        </Text>
      )}
      <Group component="p" gap="0.375rem 1.25rem" mt="4xs">
        <SeePostLink post={post} />
        <Link href={`/posts/${post.id}`}>{compose.toPost}</Link>
      </Group>
    </Stack>
  )
}

function NextSteps() {
  const { compose } = useStrings()
  const steps = [
    [useOverlays().hrefOf(NEW_POST), compose.another],
    ['/plan', compose.planOne],
    ['/settings/accounts/guide', compose.connectAccount],
  ] as const
  return (
    <Box flex="0 1 17rem">
      <Text component="h3" {...SMALL} fw={650} lts={0}>
        {compose.next}
      </Text>
      <Stack component="ul" gap="2xs" mt="xs">
        {steps.map(([href, label]) => (
          <li key={href}>
            <Link href={href}>{label}</Link>
          </li>
        ))}
      </Stack>
    </Box>
  )
}
