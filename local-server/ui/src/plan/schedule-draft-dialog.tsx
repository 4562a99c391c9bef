import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type { PlannedPostBody } from '../../../../core/posts/bodies/planned-post-body.ts'
import { resolveWallTime, type WallTime } from '../../../../core/scheduling/wall-time.ts'
import { ProblemNote } from '../kit/problem-note.tsx'
import { WhenField } from '../shared/when/when-field.tsx'
import { useStrings } from '../strings/language.tsx'
import { useCalendarTimes } from './clock/calendar-zone.tsx'
import { useCancelSchedule } from '../posts/post-mutations.ts'
import { Dialog } from '../kit/dialog.tsx'
import { useScheduleDraft } from './plan-queries.ts'
import { firstWords } from './card/tile-picture.tsx'
import { offerUndo } from '../shared/undo.tsx'

export interface DraftToSchedule {
  readonly draft: PlannedPostBody
  /** Suggested time. */
  readonly when: WallTime
}

interface ScheduleDraftDialogProps {
  readonly subject: DraftToSchedule | null
  readonly now: number
  readonly onClose: () => void
}

/** A draft was dropped on a day, or was to get a time: which one exactly? */
export function ScheduleDraftDialog({ subject, onClose, ...rest }: ScheduleDraftDialogProps) {
  const { plan } = useStrings()
  return (
    <Dialog opened={subject !== null} title={plan.scheduleTitle} size="lg" onClose={onClose}>
      {subject && <ScheduleDraft key={subject.draft.id} subject={subject} onClose={onClose} {...rest} />}
    </Dialog>
  )
}

function ScheduleDraft({
  subject: { draft, when },
  now,
  onClose,
}: ScheduleDraftDialogProps & { readonly subject: DraftToSchedule }) {
  const { plan } = useStrings()
  const { inMessage } = useCalendarTimes()
  const [time, setTime] = useState(when)
  const schedule = useScheduleDraft()
  const { mutateAsync: takeBack } = useCancelSchedule()
  const resolved = resolveWallTime(time)
  const at = resolved.kind === 'instant' && resolved.at > now ? resolved.at : null
  const save = () => {
    if (at === null) return
    schedule.mutate(
      { post: draft, at, timeZone: time.timeZone },
      {
        onSuccess: () => {
          offerUndo(plan.scheduledFor(inMessage(at)), () => takeBack(draft.id))
          onClose()
        },
      },
    )
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Stack gap="md">
        <p dir="auto">{firstWords(draft.caption) ?? plan.noCaption}</p>
        <WhenField value={time} onChange={setTime} now={now} />
        {schedule.isError && <ProblemNote>{schedule.error.message}</ProblemNote>}
        <Group gap="xs" align="stretch">
          <Button variant="default" onClick={onClose}>
            {plan.cancel}
          </Button>
          <Button type="submit" disabled={at === null} loading={schedule.isPending}>
            {plan.scheduleAct}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
