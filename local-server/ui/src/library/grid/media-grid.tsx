import {
  useCallback,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type Ref,
  type RefObject,
} from 'react'
import { Virtualizer, WindowVirtualizer, type VirtualizerHandle } from 'virtua'
import type { LibraryList } from '../../../../../core/media/library.ts'
import { Files, GridContext, Month, type Choice } from './grid-cells.tsx'
import { rowsOf, type GridRow } from './grid-rows.ts'
import classes from './media-grid.module.css'
import { useActiveCell } from './use-active-cell.ts'

interface MediaGridProps extends Choice {
  readonly list: LibraryList
  readonly label: string
  /** Smaller cells, for a dialog. */
  readonly dense?: boolean
  readonly ref?: Ref<MediaGridHandle>
}

export interface MediaGridHandle {
  scrollToMonth(month: string): void
}

/** Between cells, and in the stylesheet. */
const GAP = 8

/** Every file that is stored, of which only the rows near the screen are drawn; the arrow keys lead through all of them. */
export function MediaGrid({ list, label, dense = false, ref, ...props }: MediaGridProps) {
  const virtualizer = useRef<Pick<VirtualizerHandle, 'scrollToIndex'>>(null)
  const frame = useFrame(dense)
  const rows = useMemo(() => rowsOf(list, frame.columns), [list, frame.columns])
  const cells = useActiveCell(list, rows, virtualizer, props.onChoose)
  useImperativeHandle(ref, () => ({
    scrollToMonth(month) {
      const index = rows.findIndex((row) => row.kind === 'month' && row.month === month)
      virtualizer.current?.scrollToIndex(index, { align: 'start' })
    },
  }))
  const shared = {
    ref: virtualizer as RefObject<VirtualizerHandle | null>,
    data: rows,
    itemSize: frame.rowHeight,
    bufferSize: 600,
    children: (row: GridRow) =>
      row.kind === 'month' ? (
        <Month key={row.month} month={row.month} />
      ) : (
        <Files key={row.ids[0]} row={row} />
      ),
  }
  const context = useMemo(
    () => ({ chosen: props.chosen, onPress: props.onPress, onChoose: props.onChoose, wanted: cells.wanted }),
    [props.chosen, props.onPress, props.onChoose, cells.wanted],
  )
  return (
    <div
      ref={frame.ref}
      {...cells.handlers}
      role="grid"
      data-landing
      aria-label={label}
      aria-rowcount={rows.length}
      aria-multiselectable={props.chosen !== undefined || undefined}
      className={classes.grid}
      style={{ '--columns': frame.columns } as CSSProperties}
    >
      <GridContext value={context}>
        {frame.columns > 0 &&
          (frame.scroller === null ? (
            <WindowVirtualizer {...shared} />
          ) : (
            <Virtualizer {...shared} scrollRef={{ current: frame.scroller }} startMargin={frame.top} />
          ))}
      </GridContext>
    </div>
  )
}

/** How wide the grid is, and within what it scrolls: the nearest box that does, else the window. */
function useFrame(dense: boolean) {
  const [frame, setFrame] = useState({ width: 0, top: 0, scroller: null as HTMLElement | null })
  const ref = useCallback((grid: HTMLElement | null) => {
    if (grid === null) return undefined
    const scroller = scrollerOf(grid)
    const measure = () => {
      const from = scroller?.getBoundingClientRect().top ?? 0
      const top = grid.getBoundingClientRect().top - from + (scroller?.scrollTop ?? 0)
      setFrame({ width: grid.clientWidth, top, scroller })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(grid)
    return () => observer.disconnect()
  }, [])
  const least = frame.width < 544 ? (dense ? 80 : 104) : dense ? 104 : 160
  const columns = Math.floor((frame.width + GAP) / (least + GAP))
  const rowHeight = (frame.width + GAP) / Math.max(1, columns)
  return { ...frame, ref, columns, rowHeight }
}

function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let box = element.parentElement; box !== null && box !== document.body; box = box.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(box).overflowY)) return box
  }
  return null
}
