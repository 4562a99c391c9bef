import { useQueryClient } from '@tanstack/react-query'
import { useCalendarTimes } from '../plan/clock/calendar-zone.tsx'
import { useDefaultAccount } from '../shared/accounts/default-account.ts'
import { notify } from '../shared/notifications.ts'
import { useLanguage } from '../strings/language.tsx'
import { lazyStringsOf } from '../strings/load-strings.ts'
import { type ImportedFile, useImport } from './import-context.tsx'
import { isTable } from './table-name.ts'
import type { ReadRow } from './table-rows.ts'

/** Reads the tables among the files; their code and words are fetched for it. Null, and told, when one cannot be read. */
export function useTables(files: readonly ImportedFile[], onUnreadable: (error: unknown) => void) {
  const client = useQueryClient()
  const { language } = useLanguage()
  const { zone } = useCalendarTimes()
  const { start } = useImport()
  const preset = useDefaultAccount()
  const accountId = (start === 'drafts' ? null : start?.accountId) ?? preset
  const tellOfKnown = async (known: number, late: number) => {
    if (known > 0) notify((await lazyStringsOf(language)).tables.known(known, late))
  }
  const read = async (): Promise<readonly ReadRow[] | null> => {
    try {
      const [{ readRows }, { tables: words }] = await Promise.all([
        import('./table-rows.ts'),
        lazyStringsOf(language),
      ])
      const others = files.filter((file): file is File => file instanceof File && !isTable(file))
      const all: ReadRow[] = []
      for (const table of files.filter(isTable)) {
        const { rows, known, late } = await readRows({ table, files: others, zone, accountId, client, words })
        void tellOfKnown(known, late)
        all.push(...rows)
      }
      if (all.length === 0) onUnreadable(null)
      return all
    } catch (error) {
      onUnreadable(error)
      return null
    }
  }
  return { read, tellOfKnown }
}
