// What the plan asks for in a dialog: which time a post gets, which one is meant where the clocks change, and the note of a day.
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type UseMutationResult, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { PlannedPostBody } from '../../../../core/features/posts/bodies/planned-post-body.ts'
import {
  resolveWallTime,
  wallTimeAt,
  type ResolvedWallTime,
  type WallTime,
} from '../../../../core/rules/times/wall-time.ts'
import type { Instant } from '../../../../core/time.ts'
import { useUnsavedDrafts } from '../compose/composer.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { Form } from '../kit/form.tsx'
import { ProblemNote } from '../kit/problem-note.tsx'
import { Unsaved, useLeave } from '../kit/unsaved.tsx'
import { useCancelSchedule } from '../posts/post-mutations.ts'
import { notifyOfProblem } from '../shared/notifications.ts'
import { offerUndoAfter } from '../shared/undo.tsx'
import { useNow } from '../shared/use-now.ts'
import { useChoiceWords, WhenField } from '../shared/when/when-field.tsx'
import { captionStart } from '../posts/post-name.ts'
import { useStrings, useLazyStrings } from '../strings/language.tsx'
import type { Day } from '../../../../core/rules/times/calendar-days.ts'
import { pageApi, parseResponse } from '../api-client.ts'
import { keys } from '../query-keys.ts'
import { useChange } from '../shared/use-change.ts'
import { useCalendarTimes } from './clock/calendar-zone.tsx'
import { useDayFormats } from './clock/day-formats.ts'
import { useScheduleDraft } from './plan-queries.ts'

interface WhenFormProps {
  readonly from: WallTime
  readonly act: string
  readonly work: Pick<UseMutationResult<unknown>, 'isPending' | 'error'>
  readonly onSave: (at: Instant, timeZone: string) => void
  readonly onCancel: () => void
  /** Stands above the fields. */
  readonly children?: ReactNode
}

/** A time that is still to come. */
export function WhenForm({ from, act, work, onSave, onCancel, children }: WhenFormProps) {
  const { shared } = useStrings()
  const now = useNow()
  const [before] = useState(from)
  const [time, setTime] = useState(before)
  const isChanged = time.wall !== before.wall || time.timeZone !== before.timeZone
  const resolved = resolveWallTime(time)
  const at = resolved.kind === 'instant' && resolved.at > now ? resolved.at : null
  const submit = () => {
    if (at !== null) onSave(at, time.timeZone)
  }
  return (
    <Form noValidate={false} onSubmit={submit}>
      {children}
      <Unsaved when={isChanged} />
      <WhenField value={time} onChange={setTime} now={now} />
      {work.error && <ProblemNote error={work.error} />}
      <Group gap="xs" align="stretch">
        <Button type="submit" disabled={at === null} loading={work.isPending}>
          {act}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {shared.cancel}
        </Button>
      </Group>
    </Form>
  )
}

export interface DraftToSchedule {
  readonly draft: PlannedPostBody
  readonly when: WallTime
}

interface ScheduleDraftDialogProps {
  readonly subject: DraftToSchedule | null
  readonly onClose: () => void
}

/** A draft is to get a time: which one exactly? */
export function ScheduleDraftDialog({ subject, onClose }: ScheduleDraftDialogProps) {
  const { plan, compose, posts } = useStrings()
  const { inMessage } = useCalendarTimes()
  const schedule = useScheduleDraft()
  const { mutateAsync: takeBack } = useCancelSchedule()
  const close = () => {
    schedule.reset()
    onClose()
  }
  const openUnsaved = useUnsavedDrafts()
  const save = (post: PlannedPostBody, at: Instant, timeZone: string) => {
    if (openUnsaved(post.id, wallTimeAt(at, timeZone))) return close()
    // These two are not called once the dialog was left; what came of it is then said all the same.
    let isShown = false
    const ends = { onSuccess: close, onError: () => void (isShown = true) }
    const done = schedule.mutateAsync({ post, at, timeZone }, ends)
    offerUndoAfter(done, plan.scheduledFor(inMessage(at)), () => takeBack(post.id)).catch(
      (error: unknown) => {
        if (!isShown) notifyOfProblem(error)
      },
    )
  }
  return (
    <Dialog opened={subject !== null} title={plan.scheduleTitle} size="lg" onClose={close}>
      {subject && (
        <WhenForm
          key={subject.draft.id}
          from={subject.when}
          act={compose.act.schedule}
          work={schedule}
          onSave={(at, timeZone) => save(subject.draft, at, timeZone)}
          onCancel={close}
        >
          <p dir="auto">{captionStart(subject.draft.caption) ?? posts.noCaption}</p>
        </WhenForm>
      )}
    </Dialog>
  )
}

