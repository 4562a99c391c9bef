import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useCallback,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Virtualizer, type VirtualizerHandle, WindowVirtualizer } from 'virtua'
import type { LibraryList } from '../../../../../core/features/media/library.ts'
import { letterOf } from '../../shared/input-method.ts'
import { useSame } from '../../shared/on-demand.tsx'
import { type Choice, Files, GridContext, Month } from './grid-cells.tsx'
import { type GridRow, nextIndex, rowsOf } from './grid-rows.ts'
import classes from './media-grid.module.css'

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
export function MediaGrid({ list, label, dense = false, ref, ...choice }: MediaGridProps) {
  const virtualizer = useRef<Pick<VirtualizerHandle, 'scrollToIndex'>>(null)
  const frame = useFrame(dense)
  const rows = useMemo(() => rowsOf(list, frame.columns), [list, frame.columns])
  const cells = useActiveCell(list, rows, virtualizer, choice.onChoose)
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
  const context = useSame({ ...choice, wanted: cells.wanted })
  return (
    <div
      ref={frame.ref}
      {...cells.handlers}
      role="grid"
      data-landing
      aria-label={label}
      aria-rowcount={rows.length}
      aria-multiselectable={choice.chosen !== undefined || undefined}
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

// One tab stop for the whole grid; inside it the arrow keys, Home and End lead on, to what is not drawn yet, too.

function useActiveCell(
  { ids }: LibraryList,
  rows: readonly GridRow[],
  virtualizer: RefObject<Pick<VirtualizerHandle, 'scrollToIndex'> | null>,
  onChoose: Choice['onChoose'],
) {
  const active = useRef<string | null>(null)
  const wanted = useRef<string | null>(null)
  const [isInside, setInside] = useState(false)
  const go = (id: string | undefined, grid: HTMLElement) => {
    if (id === undefined) return
    const index = ids.indexOf(id)
    const row = rows.findIndex(
      (one) => one.kind === 'files' && index < one.first + one.ids.length && index >= one.first,
    )
    virtualizer.current?.scrollToIndex(row, { align: 'nearest' })
    active.current = id
    const cell = cellIn(grid, id)
    if (cell) cell.focus({ preventScroll: true })
    else wanted.current = id
  }
  const onFocus = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    setInside(true)
    const id = target instanceof HTMLElement ? target.dataset['id'] : undefined
    if (id !== undefined) active.current = id
    if (target !== currentTarget) return
    const known = active.current === null ? null : cellIn(currentTarget, active.current)
    ;(known ?? firstInSight(currentTarget))?.focus({ preventScroll: true })
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (!currentTarget.contains(relatedTarget)) setInside(false)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = ids.indexOf(active.current ?? '')
    if (at === -1) return
    if (onChoose !== undefined && event.key === ' ') {
      event.preventDefault()
      return onChoose(ids.slice(at, at + 1), event.shiftKey)
    }
    const isCommand = (event.ctrlKey || event.metaKey) && !event.shiftKey
    if (onChoose !== undefined && isCommand && letterOf(event) === 'a') {
      event.preventDefault()
      return onChoose(ids, false)
    }
    const to = nextIndex(event.key, at, rows)
    if (to === null) return
    event.preventDefault()
    if (event.shiftKey) onChoose?.(ids.slice(to, to + 1), true)
    go(ids[to], event.currentTarget)
  }
  return { wanted, handlers: { tabIndex: isInside ? -1 : 0, onFocus, onBlur, onKeyDown } }
}

function cellIn(grid: HTMLElement, id: string): HTMLElement | null {
  return grid.querySelector<HTMLElement>(`[data-id="${id}"]`)
}

function firstInSight(grid: HTMLElement): HTMLElement | undefined {
  const cells = [...grid.querySelectorAll<HTMLElement>('[data-id]')]
  return cells.find((cell) => cell.getBoundingClientRect().top >= 0) ?? cells[0]
}
