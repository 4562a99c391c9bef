import { useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'

/** One tab stop for a whole grid of buttons; inside it the arrow keys, Home and End lead on. */
export function useGridKeys(ids: readonly string[]) {
  const grid = useRef<HTMLUListElement>(null)
  const [last, setLast] = useState<string | null>(null)
  const stop = last !== null && ids.includes(last) ? last : ids[0]
  const onFocus = ({ target }: FocusEvent) => {
    const { id } = target instanceof HTMLElement ? target.dataset : {}
    if (id !== undefined) setLast(id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const cells = [...(grid.current?.querySelectorAll<HTMLElement>('[data-id]') ?? [])]
    const at = cells.findIndex((cell) => cell === document.activeElement)
    const next = cells[indexAfter(event.key, at, cells)]
    if (at === -1 || next === undefined) return
    event.preventDefault()
    next.focus()
  }
  return { stop, list: { ref: grid, onFocus, onKeyDown } }
}

function indexAfter(key: string, at: number, cells: readonly HTMLElement[]): number {
  const top = (cell: HTMLElement | undefined) => cell?.getBoundingClientRect().top ?? 0
  const columns = () => Math.max(1, cells.filter((cell) => top(cell) === top(cells[0])).length)
  switch (key) {
    case 'ArrowRight':
      return at + 1
    case 'ArrowLeft':
      return at - 1
    case 'ArrowDown':
      return at + columns()
    case 'ArrowUp':
      return at - columns()
    case 'Home':
      return 0
    case 'End':
      return cells.length - 1
    default:
      return -1
  }
}
