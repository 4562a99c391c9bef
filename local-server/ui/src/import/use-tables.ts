import { useQueryClient } from '@tanstack/react-query'
import { useCalendarTimes } from '../plan/clock/calendar-zone.tsx'
import { notify } from '../shared/notifications.ts'
import { useLanguage } from '../strings/language.tsx'
import { lazyStringsOf } from '../strings/load-strings.ts'
import type { ImportedFile } from './import-context.tsx'
import { isTable } from './table-name.ts'
import type { ReadRow } from './table-rows.ts'

/** Reads the tables among the files; their code and words are fetched for it. Null, and told, when one cannot be read. */
export function useTables(files: readonly ImportedFile[], onUnreadable: (error: unknown) => void) {
  const client = useQueryClient()
  const { language } = useLanguage()
  const { zone } = useCalendarTimes()
  return async (): Promise<readonly ReadRow[] | null> => {
    try {
      const [{ readRows }, { tables: words }] = await Promise.all([
        import('./table-rows.ts'),
        lazyStringsOf(language),
      ])
      const others = files.filter((file): file is File => file instanceof File && !isTable(file))
      const read: ReadRow[] = []
      for (const table of files.filter(isTable)) {
        const { rows, known } = await readRows({ table, files: others, zone, client, words })
        if (known > 0) notify(words.known(known))
        read.push(...rows)
      }
      if (read.length === 0) onUnreadable(null)
      return read
    } catch (error) {
      onUnreadable(error)
      return null
    }
  }
}
