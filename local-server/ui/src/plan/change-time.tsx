import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type { PlannedPostBody } from '../../../../core/posts/bodies/planned-post-body.ts'
import { resolveWallTime, wallTimeAt, type WallTime } from '../../../../core/scheduling/wall-time.ts'
import { SOFT } from '../kit/looks.ts'
import { ProblemNote } from '../kit/problem-note.tsx'
import { WhenField } from '../shared/when/when-field.tsx'
import { useStrings } from '../strings/language.tsx'
import { useCalendarTimes } from './clock/calendar-zone.tsx'
import { useReschedule, type NewTime } from './plan-queries.ts'

interface ChangeTimeProps {
  readonly post: PlannedPostBody
  readonly now: number
}

/** Another time by hand, which is how the keyboard moves a post. What was changed last can be undone in place. */
export function ChangeTime({ post, now }: ChangeTimeProps) {
  const { plan, shared } = useStrings()
  const { zone, dayAndTime } = useCalendarTimes()
  const [time, setTime] = useState<WallTime | null>(null)
  const [wasAsked, setWasAsked] = useState(false)
  const [before, setBefore] = useState<NewTime | null>(null)
  const reschedule = useReschedule()
  const resolved = time && resolveWallTime(time)
  const at = resolved?.kind === 'instant' && resolved.at > now ? resolved.at : null
  const save = () => {
    if (time === null || at === null) return
    const undo = { post, at: Date.parse(post.at), timeZone: post.timezone }
    reschedule.mutate(
      // The fields begin in the calendar's zone; the post keeps its own until another one is chosen.
      { post, at, timeZone: time.timeZone === zone ? post.timezone : time.timeZone },
      {
        onSuccess: () => {
          setTime(null)
          setBefore(undo)
        },
      },
    )
  }
  const undo = () => before && reschedule.mutate(before, { onSuccess: () => setBefore(null) })
  return (
    <Stack gap="md">
      {time === null ? (
        <Button
          ref={wasAsked ? focusIt : null}
          w="fit-content"
          onClick={() => {
            setWasAsked(true)
            setTime(wallTimeAt(Date.parse(post.at), zone))
          }}
        >
          {plan.changeTime}
        </Button>
      ) : (
        <form
          ref={focusFirst}

          onSubmit={(event) => {
            event.preventDefault()
            save()
          }}
        >
          <Stack gap="md">
            <WhenField value={time} onChange={setTime} now={now} />
            <Group gap="xs" align="stretch">
              <Button type="submit" disabled={at === null} loading={reschedule.isPending}>
                {plan.saveTime}
              </Button>
              <Button variant="default" onClick={() => setTime(null)}>
                {plan.cancel}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
      {reschedule.isError && <ProblemNote>{reschedule.error.message}</ProblemNote>}
      <Group component="p" role="status" gap="sm" {...SOFT} data-fills-later>
        {before && time === null && (
          <>
            {plan.movedTo(dayAndTime(Date.parse(post.at)))}
            <Button
              ref={focusIt}
              size="compact-sm"
              variant="default"
              loading={reschedule.isPending}
              onClick={undo}
            >
              {shared.undo}
            </Button>
          </>
        )}
      </Group>
    </Stack>
  )
}

/** Takes the focus: the element that had it is gone. */
const focusIt = (button: HTMLButtonElement | null) => button?.focus()
const focusFirst = (form: HTMLFormElement | null) => form?.querySelector('input')?.focus()
