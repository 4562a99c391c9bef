import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'wouter'
import { pageApi, parseResponse, type ResponseBody } from '../api-client.ts'
import { SINGLE_CLICKS } from '../kit/escape.ts'
import { useCalendarTimes } from '../plan/clock/calendar-zone.tsx'
import { groups, keyedQuery, keys } from '../query-keys.ts'
import { notifyOfProblem } from '../shared/notifications.ts'
import { offerUndo } from '../shared/undo.tsx'
import { useChange } from '../shared/use-change.ts'
import { useNextItemFocus } from '../shared/use-next-item-focus.ts'
import { useStrings } from '../strings/language.tsx'
import { ContentToApprove } from './approval-content.tsx'
import { DECIDES, useIsAtRest } from './use-rest.ts'

const approvalsQuery = keyedQuery(keys.approvals, {
  queryFn: async () => (await parseResponse(pageApi.approvals.waiting.$get())).waiting,
})

type Waiting = ResponseBody<typeof pageApi.approvals.waiting.$get>['waiting'][number]

/** What keys want to send. Nothing while there is none. */
export function ApprovalList() {
  const { approvals } = useStrings().attention
  const waiting = useQuery(approvalsQuery).data ?? []
  const section = useRef<HTMLDivElement>(null)
  // Here also when the last one has left: focus moves there.
  const keyboard = useNextItemFocus(waiting.map(({ approval }) => approval.id))
  const shown = waiting.map(({ approval: { id, contentHash } }) => `${id} ${contentHash}`).join(' ')
  const isAtRest = useIsAtRest(shown, section)
  if (waiting.length === 0) return null
  return (
    <Stack ref={section} component="section" gap="sm" mt="2xl" aria-labelledby="approvals">
      <Title order={2} id="approvals" fz="lg">
        {approvals.title}
      </Title>
      <ul data-ruled {...keyboard}>
        {waiting.map((one) => (
          <Approval key={one.approval.id} {...one} isAtRest={isAtRest} />
        ))}
      </ul>
    </Stack>
  )
}

function Approval({ approval, post, isAtRest }: Waiting & { readonly isAtRest: boolean }) {
  const { approvals } = useStrings().attention
  const { scheduledFor, postId } = approval
  const { dayAndTime } = useCalendarTimes()
  const answer = useAnswer(approval)
  const canDecide = isAtRest && !answer.isPending
  // They keep the focus while they rest, which a disabled button would lose.
  const deciding = (isYes: boolean) => ({
    ...DECIDES,
    size: 'xs' as const,
    ...(!canDecide && { 'data-disabled': true, 'aria-disabled': true }),
    onClick: () => canDecide && answer.mutate(isYes),
  })
  return (
    <Stack component="li" gap="sm" py="md">
      <Group gap="sm" justify="space-between">
        <Text fw={600}>
          {scheduledFor === null ? approvals.atOnce : dayAndTime(Date.parse(scheduledFor))}
        </Text>
        <Anchor component={Link} href={`/posts/${postId}`} fz="sm">
          {approvals.whole}
        </Anchor>
      </Group>
      <ContentToApprove approval={approval} post={post} />
      <Group gap="sm" {...SINGLE_CLICKS}>
        <Button {...deciding(true)}>{scheduledFor === null ? approvals.publish : approvals.schedule}</Button>
        <Button {...deciding(false)} variant="default">
          {approvals.decline}
        </Button>
      </Group>
    </Stack>
  )
}

/** Approves or declines; an approval can be undone for as long as its message stands. */
function useAnswer({ id, contentHash, scheduledFor }: Waiting['approval']) {
  const { approvals } = useStrings().attention
  const client = useQueryClient()
  const param = { id }
  const { approve, decline, 'take-back': takeBack } = pageApi.approvals[':id']
  const undo = async () => {
    try {
      await parseResponse(takeBack.$post({ param }))
    } finally {
      void client.invalidateQueries({ queryKey: groups.posts })
    }
  }
  return useChange(async (isYes: boolean) => {
    try {
      if (isYes) {
        await parseResponse(approve.$post({ param, json: { contentHash } }))
        offerUndo(scheduledFor === null ? approvals.published : approvals.scheduled, undo)
      } else await parseResponse(decline.$post({ param }))
    } catch (error) {
      // Mostly it no longer waits, and is gone from the list by then.
      notifyOfProblem(error)
    }
  }, groups.posts)
}
