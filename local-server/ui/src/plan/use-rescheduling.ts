// From "this post, at that time of those clocks" to a stored time: what is past is refused, what the clocks leave open is
// asked, what was done can be undone.
import { useCallback, useState } from 'react'
import type { PlannedPostBody } from '../../../../core/posts/bodies/planned-post-body.ts'
import { resolveWallTime, type ResolvedWallTime } from '../../../../core/scheduling/wall-time.ts'
import { notify, notifyOfProblem } from '../shared/notifications.ts'
import { useFormats, useStrings } from '../strings/language.tsx'
import { useReschedule } from './plan-queries.ts'
import { knownZoneOf } from './planned-tiles.ts'
import type { OfferUndo } from './undo.tsx'

export interface ClockQuestion {
  readonly asked: Extract<ResolvedWallTime, { kind: 'twice' | 'never' }>
  readonly wall: string
  readonly timeZone: string
  readonly post: PlannedPostBody
}

interface Move {
  readonly post: PlannedPostBody
  readonly wall: string
  /** By whose clocks `wall` is meant. The post keeps its own zone. */
  readonly timeZone: string
}

export interface Rescheduling {
  readonly move: (to: Move) => void
  readonly question: ClockQuestion | null
  /** Null: leave it where it is. */
  readonly answer: (at: number | null) => void
}

export function useRescheduling(offerUndo: OfferUndo): Rescheduling {
  const { plan } = useStrings()
  const formats = useFormats()
  const { mutateAsync: reschedule } = useReschedule()
  const [question, setQuestion] = useState<ClockQuestion | null>(null)

  const settle = useCallback(
    (post: PlannedPostBody, at: number) => {
      const before = { post, at: Date.parse(post.at), timeZone: post.timezone }
      if (at === before.at) return
      if (at <= Date.now()) return notify(plan.past)
      reschedule({ post, at, timeZone: post.timezone })
        .then(() => {
          const when = formats.dayAndTime(new Date(at), knownZoneOf(post.timezone))
          offerUndo(plan.movedTo(when), () => reschedule(before))
        })
        .catch(notifyOfProblem)
    },
    [reschedule, offerUndo, plan, formats],
  )

  const move = useCallback(
    ({ post, wall, timeZone }: Move) => {
      const asked = resolveWallTime({ wall, timeZone, choice: null })
      if (asked.kind === 'instant') settle(post, asked.at)
      else if (asked.kind !== 'invalid') setQuestion({ asked, wall, timeZone, post })
    },
    [settle],
  )

  const answer = (at: number | null) => {
    setQuestion(null)
    if (at !== null && question) settle(question.post, at)
  }
  return { move, question, answer }
}
