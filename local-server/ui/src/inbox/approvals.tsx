import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { SMALL } from '../kit/looks.ts'
import type { ApprovalBody } from '../../../../core/api/approvals.ts'
import { api, pageApi, parseResponse } from '../api-client.ts'
import { useCalendarTimes } from '../plan/clock/calendar-zone.tsx'
import { postQuery } from '../posts/post-queries.ts'
import { ThumbnailFrame } from '../posts/parts.tsx'
import { groups, keyedQuery, keys } from '../query-keys.ts'
import { useAccount } from '../shared/queries.ts'
import { notifyOfProblem } from '../shared/notifications.ts'
import { useChange } from '../shared/use-change.ts'
import { useStrings } from '../strings/language.tsx'

const approvalsQuery = keyedQuery(keys.approvals, {
  queryFn: async () => (await parseResponse(api.approvals.$get())).approvals,
})

/** What keys want to send. Nothing while there is none. */
export function Approvals() {
  const { attention } = useStrings()
  const waiting = useQuery(approvalsQuery).data ?? []
  if (waiting.length === 0) return null
  return (
    <Stack component="section" gap="sm" mt="xl" aria-labelledby="approvals">
      <Title order={2} id="approvals" fz="lg">
        {attention.approvals.title}
      </Title>
      <ul data-ruled>
        {waiting.map((approval) => (
          <Approval key={approval.id} approval={approval} />
        ))}
      </ul>
    </Stack>
  )
}

function Approval({ approval }: { readonly approval: ApprovalBody }) {
  const { attention, posts } = useStrings()
  const { approvals } = attention
  const { id, contentHash, scheduledFor, postId, accountId } = approval
  const { dayAndTime } = useCalendarTimes()
  const { data: post } = useQuery(postQuery(postId))
  const account = useAccount(accountId)
  const param = { id }
  const { approve, decline } = pageApi.approvals[':id']
  const answer = useChange(async (isYes: boolean) => {
    try {
      await (isYes
        ? parseResponse(approve.$post({ param, json: { contentHash } }))
        : parseResponse(decline.$post({ param })))
    } catch (error) {
      // Mostly it no longer waits, and is gone from the list by then.
      notifyOfProblem(error)
    }
  }, groups.posts)
  return (
    <Group component="li" wrap="nowrap" align="flex-start" py="xs">
      <ThumbnailFrame
        url={post?.mediaFiles[0]?.thumbnailUrl ?? null}
        count={post?.mediaFiles.length ?? 1}
        size="3.5rem"
      />
      <Stack gap={2} flex={1} miw={0}>
        {/* Whole: what is approved is what was read. */}
        <Text dir="auto" style={{ whiteSpace: 'pre-line' }}>
          {post?.caption ?? posts.noCaption}
        </Text>
        <Group gap="md" {...SMALL}>
          {account && <span>{account.username}</span>}
          <span>{scheduledFor === null ? approvals.atOnce : dayAndTime(Date.parse(scheduledFor))}</span>
          <Anchor component={Link} href={`/posts/${postId}`} inherit>
            {approvals.whole}
          </Anchor>
        </Group>
        <Group gap="sm" mt={4}>
          <Button size="xs" disabled={!post || answer.isPending} onClick={() => answer.mutate(true)}>
            {scheduledFor === null ? approvals.publish : approvals.schedule}
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={answer.isPending}
            onClick={() => answer.mutate(false)}
          >
            {approvals.decline}
          </Button>
        </Group>
      </Stack>
    </Group>
  )
}
