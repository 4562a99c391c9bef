import type { ImportedFile } from './import-context.tsx'

/** What is no picture and no video: a table, or a workbook, of which it is said how to save it. */
export const isTable = (file: ImportedFile): file is File => file instanceof File && TABLE.test(file.name)

const TABLE = /\.(csv|tsv|tab|txt|jsonl|ndjson|xlsx?|ods|numbers)$/i

/** For a dialog that chooses files. */
export const TABLE_TYPES = '.csv,.tsv,.tab,.txt,.jsonl,.ndjson,.xlsx,.xls,.ods,.numbers'
