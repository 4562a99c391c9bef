// The rows of an import: a file on its way or stored, and what was typed beside it meanwhile.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { MediaFileBody } from '../../../../core/api/media.ts'
import { useCalendarTimes } from '../plan/clock/calendar-zone.tsx'
import { useDefaultAccount } from '../shared/accounts/default-account.ts'
import { notify } from '../shared/notifications.ts'
import { lazyStringsOf, useLanguage, useLazyStrings } from '../strings/language.tsx'
import { useMedia } from '../library/media-queries.ts'
import { useSendFile, useUploads } from '../library/upload/use-uploads.ts'
import type { FileUpload } from '../library/upload/upload-queue.ts'
import { type ImportedFile, useImport } from './import-context.tsx'
import type { KeptRow } from './kept-import.ts'
import { mediaFields } from '../../../../core/rules/content/media-fields.ts'
import { MEDIA_TYPES, type MediaType } from '../../../../core/rules/publication/post-words.ts'
import type { DateOrder } from '../../../../core/rules/times/typed-time.ts'
import { withOrder } from './row-times.ts'
import { isTable } from './table-name.ts'
import { readRows, type ReadRow, type RowSource } from './table-rows.ts'

export interface ImportRow extends Omit<ReadRow, 'files'> {
  readonly id: number
  readonly files: readonly RowFile[]
}

export interface RowFile {
  /** Of its upload; negative for a stored file, and for one that is still to be chosen. */
  readonly id: number
  readonly name: string
  /** Null until it is stored, or read again. */
  readonly media: MediaFileBody | null
  /** Of a stored file that is to be read again. */
  readonly mediaId: string | null
}

let lastId = 0
/** Uploads count from 1. */
const nextId = () => (lastId -= 1)

/** A table makes the rows; the other files are their pictures. */
export function useImportRows(files: readonly ImportedFile[], onUnreadable: (error: unknown) => void) {
  const { importing } = useLazyStrings()
  const [rows, setRows] = useState<readonly ImportRow[]>([])
  const latest = useRef(rows)
  latest.current = rows
  const change = useCallback(
    (id: number, part: Partial<ImportRow>) =>
      setRows((now) => now.map((row) => (row.id === id ? { ...row, ...part } : row))),
    [],
  )
  const changeFile = useCallback(
    (id: number, part: Partial<RowFile>, ofRow: Partial<ImportRow> = {}) =>
      setRows((now) =>
        now.map((row) => {
          if (!row.files.some((file) => file.id === id)) return row
          const files = row.files.map((file) => (file.id === id ? { ...file, ...part } : file))
          return { ...row, ...ofRow, files }
        }),
      ),
    [],
  )
  const uploads = useUploads('import', (stored, ids) => {
    for (const [index, media] of stored.entries()) changeFile(ids[index] ?? 0, { media })
  })
  const { remove: stop } = uploads
  const remove = useCallback(
    (id: number) => {
      for (const file of latest.current.find((row) => row.id === id)?.files ?? []) stop(file.id)
      setRows((now) => now.filter((row) => row.id !== id))
    },
    [stop],
  )
  const send = useSendFile('import')
  /** Gives a row the file that it lacks. */
  const replace = useCallback(
    (id: number, file: File) => changeFile(id, { id: send(file), name: file.name }, { refusal: null }),
    [changeFile, send],
  )
  const tables = useTables(files, onUnreadable)
  const fill = useEffectEvent(async () => {
    const read = await tables.read()
    if (read !== null) setRows(read.map((row) => newRow(row, send)))
  })
  const chooseOrder = (order: DateOrder) => {
    const read = withOrder(rows, order)
    void tables.tellOfKnown(rows.length - read.length, 0)
    setRows(read)
    if (read.length === 0) onUnreadable(null)
  }
  const begin = useEffectEvent(() => {
    const added = files.map((file) => {
      if (!(file instanceof File) && 'wasSent' in file) return keptRow(file, importing.maybeSent)
      const name = file instanceof File ? file.name : file.originalFilename
      return newRow({ ...UNTOUCHED, name, files: [file] }, send)
    })
    setRows((now) => [...now, ...added])
  })
  const taken = useRef<readonly ImportedFile[]>([])
  useEffect(() => {
    // A development build mounts twice; a batch is taken once.
    if (taken.current === files) return
    taken.current = files
    if (files.some(isTable)) void fill()
    else begin()
  }, [files])
  useKeptMedia(rows, changeFile)
  return {
    rows,
    /** The current rows, for work that outlives a render. */
    now: () => latest.current,
    /** Each stays the same function. After `stop` the file is to be chosen again. */
    actions: { change, changeFile, retry: uploads.retry, stop, replace, remove },
    chooseOrder,
    uploadOf: ({ id }: RowFile): FileUpload | undefined => uploads.uploads.find((upload) => upload.id === id),
  }
}

