// Notes on days: what a planner wants to remember of a day, such as a holiday. They belong to no post, and are kept as one setting.
import { z } from 'zod'
import { CodedError } from '../../coded-error.ts'
import { createKeyedMutex } from '../../keyed-mutex.ts'
import type { SettingsStore } from '../../ports/settings-store.ts'
import { isDay } from '../../rules/times/calendar-days.ts'

export const NotedDay = z.string().refine(isDay)
/** Empty: none. */
export const DayNoteText = z.string().trim().max(200)

const DayNote = z.object({ day: NotedDay, text: DayNoteText })
type DayNote = z.infer<typeof DayNote>
const Stored = z.array(z.unknown()).catch([])

const SETTING = 'dayNotes'
/** A note on each day of two years. */
const MOST_NOTES = 730

export function createDayNotes({ settings }: { readonly settings: SettingsStore }) {
  const mutex = createKeyedMutex()
  const read = async () => Stored.parse(await settings.get(SETTING))
  return {
    /** In the order of the days. */
    listDayNotes: async () => ({ notes: (await read()).flatMap(readNote) }),
    changeDayNote: ({ day, text }: DayNote) =>
      mutex.runExclusive(SETTING, async () => {
        const stored = await read()
        const others = stored.flatMap(readNote).filter((note) => note.day !== day)
        if (text !== '' && others.length >= MOST_NOTES)
          throw new CodedError('VALIDATION_ERROR', `There are ${MOST_NOTES} notes. Remove one first.`)
        const notes = text === '' ? others : [...others, { day, text }]
        notes.sort((a, b) => (a.day < b.day ? -1 : 1))
        // What cannot be read here stays: another version of this program may be able to.
        const unreadable = stored.filter((note) => readNote(note).length === 0)
        await settings.put({ [SETTING]: [...notes, ...unreadable] })
        return { notes }
      }),
  }
}

/** Nothing of one that cannot be read. */
function readNote(stored: unknown): DayNote[] {
  const { data } = DayNote.safeParse(stored)
  return data ? [data] : []
}
