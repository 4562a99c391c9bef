// Dragging by mouse or pen. One listener for a whole page of tiles: what can be dragged says `data-drag`, where it can be
// dropped says `data-drop`, a day, or a day and an hour. A finger scrolls instead; like the keyboard, it has the panel.

export interface DropTarget {
  /** `2026-11-25` */
  readonly day: string
  /** `14:30`, in steps of 15 minutes; null on a whole day. */
  readonly time: string | null
}

interface TileDragOptions {
  readonly onDrop: (id: string, place: DropTarget) => void
  /** Label of the drop target, shown by the ghost. */
  readonly say: (place: DropTarget) => string
  readonly ghostClass: string
  readonly sayClass: string
}

const BEGINS_AFTER_PX = 6
const EDGE_PX = 56
const SCROLL_PX = 14

/** Watches a press from here on. A press that does not move stays a click. */
export function watchDrag(press: PointerEvent, options: TileDragOptions): void {
  const tile = press.target instanceof Element ? press.target.closest<HTMLElement>('[data-drag]') : null
  if (!tile || press.button !== 0 || press.pointerType === 'touch') return
  const ended = new AbortController()
  const { signal } = ended
  let ghost: Ghost | null = null
  let point = { x: press.clientX, y: press.clientY }
  let over: Element | null = null

  const hover = () => {
    const under = dropElementAt(point)
    if (under !== over) {
      over?.removeAttribute('data-over')
      under?.setAttribute('data-over', '')
      over = under
    }
    const place = dropTargetOf(over, point.y)
    ghost?.move(point, place ? options.say(place) : '')
  }
  const end = () => {
    ended.abort()
    over?.removeAttribute('data-over')
    tile.removeAttribute('data-dragged')
    ghost?.remove()
  }
  const move = (event: PointerEvent) => {
    point = { x: event.clientX, y: event.clientY }
    if (!ghost) {
      if (Math.hypot(point.x - press.clientX, point.y - press.clientY) < BEGINS_AFTER_PX) return
      ghost = newGhost(tile, press, options)
      tile.setAttribute('data-dragged', '')
      scrollAtEdges(() => point, hover, signal)
    }
    hover()
  }
  const drop = () => {
    const place = dropTargetOf(over, point.y)
    const id = tile.dataset['drag']
    if (ghost) swallowClick()
    end()
    if (ghost && place && id !== undefined) options.onDrop(id, place)
  }
  const cancel = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !ghost) return
    event.preventDefault()
    swallowClick()
    end()
  }
  window.addEventListener('pointermove', move, { signal })
  window.addEventListener('pointerup', drop, { signal })
  window.addEventListener('pointercancel', end, { signal })
  window.addEventListener('blur', end, { signal })
  window.addEventListener('keydown', cancel, { signal, capture: true })
}

interface Point {
  readonly x: number
  readonly y: number
}

function dropElementAt({ x, y }: Point): Element | null {
  return document.elementFromPoint(x, y)?.closest('[data-drop]') ?? null
}

/** The day of an element, and the quarter of its hour at that height; null outside. */
export function dropTargetOf(element: Element | null, y: number): DropTarget | null {
  const [day, hour] = element?.getAttribute('data-drop')?.split('T') ?? []
  if (!element || day === undefined) return null
  if (hour === undefined) return { day, time: null }
  const { top, height } = element.getBoundingClientRect()
  const quarter = Math.min(3, Math.max(0, Math.floor(((y - top) / height) * 4)))
  return { day, time: `${hour}:${String(quarter * 15).padStart(2, '0')}` }
}

interface Ghost {
  move(to: Point, says: string): void
  remove(): void
}

function newGhost(tile: HTMLElement, press: PointerEvent, { ghostClass, sayClass }: TileDragOptions): Ghost {
  const { left, top, width } = tile.getBoundingClientRect()
  const ghost = document.createElement('div')
  ghost.className = ghostClass
  ghost.setAttribute('aria-hidden', 'true')
  ghost.inert = true
  const copy = tile.cloneNode(true)
  const says = document.createElement('span')
  says.className = sayClass
  ghost.append(copy, says)
  ghost.style.width = `${Math.min(width, 260)}px`
  document.body.append(ghost)
  const [dx, dy] = [Math.min(press.clientX - left, 240), press.clientY - top]
  return {
    move({ x, y }, text) {
      ghost.style.transform = `translate(${x - dx}px, ${y - dy}px)`
      says.textContent = text
    },
    remove: () => ghost.remove(),
  }
}

/** The click that follows the release belongs to nobody. */
function swallowClick(): void {
  const swallow = (event: MouseEvent) => {
    event.stopPropagation()
    event.preventDefault()
  }
  window.addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }))
}

function scrollAtEdges(pointOf: () => Point, moved: () => void, signal: AbortSignal): void {
  const follow = () => {
    if (signal.aborted) return
    const { y } = pointOf()
    const by = y < EDGE_PX ? -SCROLL_PX : y > window.innerHeight - EDGE_PX ? SCROLL_PX : 0
    if (by !== 0) {
      window.scrollBy(0, by)
      moved()
    }
    requestAnimationFrame(follow)
  }
  requestAnimationFrame(follow)
}
