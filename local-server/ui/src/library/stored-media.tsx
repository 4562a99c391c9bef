import { SegmentedControl, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, type ReactNode } from 'react'
import { LoadProblem } from '../shared/problem-note.tsx'
import { useFormats, useStrings } from '../strings/language.tsx'
import { MediaGrid } from './media-grid.tsx'
import { mediaListQuery, type MediaKind } from './media-queries.ts'
import type { MediaFileBody } from '../../../../core/api/media.ts'
import classes from './stored-media.module.css'

interface StoredMediaProps {
  readonly kind: MediaKind
  readonly chosen?: readonly string[]
  readonly dense?: boolean
  /** Stands where nothing is stored. */
  readonly empty: ReactNode
  /** The same function at every rendering. */
  readonly onOpen: (file: MediaFileBody) => void
}

/** Everything stored of a kind, more of it as the reader comes near its end. */
export function StoredMedia({ kind, chosen, dense = false, empty, onOpen }: StoredMediaProps) {
  const { library } = useStrings()
  const list = useInfiniteQuery(mediaListQuery(kind))
  const { fetchNextPage } = list
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage])
  if (list.isPending) return <SkeletonGrid dense={dense} />
  if (list.isError && list.data === undefined) {
    return <LoadProblem error={list.error} onRetry={() => void list.refetch()} />
  }
  if (list.data.files.length === 0) return empty
  const { files, total } = list.data
  const isReady = list.hasNextPage && !list.isFetching && !list.isFetchNextPageError
  return (
    <>
      <MediaGrid
        files={files}
        label={library.storedMedia}
        dense={dense}
        toCome={list.hasNextPage ? total - files.length : 0}
        onNearEnd={isReady ? more : undefined}
        onOpen={onOpen}
        {...(chosen ? { chosen } : {})}
      />
      {list.isFetchNextPageError && (
        <div className={classes.problem}>
          <LoadProblem error={list.error} onRetry={more} />
        </div>
      )}
    </>
  )
}

function SkeletonGrid({ dense }: { readonly dense: boolean }) {
  return (
    <div className={classes.skeletons} data-dense={dense || undefined} aria-hidden="true">
      {Array.from({ length: 12 }, (_, index) => (
        <Skeleton key={index} radius="md" className={classes.skeleton} />
      ))}
    </div>
  )
}

interface KindFilterProps {
  readonly kind: MediaKind
  readonly onChange: (kind: MediaKind) => void
}

export function KindFilter({ kind, onChange }: KindFilterProps) {
  const { library } = useStrings()
  const formats = useFormats()
  const { data } = useInfiniteQuery(mediaListQuery(kind))
  return (
    <div className={classes.filter}>
      <SegmentedControl
        aria-label={library.show}
        value={kind}
        onChange={(value) => onChange(value)}
        data={[
          { value: 'all', label: library.all },
          { value: 'image', label: library.photos },
          { value: 'video', label: library.videos },
        ]}
      />
      <p role="status">{data && library.count(data.total, formats.number(data.total))}</p>
    </div>
  )
}
