import { Anchor, Box, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useRef, useState, type FocusEvent } from 'react'
import { Link } from 'wouter'
import { pageApi, parseResponse, type ResponseBody, ServerGone } from '../api-client.ts'
import { SINGLE_CLICKS } from '../kit/escape.ts'
import { CARD, SMALL } from '../kit/looks.ts'
import { keepMessagesAbove, notify, notifyOfProblem } from '../shared/notifications.ts'
import { focusTitle } from '../shared/on-demand.tsx'
import { captionStart } from '../posts/post-name.ts'
import { useCalendarTimes } from '../plan/clock/calendar-zone.tsx'
import { groups, keyedQuery, keys } from '../query-keys.ts'
import { offerUndo, undoEach } from '../shared/undo.tsx'
import { useChange } from '../shared/use-change.ts'
import { keysQuery } from '../settings/key-queries.ts'
import { useLazyStrings, useStrings } from '../strings/language.tsx'
import { ContentToApprove } from './approval-content.tsx'
import classes from './approval-content.module.css'
import { DECIDES, useIsAtRest } from './rest.ts'

const approvalsQuery = keyedQuery(keys.approvals, {
  queryFn: async () => (await parseResponse(pageApi.approvals.waiting.$get())).waiting,
})

type Waiting = ResponseBody<typeof pageApi.approvals.waiting.$get>['waiting'][number]

/** What keys want to send: a card for each of them. Nothing while there is none. */
export function ApprovalList() {
  const { approvals } = useStrings().attention
  const waiting = useQuery(approvalsQuery).data ?? []
  const section = useRef<HTMLDivElement>(null)
  const shown = waiting.map(({ approval }) => shownAs(approval)).join(' ')
  const isAtRest = useIsAtRest(shown, section)
  const isAny = waiting.length > 0
  useEffect(() => {
    // The last card has left with what had the focus.
    const goOn = () => {
      if (document.activeElement === document.body) focusTitle()
    }
    return isAny ? goOn : undefined
  }, [isAny])
  if (!isAny) return null
  const cards = Map.groupBy(waiting, ({ approval }) => approval.keyId)
  return (
    <Stack ref={section} component="section" gap="sm" mb="lg" aria-label={approvals.title}>
      {[...cards].map(([keyId, ofKey]) => (
        <AgentCard key={keyId} keyId={keyId} waiting={ofKey} isAtRest={isAtRest} />
      ))}
    </Stack>
  )
}

const shownAs = ({ id, contentHash }: Waiting['approval']) => `${id} ${contentHash}`

interface AgentCardProps {
  readonly keyId: string
  readonly waiting: readonly Waiting[]
  readonly isAtRest: boolean
}

/** Each post whole, with its own buttons; once all were in sight, one button approves them all. */
function AgentCard({ keyId, waiting, isAtRest }: AgentCardProps) {
  const { approvals } = useStrings().attention
  const agent = useQuery(keysQuery).data?.find(({ id }) => id === keyId)?.name
  const keyboard = useNextItemFocus<HTMLUListElement>(waiting.map(({ approval }) => approval.id))
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const noteSeen = useCallback((one: string) => setSeen((before) => new Set(before).add(one)), [])
  const answer = useAnswers()
  const { asks } = useLazyStrings().approvals
  const isSendingAlone = waiting.every(({ approval }) => approval.action === 'send')
  const unseen = waiting.filter(({ approval }) => !seen.has(shownAs(approval))).length
  const canDecide = isAtRest && !answer.isPending && unseen === 0
  return (
    <Box {...CARD} pb={0}>
      <Title order={2} fz="md">
        {(isSendingAlone ? approvals.of : asks)(agent ?? approvals.someone, waiting.length)}
      </Title>
      <ul data-ruled {...keyboard}>
        {waiting.map((one) => (
          <Approval key={one.approval.id} {...one} isAtRest={isAtRest} onSeen={noteSeen} />
        ))}
      </ul>
      {waiting.length > 1 && (
        <Group ref={keepMessagesAbove} gap="sm" className={classes.foot ?? ''} {...SINGLE_CLICKS}>
          <Button
            size="sm"
            {...(!canDecide && { 'data-disabled': true, 'aria-disabled': true })}
            onClick={() => canDecide && answer.mutate(waiting.map(({ approval }) => approval))}
          >
            {approvals.all(waiting.length)}
          </Button>
          <Text role="status" {...SMALL}>
            {unseen > 0 && approvals.unseen(unseen)}
          </Text>
        </Group>
      )}
    </Box>
  )
}

/** Called with what is shown once its end was in sight. */
function useSeenMark(shown: string, onSeen: (shown: string) => void) {
  return useCallback(
    (mark: HTMLElement | null) => {
      if (mark === null) return undefined
      const observer = new IntersectionObserver((entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onSeen(shown)
      })
      observer.observe(mark)
      return () => observer.disconnect()
    },
    [shown, onSeen],
  )
}

