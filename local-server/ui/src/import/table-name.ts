import type { ImportedFile } from './import-context.tsx'

/** A table, or a workbook, of which it is said how to save it. A .txt may be anything, and among photos it is a note. */
export const isTable = (file: ImportedFile): file is File => file instanceof File && TABLE.test(file.name)

const TABLE = /\.(csv|tsv|tab|jsonl|ndjson|xlsx?|ods|numbers)$/i

/** For a dialog that chooses files. */
export const TABLE_TYPES = '.csv,.tsv,.tab,.jsonl,.ndjson,.xlsx,.xls,.ods,.numbers'
