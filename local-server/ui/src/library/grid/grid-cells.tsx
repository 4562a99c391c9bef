// What stands in the rows of the grid: the name of a month, or files.
import { AlertIcon, CheckIcon } from '@primer/octicons-react'
import { useQueries } from '@tanstack/react-query'
import { createContext, memo, useContext, useEffect, useRef, type MouseEvent, type RefObject } from 'react'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import { isVideo } from '../../../../../core/rules/fit/fixes.ts'
import { useFormats, useStrings } from '../../strings/language.tsx'
import { durationText } from '../file-facts.ts'
import { MediaFrame } from '../media-frame.tsx'
import { mediaFileQuery } from '../media-queries.ts'
import type { FilesRow } from './grid-rows.ts'
import classes from './media-grid.module.css'

/** How a file was pressed: Shift selects up to here, Ctrl or ⌘ adds to the others. */
export interface Press {
  readonly isRange: boolean
  readonly isBeside: boolean
}

/** The same functions at every rendering. */
export interface Choice {
  /** Ids in the order in which they were chosen; absent where nothing is chosen, only opened. */
  readonly chosen?: readonly string[] | undefined
  readonly onPress: (file: MediaFileBody, press: Press) => void
  /** Given where choosing differs from pressing: each file gets a box to tick. */
  readonly onChoose?: ((ids: readonly string[], isRange: boolean) => void) | undefined
}

interface GridContextValue extends Choice {
  /** Cell that the keyboard is to go to once it is drawn. */
  readonly wanted: RefObject<string | null>
}

export const GridContext = createContext<GridContextValue>({ onPress: () => {}, wanted: { current: null } })

export const Month = memo(function Month({ month }: { readonly month: string }) {
  const formats = useFormats()
  return (
    <div role="row" className={classes.month}>
      <div role="gridcell">
        <h2>{formats.month(new Date(`${month}-15T12:00`))}</h2>
      </div>
    </div>
  )
})

export const Files = memo(function Files({ row }: { readonly row: FilesRow }) {
  const { chosen } = useContext(GridContext)
  const files = useQueries({ queries: row.ids.map(mediaFileQuery), combine: dataOf })
  return (
    <div role="row" className={classes.row}>
      {row.ids.map((id, index) => {
        const place = chosen?.indexOf(id) ?? null
        return (
          <div key={id} role="gridcell" aria-selected={place === null ? undefined : place >= 0}>
            <Cell file={files[index] ?? null} place={place} isOneOfMany={(chosen?.length ?? 0) > 1} />
          </div>
        )
      })}
    </div>
  )
})

function dataOf(results: readonly { readonly data: MediaFileBody | null | undefined }[]) {
  return results.map(({ data }) => data)
}

interface CellProps {
  /** Null until it is known, and when it is gone. */
  readonly file: MediaFileBody | null
  /** -1: not chosen; null: nothing is chosen here. */
  readonly place: number | null
  readonly isOneOfMany: boolean
}

const Cell = memo(function Cell({ file, place, isOneOfMany }: CellProps) {
  const { library } = useStrings()
  const formats = useFormats()
  const { onPress, onChoose, wanted } = useContext(GridContext)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (file === null || wanted.current !== file.id) return
    wanted.current = null
    button.current?.focus({ preventScroll: true })
  }, [file, wanted])
  if (file === null) return <span className={classes.place} />
  const isChosen = place !== null && place >= 0
  const added = formats.dayAndTime(new Date(file.createdAt))
  const press = ({ shiftKey, ctrlKey, metaKey }: MouseEvent) =>
    onPress(file, { isRange: shiftKey, isBeside: ctrlKey || metaKey })
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.button}
        data-id={file.id}
        tabIndex={-1}
        aria-label={library.cell(file.originalFilename, isVideo(file), added)}
        aria-pressed={place === null || onChoose ? undefined : isChosen}
        title={file.originalFilename}
        onClick={press}
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
        {isChosen && !onChoose && <Badge place={isOneOfMany ? place : null} />}
      </button>
      {onChoose && (
        <button
          type="button"
          role="checkbox"
          className={classes.choose}
          tabIndex={-1}
          aria-checked={isChosen}
          aria-label={library.select(file.originalFilename)}
          onClick={({ shiftKey }) => onChoose([file.id], shiftKey)}
        >
          <Badge place={isChosen && isOneOfMany ? place : null} />
        </button>
      )}
    </>
  )
})

function Badge({ place }: { readonly place: number | null }) {
  return <span className={classes.badge}>{place === null ? <CheckIcon size={14} /> : place + 1}</span>
}
