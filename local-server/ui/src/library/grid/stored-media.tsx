import { SegmentedControl, Skeleton } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, type ReactNode } from 'react'
import { LoadProblem } from '../../shared/problem-note.tsx'
import { useFormats, useStrings } from '../../strings/language.tsx'
import { MediaGrid } from './media-grid.tsx'
import { mediaListQuery, newestMediaQuery, type MediaFilter } from '../media-queries.ts'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import classes from './stored-media.module.css'

interface StoredMediaProps {
  readonly kind: MediaFilter
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
  const list = useStoredMedia(kind)
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

/** So much is read again for a file that came or went elsewhere; further down, a jump would be worse than what is missing. */
const MOST_READ_AGAIN = 240

function useStoredMedia(kind: MediaFilter) {
  const list = useInfiniteQuery(mediaListQuery(kind))
  const { data: newest } = useQuery(newestMediaQuery(kind))
  const compare = useEffectEvent((total: number, first: string | undefined) => {
    const shown = list.data
    if (shown === undefined || shown.files.length > MOST_READ_AGAIN) return
    if (shown.total !== total || shown.files[0]?.id !== first) void list.refetch()
  })
  useEffect(() => {
    if (newest) compare(newest.total, newest.files[0]?.id)
  }, [newest])
  return list
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
  readonly kind: MediaFilter
  readonly onChange: (kind: MediaFilter) => void
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
