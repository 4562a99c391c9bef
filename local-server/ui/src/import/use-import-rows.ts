// The rows of an import: a file on its way or stored, and what was typed beside it meanwhile.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { MediaFileBody } from '../../../../core/api/media.ts'
import { useStrings } from '../strings/language.tsx'
import { useMedia } from '../library/media-queries.ts'
import { useSendFile, useUploads } from '../library/upload/use-uploads.ts'
import type { FileUpload } from '../library/upload/upload-queue.ts'
import type { ImportedFile } from './import-context.tsx'
import { mediaTypeFor } from './import-posts.ts'

export interface ImportRow {
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
  /** Why the server took no post of it. */
  readonly refusal: string | null
}

export function useImportRows(files: readonly ImportedFile[]) {
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
  const taken = useRef<readonly ImportedFile[]>([])
  useEffect(() => {
    // A development build mounts twice; a batch is taken once.
    if (taken.current === files) return
    taken.current = files
    const added = files.map((file, place) => {
      const untouched = { caption: '', accountId: null, wall: null, mediaId: null, refusal: null }
      if (file instanceof File) return { id: send(file), name: file.name, media: null, ...untouched }
      // Uploads count from 1.
      const id = -1 - place
      if (!('wasSent' in file)) return { id, name: file.originalFilename, media: file, ...untouched }
      return { id, ...file, media: null, refusal: file.wasSent ? importing.maybeSent : null }
    })
    setRows((now) => [...now, ...added])
    // The words are those of the moment.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [files, send])
  useKeptMedia(rows, change)
  return {
    rows,
    /** The current rows, for work that outlives a render. */
    now: () => latest.current,
    change,
    uploadOf: (id: number): FileUpload | undefined => uploads.uploads.find((upload) => upload.id === id),
    retry: uploads.retry,
    /** Gives a row the file that it lacks. */
    replace(id: number, file: File) {
      const sent = send(file)
      setRows((now) => now.map((row) => (row.id === id ? { ...row, id: sent, name: file.name } : row)))
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

export type ImportRows = ReturnType<typeof useImportRows>

/** False until something about it is put right. */
export function mayBecomePost({ media, mediaId }: ImportRow, upload: FileUpload | undefined): boolean {
  if (media !== null) return media.unfit[mediaTypeFor(media)].length === 0
  return upload === undefined ? mediaId !== null : upload.state !== 'failed'
}
