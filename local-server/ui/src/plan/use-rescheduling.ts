// From "this post, at that time of the calendar" to a stored time: what is past is refused, what the clocks leave open is
// asked, what was done can be undone.
import { useCallback, useState } from 'react'
import type { PlannedPostBody } from '../../../../core/posts/bodies/planned-post-body.ts'
import { resolveWallTime, type ResolvedWallTime } from '../../../../core/scheduling/wall-time.ts'
import { notify, notifyOfProblem } from '../shared/notifications.ts'
import { useStrings } from '../strings/language.tsx'
import { useCalendarTimes } from './clock/calendar-zone.tsx'
import { useReschedule } from './plan-queries.ts'
import type { OfferUndo } from './undo.tsx'

export interface ClockQuestion {
  readonly asked: Extract<ResolvedWallTime, { kind: 'twice' | 'never' }>
  readonly wall: string
  readonly post: PlannedPostBody
}

export interface Rescheduling {
  /** `wall`: by the clocks of the calendar. The post keeps its own zone. */
  readonly move: (post: PlannedPostBody, wall: string) => void
  readonly question: ClockQuestion | null
  /** Null: leave it where it is. */
  readonly answer: (at: number | null) => void
}

export function useRescheduling(offerUndo: OfferUndo): Rescheduling {
  const { plan } = useStrings()
  const { zone, inMessage } = useCalendarTimes()
  const { mutateAsync: reschedule } = useReschedule()
  const [question, setQuestion] = useState<ClockQuestion | null>(null)

  const settle = useCallback(
    (post: PlannedPostBody, at: number) => {
      const before = { post, at: Date.parse(post.at), timeZone: post.timezone }
      if (at === before.at) return
      if (at <= Date.now()) return notify(plan.past)
      reschedule({ post, at, timeZone: post.timezone })
        .then(() => offerUndo(plan.movedTo(inMessage(at)), () => reschedule(before)))
        .catch(notifyOfProblem)
    },
    [reschedule, offerUndo, plan, inMessage],
  )

  const move = useCallback(
    (post: PlannedPostBody, wall: string) => {
      const asked = resolveWallTime({ wall, timeZone: zone, choice: null })
      if (asked.kind === 'instant') settle(post, asked.at)
      else if (asked.kind !== 'invalid') setQuestion({ asked, wall, post })
    },
    [settle, zone],
  )

  const answer = (at: number | null) => {
    setQuestion(null)
    if (at !== null && question) settle(question.post, at)
  }
  return { move, question, answer }
}
