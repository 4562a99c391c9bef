import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import type { AttentionStep } from '../../../../core/api/attention.ts'
import type { AttentionCode } from '../../../../core/rules/notices/attention-entries.ts'
import { useTimeWords } from '../plan/clock/calendar-zone.tsx'
import { listAddressOf } from '../plan/plan-address.ts'
import { useRetry } from '../posts/post-mutations.ts'
import { useShowAccount } from '../shared/accounts/default-account.ts'
import { notifyOfProblem } from '../shared/notifications.ts'
import { useFocusAfter } from '../shared/on-demand.tsx'
import { accountsQuery } from '../shared/queries.ts'
import { useStrings } from '../strings/language.tsx'
import { type Cause, causeSentence } from './causes.ts'

interface CauseStepProps {
  readonly cause: Cause
  /** Shown instead of the step where no click from here would help. */
  readonly otherwise?: ReactNode
}

/** The one action for all posts of a cause. */
export function CauseStep({ cause, otherwise }: CauseStepProps) {
  const { attention, posts } = useStrings()
  const timeWords = useTimeWords()
  const [location] = useLocation()
  const retry = useRetry()
  const showAccount = useShowAccount()
  const { first, postIds } = cause
  const { nextStep, until } = first
  // In the line of the strip, what is said makes room for it; in a card, its words take a second line.
  const look = { variant: 'default', size: 'xs', flex: otherwise === undefined ? '0 1 auto' : 'none' }
  // The callbacks of `mutate` go with the card, which is another one once the first of its posts is under way.
  const retryAll = () => void retry.mutateAsync(postIds).catch(notifyOfProblem)
  // The strip leaves with it; in the list, the next card has the focus.
  useFocusAfter(retry.isPending && otherwise !== undefined)
  if (nextStep === 'retry') {
    const all = postIds.length > 1 ? attention.retryAll(postIds.length) : attention.steps.retry
    const text = until === null ? all : posts.next.afterPause(timeWords(Date.parse(until)))
    // On a phone, a day and a zone would be wider than the strip.
    const wraps = otherwise !== undefined && until !== null && { 'data-wraps': true, maw: '60%' }
    return (
      <Button {...look} {...wraps} loading={retry.isPending} onClick={retryAll}>
        {text}
      </Button>
    )
  }
  // A newer server may know more steps than this page, as it may know more codes.
  if (!(nextStep in PLACES)) return otherwise ?? null
  const place = addressOf(nextStep, cause)
  const text = attention.steps[nextStep]
  if (otherwise !== undefined && (place === null || place.startsWith('/plan?') || place === location))
    return otherwise
  if (place === null) return <p>{text}</p>
  return (
    <Button
      {...look}
      component={Link}
      href={place}
      onClick={() => place.startsWith('/plan') && showAccount(first.accountId)}
    >
      {text}
    </Button>
  )
}

/** Where folder and log are named. */
const THIS_COMPUTER = '/settings?section=computer'

const PLACES: Readonly<Record<Exclude<AttentionStep, 'retry'>, 'post' | 'reposts' | `/${string}` | null>> = {
  // The banner above the page has the button.
  confirm_queue: null,
  free_disk: THIS_COMPUTER,
  repair_disk: THIS_COMPUTER,
  check_platform: 'post',
  open_post: 'post',
  fix_media: 'post',
  change_post: 'post',
  set_up_bucket: '/settings/cloud',
  reschedule: 'post',
  plan_again: null,
  reconnect: '/settings/accounts',
  settle_at_platform: null,
  check_reposts: 'reposts',
  make_app_live: '/settings/accounts/guide',
  check_cloud: '/settings/cloud',
  keep_awake: '/plan',
  see_log: THIS_COMPUTER,
  approve: null,
  wait: null,
}

/** Of the posts that an entry may be about: in the whole list they stand among all others. */
const FILTERS: { readonly [code in AttentionCode]?: string } = {
  POST_UNCONFIRMED: 'status=failed',
  POST_FAILED: 'status=failed',
  POST_OVERDUE: 'status=scheduled&status=underWay',
  POST_WILL_FAIL: 'status=scheduled',
  POST_WILL_BE_LATE: 'status=scheduled',
  POST_WILL_BE_INCOMPLETE: 'status=scheduled',
  SERIES_WAITS: 'status=drafts',
}

/** Several posts are put right one by one, each at its link. */
function addressOf(step: keyof typeof PLACES, { first: { accountId, code }, postIds }: Cause): string | null {
  const place = PLACES[step]
  if (place === 'reposts') return `/settings/reposts?account=${accountId}`
  if (place !== 'post') return place
  const [post, ...others] = postIds
  return post === undefined || others.length > 0 ? listAddressOf(FILTERS[code] ?? '') : `/posts/${post}`
}

export function useCauseSentence(): (cause: Cause) => string {
  const { attention } = useStrings()
  const timeWords = useTimeWords()
  const accounts = useQuery(accountsQuery).data
  const names = {
    account: (id: string | null) => accounts?.find((account) => account.id === id)?.username,
    time: (iso: string) => timeWords(Date.parse(iso)),
  }
  return (cause) => causeSentence(cause, attention, names)
}
