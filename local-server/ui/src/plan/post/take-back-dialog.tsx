import type { PlannedPostBody } from '../../../../../core/posts/bodies/planned-post-body.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { useStrings } from '../../strings/language.tsx'
import { notify } from '../../shared/notifications.ts'
import { useCalendarTimes } from '../clock/calendar-zone.tsx'
import { useScheduleDraft, useTakeBack } from '../plan-queries.ts'
import { firstWords } from '../card/tile.tsx'
import type { OfferUndo } from '../undo.tsx'

interface TakeBackDialogProps {
  readonly post: PlannedPostBody | null
  readonly offerUndo: OfferUndo
  readonly onDone: () => void
  readonly onClose: () => void
}

/** A scheduled post becomes a draft; undone, it is scheduled again for the same time. */
export function TakeBackDialog({ post, offerUndo, onDone, onClose }: TakeBackDialogProps) {
  const { plan } = useStrings()
  const { inMessage } = useCalendarTimes()
  const takeBack = useTakeBack()
  const { mutateAsync: schedule } = useScheduleDraft()
  const scheduleAgain = async (taken: PlannedPostBody) => {
    const at = Date.parse(taken.at)
    const { isCloud } = await schedule({ post: taken, at, timeZone: taken.timezone })
    if (taken.handover !== null && !isCloud) notify(plan.backHere(inMessage(at)))
  }
  return (
    <ConfirmDialog
      subject={post}
      title={(subject) => plan.takeBackTitle(firstWords(subject.caption) ?? plan.noCaption)}
      keep={plan.keep}
      act={plan.takeBackAct}
      mutation={takeBack}
      argument={({ id }) => id}
      onDone={(taken) => {
        onDone()
        offerUndo(plan.takenBack, () => scheduleAgain(taken))
      }}
      onClose={onClose}
      onGone={() => document.querySelector<HTMLElement>('main h1')?.focus()}
    >
      <p>{plan.takeBackText}</p>
    </ConfirmDialog>
  )
}
