// The rows of an import: a file on its way or stored, and what was typed beside it meanwhile.
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { MediaFileBody } from '../../../../core/api/media.ts'
import { useStrings } from '../strings/language.tsx'
import { useMedia } from '../library/media-queries.ts'
import { useSendFile, useUploads } from '../library/upload/use-uploads.ts'
import type { FileUpload } from '../library/upload/upload-queue.ts'
import type { ImportedFile } from './import-context.tsx'
import type { DateOrder } from '../../../../core/rules/times/typed-time.ts'
import { mediaTypeFor } from './import-posts.ts'
import { withOrder } from './row-times.ts'
import { isTable } from './table-name.ts'
import type { ReadRow } from './table-rows.ts'
import { useTables } from './use-tables.ts'

export interface ImportRow extends Pick<ReadRow, 'line' | 'asksAccount' | 'byOrder' | 'mark' | 'options'> {
  /** Of its upload; negative for a stored file. */
  readonly id: number
  readonly name: string
  readonly caption: string
  /** Null: that of the sheet. */
  readonly accountId: string | null
  /** `2026-11-25T10:00`; null: the proposed one. */
  readonly wall: string | null
  /** Null until it is stored, or read again. */
  readonly media: MediaFileBody | null
  /** Of a stored file that is to be read again. */
  readonly mediaId: string | null
  /** Why the server took no post of it, or what a table lacks. */
  readonly refusal: string | null
}

/** A table makes the rows; the other files are their pictures. */
export function useImportRows(files: readonly ImportedFile[], onUnreadable: (error: unknown) => void) {
  const { importing } = useStrings()
  const [rows, setRows] = useState<readonly ImportRow[]>([])
  const latest = useRef(rows)
  latest.current = rows
  const change = useCallback(
    (id: number, part: Partial<ImportRow>) =>
      setRows((now) => now.map((row) => (row.id === id ? { ...row, ...part } : row))),
    [],
  )
  const uploads = useUploads('import', (stored, ids) => {
    for (const [index, media] of stored.entries()) change(ids[index] ?? 0, { media })
  })
  const { remove: removeUpload } = uploads
  const remove = useCallback(
    (id: number) => {
      removeUpload(id)
      setRows((now) => now.filter((row) => row.id !== id))
    },
    [removeUpload],
  )
  const send = useSendFile('import')
  // Uploads count from 1.
  const toRow = ({ media, ...row }: ReadRow, place: number): ImportRow =>
    media instanceof File
      ? { id: send(media), media: null, mediaId: null, ...row }
      : { id: -1 - place, media, mediaId: null, ...row }
  const readTables = useTables(files, onUnreadable)
  const fill = useEffectEvent(async () => {
    const read = await readTables()
    if (read !== null) setRows(read.map(toRow))
  })
  const chooseOrder = (order: DateOrder) => setRows((now) => withOrder(now, order))
  const begin = useEffectEvent(() => {
    const added = files.map((file, place): ImportRow => {
      if (file instanceof File) return toRow({ ...UNTOUCHED, name: file.name, media: file }, place)
      if (!('wasSent' in file))
        return toRow({ ...UNTOUCHED, name: file.originalFilename, media: file }, place)
      const { ofTable, wasSent, ...kept } = file
      const refusal = wasSent ? importing.maybeSent : null
      return { ...UNTOUCHED, ...ofTable, ...kept, id: -1 - place, media: null, refusal }
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
  useKeptMedia(rows, change)
  return {
    rows,
    /** The current rows, for work that outlives a render. */
    now: () => latest.current,
    change,
    chooseOrder,
    uploadOf: (id: number): FileUpload | undefined => uploads.uploads.find((upload) => upload.id === id),
    retry: uploads.retry,
    /** Gives a row the file that it lacks. */
    replace(id: number, file: File) {
      const sent = send(file)
      setRows((now) =>
        now.map((row) => (row.id === id ? { ...row, id: sent, name: file.name, refusal: null } : row)),
      )
    },
    remove,
  }
}

/** Reads the stored files of rows that were kept over a reload. One that was deleted since is to be chosen again. */
function useKeptMedia(rows: readonly ImportRow[], change: (id: number, part: Partial<ImportRow>) => void) {
  const lacking = rows.filter(({ media, mediaId }) => media === null && mediaId !== null)
  const found = useMedia(
    lacking.map(({ mediaId }) => mediaId ?? ''),
    [],
  )
  useEffect(() => {
    for (const [index, media] of found.entries())
      if (media !== undefined) change(lacking[index]?.id ?? 0, { media, mediaId: null })
  })
}

const UNTOUCHED = {
  caption: '',
  accountId: null,
  wall: null,
  options: {},
  refusal: null,
  line: null,
  asksAccount: false,
  byOrder: null,
  mark: null,
}

export type ImportRows = ReturnType<typeof useImportRows>

/** False until something about it is put right. */
export function mayBecomePost({ media, mediaId }: ImportRow, upload: FileUpload | undefined): boolean {
  if (media !== null) return media.unfit[mediaTypeFor(media)].length === 0
  return upload === undefined ? mediaId !== null : upload.state !== 'failed'
}
