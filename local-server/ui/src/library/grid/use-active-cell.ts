// One tab stop for the whole grid; inside it the arrow keys, Home and End lead on, to what is not drawn yet, too.
import { useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { LibraryList } from '../../../../../core/media/library.ts'
import { nextIndex, type GridRow } from './grid-rows.ts'

export function useActiveCell(
  { ids }: LibraryList,
  rows: readonly GridRow[],
  virtualizer: RefObject<Pick<VirtualizerHandle, 'scrollToIndex'> | null>,
  onChoose: ((ids: readonly string[], isRange: boolean) => void) | undefined,
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
    if (onChoose !== undefined && event.key === 'a' && (event.ctrlKey || event.metaKey)) {
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
