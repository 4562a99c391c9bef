// The rows of an import as the browser keeps them over a reload, a crash and a sign-out: files that are stored, and all that was typed.
// What cannot be read any more is dropped: it never keeps the page from opening.
import { isString, arrayOf, orNull, fieldsOf } from '../compose/unsaved-work.ts'
import { keepText, keptText, tryAccess } from '../shared/kept-texts.ts'
import type { ChosenWallTime } from '../shared/overlay-address.ts'
import { tabPlace } from '../shared/tab-place.ts'
import type { ImportTimes, RowChoice } from './row-times.ts'
import type { ReadRow } from './table-rows.ts'

/** Where posts of dropped files begin: at a time, or among the drafts. */
export type ImportStart = ChosenWallTime | 'drafts'

export interface KeptRow extends Pick<RowChoice, 'accountId' | 'wall'> {
  readonly name: string
  readonly caption: string
  readonly files: readonly KeptFile[]
  /** It was being sent, and its answer may be lost. */
  readonly wasSent: boolean
  /** What the row of a table said beside that. */
  readonly ofTable?: KeptOfTable
}

interface KeptFile {
  readonly name: string
  /** Null: it was not stored yet, and is to be chosen again. */
  readonly mediaId: string | null
}

export type KeptOfTable = Omit<ReadRow, 'name' | 'caption' | 'files' | 'accountId' | 'wall' | 'isKnown'>

/** For all rows that have nothing of their own; null where nothing was chosen. */
export interface KeptChoice {
  readonly accountId: string | null
  readonly times: ImportTimes | null
  readonly time: string | null
  /** The clocks by which times are typed: those of the plan when it began. */
  readonly timeZone: string
}

interface KeptImport {
  readonly start: ImportStart | null
  readonly rows: readonly KeptRow[]
  /** Absent in one of an earlier version. */
  readonly chosen?: Partial<KeptChoice>
}

const nameOf = () => `import${tabPlace()}`

export function keptImport(): KeptImport | null {
  const read = tryAccess((): unknown => JSON.parse(keptText(nameOf()) ?? 'null'))
  return isKeptImport(read) ? read : null
}

export function keepImport(kept: KeptImport | null): void {
  keepText(nameOf(), kept && JSON.stringify(kept))
}

const isKeptRow = fieldsOf({
  name: isString,
  caption: isString,
  accountId: orNull(isString),
  wall: orNull(isString),
  files: Array.isArray,
})

const isKeptImport = fieldsOf({ rows: arrayOf(isKeptRow) }) as (read: unknown) => read is KeptImport