interface ApprovalProps extends Waiting {
  readonly isAtRest: boolean
  readonly onSeen: (shown: string) => void
}

function Approval({ approval, post, isAtRest, onSeen }: ApprovalProps) {
  const { attention, compose } = useStrings()
  const { approvals } = attention
  const { heading, approve } = useWords(approval, post)
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
        <Text fw={600}>{heading}</Text>
        <Anchor component={Link} href={`/posts/${approval.postId}`} fz="sm">
          {compose.toPost}
        </Anchor>
      </Group>
      <ContentToApprove approval={approval} post={post} />
      <Group ref={useSeenMark(shownAs(approval), onSeen)} gap="sm" {...SINGLE_CLICKS}>
        <Button {...deciding(true)}>{approve}</Button>
        <Button {...deciding(false)} variant="default">
          {approvals.decline}
        </Button>
      </Group>
    </Stack>
  )
}

/** What the person is asked for, and the button that does it. */
function useWords({ action, scheduledFor }: Waiting['approval'], post: Waiting['post']) {
  const { approvals } = useStrings().attention
  const words = useLazyStrings().approvals
  const { inMessage } = useCalendarTimes()
  const time = scheduledFor === null ? approvals.atOnce : inMessage(Date.parse(scheduledFor))
  if (action === 'cancel') return { heading: words.cancel(time), approve: words.approveCancel }
  if (action === 'change') {
    const isMoved = scheduledFor !== post.scheduledFor
    return { heading: (isMoved ? words.move : words.change)(time), approve: words.approveChange }
  }
  return { heading: time, approve: scheduledFor === null ? approvals.publish : approvals.schedule }
}

/** Approves or declines; one that sends can be undone for as long as its message stands. */
function useAnswer(approval: Waiting['approval']) {
  const { decline } = pageApi.approvals[':id']
  const answers = useAnswers()
  const refuse = useChange(async () => {
    await parseResponse(decline.$post({ param: { id: approval.id } })).catch(notifyOfProblem)
  }, groups.posts)
  return {
    isPending: answers.isPending || refuse.isPending,
    mutate: (isYes: boolean) => (isYes ? answers.mutate([approval]) : refuse.mutate()),
  }
}

/** Approves each as it was shown; one that no longer waits keeps none of the others, and one message takes all back that were sent. */
function useAnswers() {
  const { attention, posts } = useStrings()
  const { approvals } = attention
  const words = useLazyStrings().approvals
  const client = useQueryClient()
  const { approve, 'take-back': takeBack } = pageApi.approvals[':id']
  return useChange(async (shown: readonly Waiting['approval'][]) => {
    const approved: Waiting['approval'][] = []
    for (const approval of shown) {
      const { id, action, contentHash } = approval
      try {
        await parseResponse(approve.$post({ param: { id }, json: { contentHash } }))
        if (action === 'send') approved.push(approval)
        else notify(action === 'cancel' ? words.cancelled : words.changed)
      } catch (error) {
        // Mostly it no longer waits, and is gone from the list by then.
        notifyOfProblem(error)
        // The others would say the same again.
        if (error instanceof ServerGone) break
      }
    }
    const [first, ...more] = approved
    if (first === undefined) return
    const one = first.scheduledFor === null ? approvals.published : approvals.scheduled
    const undo = undoEach(
      approved,
      ({ id }) => parseResponse(takeBack.$post({ param: { id } })),
      ({ content: { caption } }) => captionStart(caption) ?? posts.noCaption,
    )
    offerUndo(more.length === 0 ? one : approvals.approved(approved.length), () =>
      undo().finally(() => void client.invalidateQueries({ queryKey: groups.posts })),
    )
  }, groups.posts)
}

/**
 * For a list: when the item that had the focus leaves, focus moves to the first link or button of the one that follows,
 * else at the page’s heading, also when the whole list leaves with it. `ids` are those of the items, in their order.
 */
export function useNextItemFocus<List extends HTMLElement>(ids: readonly string[]) {
  const list = useRef<List>(null)
  const place = useRef<{ readonly id: string | undefined; readonly index: number } | null>(null)
  useEffect(() => {
    if (place.current === null || ids.includes(place.current.id ?? '')) return
    const { index } = place.current
    place.current = null
    if (document.activeElement !== document.body) return
    const items = [...(list.current?.children ?? [])]
    const next = (items[index] ?? items.at(-1))?.querySelector<HTMLElement>('a[href], button')
    if (next) next.focus()
    else focusTitle()
  }, [ids])
  const leave = useEffectEvent(() => {
    if (place.current !== null && document.activeElement === document.body) focusTitle()
  })
  useEffect(() => () => leave(), [])
  return {
    ref: list,
    onFocus({ currentTarget, target }: FocusEvent<List>) {
      const index = [...currentTarget.children].findIndex((item) => item.contains(target))
      place.current = { id: ids[index], index }
    },
  }
}
