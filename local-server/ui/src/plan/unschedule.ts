import { useCallback } from 'react'
import type { PostBody } from '../../../../core/api/posts.ts'
import type { Instant } from '../../../../core/time.ts'
import { useCancelSchedule } from '../posts/post-mutations.ts'
import { notify } from '../shared/notifications.ts'
import { offerUndoAfter } from '../shared/undo.tsx'
import { useStrings } from '../strings/language.tsx'
import { useCalendarTimes } from './clock/calendar-zone.tsx'
import { useScheduleDraft } from './plan-queries.ts'

/** Turns a scheduled post into a draft, and offers to restore its time, which a draft does not keep, if it is still to come. */
export function useUnschedule() {
  const { plan } = useStrings()
  const { inMessage } = useCalendarTimes()
  const { mutateAsync: takeBack } = useCancelSchedule()
  const { mutateAsync: schedule } = useScheduleDraft()
  return useCallback(
    (
      post: Pick<PostBody, 'id' | 'handover' | 'timezone'>,
      at: Instant,
      onUndone?: () => void,
    ): Promise<void> => {
      const done = takeBack(post.id)
      if (at <= Date.now()) return done.then(() => notify(plan.takenBack))
      return offerUndoAfter(done, plan.takenBack, async () => {
        const draft = { id: post.id, ...(await done) }
        const { isCloud } = await schedule({ post: draft, at, timeZone: post.timezone })
        if (post.handover !== null && !isCloud) notify(plan.backHere(inMessage(at)))
        onUndone?.()
      })
    },
    [takeBack, schedule, plan, inMessage],
  )
}