export interface ClockQuestion {
  readonly asked: Extract<ResolvedWallTime, { kind: 'twice' | 'never' }>
  readonly wall: string
  readonly post: PlannedPostBody
}

interface ClockQuestionDialogProps {
  readonly question: ClockQuestion | null
  /** Null: it stays where it was. */
  readonly onAnswer: (at: Instant | null) => void
}

/** A post was dropped on a time that comes twice, or never. */
export function ClockQuestionDialog({ question, onAnswer }: ClockQuestionDialogProps) {
  const { plan } = useStrings()
  return (
    <Dialog opened={question !== null} title={plan.changeOfClocks} onClose={() => onAnswer(null)}>
      {question && <Question {...question} onAnswer={onAnswer} />}
    </Dialog>
  )
}

type QuestionProps = Omit<ClockQuestion, 'post'> & Pick<ClockQuestionDialogProps, 'onAnswer'>

function Question({ asked, wall, onAnswer }: QuestionProps) {
  const { shared } = useStrings()
  const words = useChoiceWords(useCalendarTimes().zone)
  const choices =
    asked.kind === 'twice'
      ? [
          { at: asked.earlier, text: words.first(asked.earlier) },
          { at: asked.later, text: words.second(asked.later) },
        ]
      : [asked.before, asked.after].map((at) => ({ at, text: words.instead(at) }))
  return (
    <Stack gap="sm" data-wraps>
      <p>{shared.when[asked.kind](words.wall(wall))}</p>
      {choices.map(({ at, text }) => (
        <Button key={at} variant="default" onClick={() => onAnswer(at)}>
          {text}
        </Button>
      ))}
      <Button variant="subtle" onClick={() => onAnswer(null)}>
        {shared.cancel}
      </Button>
    </Stack>
  )
}

const MOST_LETTERS = 200

export interface DayToNote {
  readonly day: Day
  readonly text: string
}

interface DayNoteDialogProps {
  readonly subject: DayToNote | null
  readonly onClose: () => void
}

export function DayNoteDialog({ subject, onClose }: DayNoteDialogProps) {
  const { plan } = useStrings()
  const { long } = useDayFormats()
  return (
    <Dialog opened={subject !== null} title={subject ? plan.noteOn(long(subject.day)) : ''} onClose={onClose}>
      {subject && <NoteForm key={subject.day} {...subject} onClose={onClose} />}
    </Dialog>
  )
}

function NoteForm({ day, text, onClose }: DayToNote & Pick<DayNoteDialogProps, 'onClose'>) {
  const { planning } = useLazyStrings()
  const { shared } = useStrings()
  const client = useQueryClient()
  const leave = useLeave()
  const [typed, setTyped] = useState(text)
  const save = useChange(async (changed: string) => {
    const notes = pageApi.planner.notes[':day'].$put({ param: { day }, json: { text: changed } })
    client.setQueryData(keys.dayNotes, await parseResponse(notes))
  })
  return (
    <Form onSubmit={() => save.mutate(typed, { onSuccess: onClose })}>
      <Unsaved when={typed !== text && !save.isSuccess} />
      <TextInput
        aria-label={planning.note}
        placeholder={planning.noteHint}
        maxLength={MOST_LETTERS}
        data-autofocus
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {save.error && <ProblemNote error={save.error} />}
      <Group gap="xs">
        <Button type="submit" loading={save.isPending}>
          {planning.saveNote}
        </Button>
        <Button variant="default" onClick={() => leave(onClose)}>
          {shared.cancel}
        </Button>
      </Group>
    </Form>
  )
}
