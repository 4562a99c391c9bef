import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
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
  if (list.isPending) return <SkeletonGrid dense={dense} />
  if (list.isError && list.data === undefined) {
    return <LoadProblem error={list.error} onRetry={() => void list.refetch()} />
  }
  if (list.data.files.length === 0) return empty
  const more = () => {
    if (list.hasNextPage && !list.isFetching) void list.fetchNextPage()
  }
  return (
    <>
      <MediaGrid
        files={list.data.files}
        label={library.storedMedia}
        dense={dense}
        onOpen={onOpen}
        {...(chosen ? { chosen } : {})}
      />
      {list.hasNextPage && (
        <div className={classes.end}>
          <NearEnd key={list.data.files.length} isIdle={!list.isFetching} onNear={more} />
          <Button variant="default" loading={list.isFetchingNextPage} onClick={more}>
            {library.loadMore}
          </Button>
        </div>
      )}
    </>
  )
}

/** Calls out some screens before it is reached. */
function NearEnd({ isIdle, onNear }: { readonly isIdle: boolean; readonly onNear: () => void }) {
  const mark = useRef<HTMLDivElement>(null)
  const near = useRef(onNear)
  near.current = onNear
  useEffect(() => {
    if (!isIdle || mark.current === null) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && near.current(), {
      rootMargin: '0px 0px 1800px',
    })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [isIdle])
  return <div ref={mark} />
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
