import { AlertIcon, CheckIcon } from '@primer/octicons-react'
import { memo, useEffect, useMemo, useRef, type ReactNode } from 'react'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import { isVideo } from '../../../../../core/media/fit/fixes.ts'
import { useFormats, useStrings } from '../../strings/language.tsx'
import { durationText } from '../file-facts.ts'
import { MediaFrame } from '../media-frame.tsx'
import { useGridKeys } from './use-grid-keys.ts'
import classes from './media-grid.module.css'

interface MediaGridProps {
  readonly files: readonly MediaFileBody[]
  readonly label: string
  /** Ids in the order in which they were chosen; absent where nothing is chosen, only opened. */
  readonly chosen?: readonly string[]
  /** Smaller cells, for a dialog. */
  readonly dense?: boolean
  /** Number of files still to be loaded: their places are kept, so that nothing moves when they come. */
  readonly toCome?: number
  /** The first of those places comes near, or has been passed. */
  readonly onNearEnd?: (() => void) | undefined
  /** The same function at every rendering, else every cell is drawn again for each page that arrives. */
  readonly onOpen: (file: MediaFileBody) => void
}

/** Beyond it a scroll bar is of no use any more. */
const MOST_PLACES = 5_000

export function MediaGrid({ files, label, chosen, dense = false, onOpen, ...end }: MediaGridProps) {
  const places = usePlaces(files.length, end.toCome ?? 0, end.onNearEnd)
  const { stop, list } = useGridKeys(files.map(({ id }) => id))
  return (
    <ul {...list} className={classes.grid} data-dense={dense || undefined} aria-label={label}>
      {files.map((file) => {
        const place = chosen?.indexOf(file.id)
        return (
          <MediaCell
            key={file.id}
            file={file}
            isTabStop={file.id === stop}
            place={place === undefined ? null : place}
            isOneOfMany={(chosen?.length ?? 0) > 1}
            onOpen={onOpen}
          />
        )
      })}
      {places}
    </ul>
  )
}

/**
 * Numbered from the start of the grid: what comes takes the first ones, and the others stay where they are. Always the same
 * elements, because there may be thousands.
 */
function usePlaces(count: number, toCome: number, onNearEnd: (() => void) | undefined): ReactNode[] {
  const total = Math.min(count + toCome, MOST_PLACES)
  const all = useMemo(
    () =>
      Array.from({ length: total }, (_, index) => (
        <li key={index} className={classes.place} aria-hidden="true" />
      )),
    [total],
  )
  if (toCome === 0) return []
  return [<NearEnd key={count} onNear={onNearEnd} />, ...all.slice(count + 1)]
}

/** The first place that is still empty: calls some screens before it is reached, and whenever it was passed. */
function NearEnd({ onNear }: { readonly onNear: (() => void) | undefined }) {
  const sentinel = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (sentinel.current === null || onNear === undefined) return
    const loadWhenNear = (entries: IntersectionObserverEntry[]) => {
      // On a busy machine several frames are reported at once.
      if (entries.some(({ isIntersecting }) => isIntersecting)) onNear()
    }
    const observer = new IntersectionObserver(loadWhenNear, { rootMargin: '9999999px 0px 1800px' })
    observer.observe(sentinel.current)
    return () => observer.disconnect()
  }, [onNear])
  return <li ref={sentinel} className={classes.place} aria-hidden="true" />
}

interface MediaCellProps {
  readonly file: MediaFileBody
  readonly isTabStop: boolean
  /** -1: not chosen; null: nothing is chosen here. */
  readonly place: number | null
  readonly isOneOfMany: boolean
  readonly onOpen: (file: MediaFileBody) => void
}

const MediaCell = memo(function MediaCell({ file, isTabStop, place, isOneOfMany, onOpen }: MediaCellProps) {
  const { library } = useStrings()
  const formats = useFormats()
  const isChosen = place !== null && place >= 0
  const added = formats.dayAndTime(new Date(file.createdAt))
  return (
    <li className={classes.cell}>
      <button
        type="button"
        className={classes.button}
        data-id={file.id}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={library.cell(file.originalFilename, isVideo(file), added)}
        aria-pressed={place === null ? undefined : isChosen}
        title={file.originalFilename}
        onClick={() => onOpen(file)}
      >
        <MediaFrame media={file} />
        {file.durationSeconds !== null && (
          <span className={classes.duration}>{durationText(file.durationSeconds)}</span>
        )}
        {!file.isValid && (
          <span className={classes.warning}>
            <AlertIcon size={14} />
          </span>
        )}
        {isChosen && (
          <span className={classes.badge}>{isOneOfMany ? place + 1 : <CheckIcon size={14} />}</span>
        )}
      </button>
    </li>
  )
})
