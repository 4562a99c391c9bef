// The rows of an import: a file on its way or stored, and what was typed beside it meanwhile.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { MediaFileBody } from '../../../../core/api/media.ts'
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
  /** Null until it is stored. */
  readonly media: MediaFileBody | null
  /** Why the server took no post of it. */
  readonly refusal: string | null
}

export function useImportRows(files: readonly ImportedFile[]) {
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
      const untouched = { caption: '', accountId: null, wall: null, refusal: null }
      // Uploads count from 1.
      if (!(file instanceof File))
        return { id: -1 - place, name: file.originalFilename, media: file, ...untouched }
      return { id: send(file), name: file.name, media: null, ...untouched }
    })
    setRows((now) => [...now, ...added])
  }, [files, send])
  return {
    rows,
    /** The current rows, for work that outlives a render. */
    now: () => latest.current,
    change,
    uploadOf: (id: number): FileUpload | undefined => uploads.uploads.find((upload) => upload.id === id),
    retry: uploads.retry,
    remove,
  }
}

export type ImportRows = ReturnType<typeof useImportRows>

/** False until something about it is put right. */
export function mayBecomePost({ media }: ImportRow, upload: FileUpload | undefined): boolean {
  return media === null ? upload?.state !== 'failed' : media.unfit[mediaTypeFor(media)].length === 0
}
