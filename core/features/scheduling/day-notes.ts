// Notes on days: what a planner wants to remember of a day, such as a holiday. They belong to no post, and are kept as one setting.
import { z } from 'zod'
import { CodedError } from '../../errors.ts'
import { createKeyedMutex } from '../../keyed-mutex.ts'
import type { SettingsStore } from '../../ports/settings-store.ts'
import { isDay } from '../../rules/times/calendar-days.ts'

export const NotedDay = z.string().refine(isDay)
/** Empty: none. */
export const DayNoteText = z.string().trim().max(200)

const StoredNotes = z.array(z.object({ day: NotedDay, text: DayNoteText }))
type DayNote = z.infer<typeof StoredNotes>[number]

const SETTING = 'dayNotes'
/** A note on each day of two years. */
const MOST_NOTES = 730

export function createDayNotes({ settings }: { readonly settings: SettingsStore }) {
  const mutex = createKeyedMutex()
  const read = async () => StoredNotes.catch([]).parse(await settings.get(SETTING))
  return {
    /** In the order of the days. */
    listDayNotes: async () => ({ notes: await read() }),
    changeDayNote: ({ day, text }: DayNote) =>
      mutex.runExclusive(SETTING, async () => {
        const others = (await read()).filter((note) => note.day !== day)
        if (text !== '' && others.length >= MOST_NOTES)
          throw new CodedError('VALIDATION_ERROR', `There are ${MOST_NOTES} notes. Remove one first.`)
        const notes = text === '' ? others : [...others, { day, text }]
        notes.sort((a, b) => (a.day < b.day ? -1 : 1))
        await settings.put({ [SETTING]: notes })
        return { notes }
      }),
  }
}
