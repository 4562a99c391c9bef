// Files dropped on a page. Several at once become a post each; they live outside the pages, so that closing their sheet stops
// nothing. A page may define what dropping them on its parts means.
import { createSafeContext } from '@mantine/core'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { MediaFileBody } from '../../../../core/api/media.ts'
import { keepImport, keptImport, type ImportStart, type KeptRow } from './kept-import.ts'

/** On its way, stored already, or kept from before a reload. */
export type ImportedFile = File | MediaFileBody | KeptRow

export interface FilePlace {
  /** Where their posts begin. */
  readonly start?: ImportStart
  /** Takes them instead: no post is made of them. */
  readonly take?: (files: readonly File[]) => void
  /** What a drop would do, in a few words. */
  readonly words: string
}

/** By the `data-drop` of an element; null where files mean nothing. */
type FindPlace = (id: string) => FilePlace | null

interface Import {
  /** Files that have just arrived; null while nothing is imported. */
  readonly files: readonly ImportedFile[] | null
  readonly start: ImportStart | null
  begin(files: readonly ImportedFile[], start: ImportStart | null): void
  /** Ends the import of these files, and none that has begun since. */
  end(files: readonly ImportedFile[]): void
  readonly findPlace: { current: FindPlace }
}

export const [ImportContext, useImport] = createSafeContext<Import>('outside of ImportProvider')

const NOWHERE: FindPlace = () => null

export function ImportProvider({ children }: { readonly children: ReactNode }) {
  const [arrived, setArrived] = useState<Pick<Import, 'files' | 'start'>>(() => {
    const kept = keptImport()
    return { files: kept?.rows ?? null, start: kept?.start ?? null }
  })
  const latest = useRef(arrived)
  latest.current = arrived
  const findPlace = useRef(NOWHERE)
  const value = useMemo(
    () => ({
      ...arrived,
      begin: (files: readonly ImportedFile[], start: ImportStart | null) => setArrived({ files, start }),
      end(files: readonly ImportedFile[]) {
        if (latest.current.files !== files) return
        keepImport(null)
        setArrived({ files: null, start: null })
      },
      findPlace,
    }),
    [arrived],
  )
  return <ImportContext value={value}>{children}</ImportContext>
}

/** Files can be dropped on what this page shows. */
export function useFilePlaces(find: FindPlace): void {
  const { findPlace } = useImport()
  useEffect(() => {
    findPlace.current = find
    return () => {
      findPlace.current = NOWHERE
    }
  }, [findPlace, find])
}
