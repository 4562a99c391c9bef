import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { Day } from '../../../../core/rules/times/calendar-days.ts'
import { pageApi, parseResponse } from '../api-client.ts'
import { Dialog } from '../kit/dialog.tsx'
import { ProblemNote } from '../kit/problem-note.tsx'
import { Unsaved, useLeave } from '../kit/unsaved.tsx'
import { keys } from '../query-keys.ts'
import { useChange } from '../shared/use-change.ts'
import { useLazyStrings, useStrings } from '../strings/language.tsx'
import { useDayFormats } from './clock/day-formats.ts'

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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(typed, { onSuccess: onClose })
  }
  return (
    <Stack component="form" gap="md" onSubmit={submit}>
      <Unsaved when={typed !== text && !save.isSuccess} />
      <TextInput
        aria-label={planning.note}
        placeholder={planning.noteHint}
        maxLength={MOST_LETTERS}
        data-autofocus
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {save.error && <ProblemNote>{save.error.message}</ProblemNote>}
      <Group gap="xs">
        <Button type="submit" loading={save.isPending}>
          {planning.saveNote}
        </Button>
        <Button variant="default" onClick={() => leave(onClose)}>
          {shared.cancel}
        </Button>
      </Group>
    </Stack>
  )
}