function newRow({ files: sources, ...row }: ReadRow, send: (file: File) => number): ImportRow {
  const toFile = (file: RowSource): RowFile => {
    if (file instanceof File) return { id: send(file), name: file.name, media: null, mediaId: null }
    if (typeof file === 'string') return { id: nextId(), name: file || row.name, media: null, mediaId: null }
    return { id: nextId(), name: file.originalFilename, media: file, mediaId: null }
  }
  return { ...row, id: nextId(), files: sources.map(toFile) }
}

function keptRow({ ofTable, wasSent, files, ...typed }: KeptRow, maybeSent: string): ImportRow {
  const again = files.map((one): RowFile => ({ ...one, id: nextId(), media: null }))
  const row = { ...UNTOUCHED, ...ofTable, ...typed, id: nextId(), files: again }
  if (!wasSent) return row
  // A change that is sent twice is the same change, of whichever version it has made.
  return row.changes === null
    ? { ...row, refusal: maybeSent }
    : { ...row, changes: { ...row.changes, version: null } }
}

/** Reads the stored files of rows that were kept over a reload. One that was deleted since is to be chosen again. */
function useKeptMedia(
  rows: readonly ImportRow[],
  changeFile: (id: number, part: Partial<RowFile>) => void,
): void {
  const lacking = rows
    .flatMap(({ files }) => files)
    .filter(({ media, mediaId }) => media === null && mediaId !== null)
  const found = useMedia(
    lacking.map(({ mediaId }) => mediaId ?? ''),
    [],
  )
  useEffect(() => {
    for (const [index, media] of found.entries())
      if (media !== undefined) changeFile(lacking[index]?.id ?? 0, { media, mediaId: null })
  })
}

const UNTOUCHED = {
  caption: '',
  accountId: null,
  wall: null,
  meantAt: null,
  zone: null,
  altTexts: [],
  options: {},
  refusal: null,
  line: null,
  asksAccount: false,
  byOrder: null,
  identity: null,
  changes: null,
  isKnown: false,
  isStuck: false,
}

export type ImportRows = ReturnType<typeof useImportRows>

/** False until something about it is put right. */
export function mayBecomePost(row: ImportRow, uploadOf: ImportRows['uploadOf']): boolean {
  const mediaType = mediaTypeFor(row)
  return (
    !row.isStuck &&
    row.files.every((file) => {
      if (file.media !== null) return file.media.unfit[mediaType].length === 0
      const upload = uploadOf(file)
      return upload === undefined ? file.mediaId !== null : upload.state !== 'failed'
    })
  )
}

/** Its files that are stored. */
export const mediaOf = ({ files }: Pick<ImportRow, 'files'>): readonly MediaFileBody[] =>
  files.flatMap(({ media }) => media ?? [])

/** The kind of post that it becomes. */
export function mediaTypeFor(row: Pick<ImportRow, 'files' | 'options' | 'changes'>): MediaType {
  const given = MEDIA_TYPES.find((type) => type === row.options['mediaType'])
  if (given || row.files.length > 1) return given ?? 'CAROUSEL'
  return row.changes?.isStory ? 'STORIES' : mediaFields(mediaOf(row)).mediaType
}

/** Reads the tables among the files. Null, and told, when one cannot be read. */
function useTables(files: readonly ImportedFile[], onUnreadable: (error: unknown) => void) {
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
      const { tables: words } = await lazyStringsOf(language)
      const others = files.filter((file): file is File => file instanceof File && !isTable(file))
      const all: ReadRow[] = []
      for (const table of files.filter(isTable)) {
        const reading = { table, files: others, zone, accountId, client, words }
        const { rows, known, late, elsewhere } = await readRows(reading)
        void tellOfKnown(known, late)
        if (elsewhere > 0) notify(words.elsewhere(elsewhere))
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
