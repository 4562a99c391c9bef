// Cards are carried by mouse, by a finger that rests first, and by keyboard.
import {
  DndContext,
  DragOverlay,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type CollisionDetection,
  type DndContextProps,
  type DragEndEvent,
} from '@dnd-kit/core'
import { useCallback, useMemo, useRef, type ReactNode, useEffect } from 'react'
import type { PlannedPostBody } from '../../../../../core/features/posts/bodies/planned-post-body.ts'
import { captionStart } from '../../posts/post-name.ts'
import type { Selection } from '../../shared/use-selection.ts'
import { useStrings } from '../../strings/language.tsx'
import { KeySensor, nextPlace, placeAround, type Steps } from './by-keyboard.ts'
import { CardsContext } from './cards.ts'
import {
  cargoOf,
  takesAnyCard,
  targetIn,
  targetOf,
  type Carrier,
  quarterAt,
  type Cargo,
  type DropTarget,
} from './drop-targets.ts'
import { atPointer, Carried, OVERLAY } from './carried.tsx'

interface DragProps {
  readonly steps: Steps
  readonly selection: Selection
  /** Those of the selection that can still be moved. */
  readonly chosen: readonly PlannedPostBody[]
  /** What a drop would do, in a few words; null where it would change nothing. */
  readonly say: (cargo: Cargo, target: DropTarget) => string | null
  readonly onDrop: (cargo: Cargo, target: DropTarget) => void
  readonly onOpen: (post: PlannedPostBody) => void
  readonly children: ReactNode
}

/** The first row stands near the top, and must not scroll away from a card that comes to it. */
const AT_THE_EDGE = { threshold: { x: 0.02, y: 0.05 } }

/** `keyPlace`: the id of the place to which keys have led. */
function useCardSensors(steps: Steps) {
  const keyPlace = useRef<string | null>(null)
  const latest = useRef(steps)
  latest.current = steps
  const onPickUp = useCallback((card: HTMLElement | null) => {
    keyPlace.current = placeAround(card) ?? card?.dataset['drop'] ?? null
  }, [])
  const onKey = useCallback((event: KeyboardEvent) => {
    const next = nextPlace(event, keyPlace.current ?? 'tray', latest.current)
    if (next !== null) keyPlace.current = next
    return next !== null
  }, [])
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    useSensor(
      KeySensor,
      useMemo(() => ({ onPickUp, onKey }), [onPickUp, onKey]),
    ),
  )
  return { sensors, keyPlace }
}

export function Drag({ steps, selection, chosen, say, onDrop, onOpen, children }: DragProps) {
  const isCopy = useRef(false)
  const cargo = (active: Carrier) => cargoOf(active, { chosen, isCopy: isCopy.current })
  const latest = useRef({ say, onOpen, cargo })
  latest.current = { say, onOpen, cargo }
  const { sensors, keyPlace } = useCardSensors(steps)
  useChoosing(selection)
  const cards = useMemo(
    () => ({
      open: (post: PlannedPostBody) => latest.current.onOpen(post),
      chosen: selection.chosen,
    }),
    [selection.chosen],
  )
  const detect = useCallback<CollisionDetection>(
    ({ active, pointerCoordinates, droppableContainers }) => {
      const carried = latest.current.cargo(active)
      const usable = (id: string | undefined, y: number | null) => {
        const container = droppableContainers.find((one) => one.id === id)
        const rect = y === null ? null : container?.node.current?.getBoundingClientRect()
        const quarter = y !== null && rect ? quarterAt(rect, y) : null
        const target = container && targetOf(container, quarter)
        return target && (takesAnyCard(target) || latest.current.say(carried, target) !== null)
          ? [{ id: container.id, data: { target } }]
          : null
      }
      if (pointerCoordinates === null) return usable(keyPlace.current ?? undefined, null) ?? []
      const { x, y } = pointerCoordinates
      let element = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]')
      while (element) {
        const found = usable(element.dataset['drop'], y)
        if (found) return found
        element = element.parentElement?.closest<HTMLElement>('[data-drop]')
      }
      return []
    },
    [keyPlace],
  )
  const drop = ({ active, collisions }: DragEndEvent) => {
    const target = targetIn(collisions)
    if (target) onDrop(cargo(active), target)
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={detect}
      autoScroll={AT_THE_EDGE}
      accessibility={useAnnouncements(cargo, say)}
      onDragStart={({ activatorEvent }) => {
        isCopy.current = 'altKey' in activatorEvent && activatorEvent.altKey === true
      }}
      onDragEnd={drop}
    >
      <CardsContext value={cards}>{children}</CardsContext>
      <DragOverlay dropAnimation={null} modifiers={[atPointer]} style={OVERLAY}>
        <Carried cargoOf={cargo} say={say} />
      </DragOverlay>
    </DndContext>
  )
}

/** What a screen reader says while something is carried. */
function useAnnouncements(cargo: (active: Carrier) => Cargo, say: DragProps['say']): Accessibility {
  const { plan, posts } = useStrings()
  const wordsFor = (active: Carrier, over: Carrier | null) => {
    const target = over && targetOf(over, null)
    return target && say(cargo(active), target)
  }
  const nameOf = (active: Carrier) => {
    const carried = cargo(active)
    if (carried.kind === 'file') return carried.file.originalFilename
    const [first, ...others] = carried.posts
    if (others.length > 0) return plan.chosen(carried.posts.length)
    return captionStart(first.caption) ?? posts.noCaption
  }
  return {
    screenReaderInstructions: { draggable: plan.dragHelp },
    announcements: {
      onDragStart: ({ active }) => plan.picked(nameOf(active)),
      onDragOver: ({ active, over }) => wordsFor(active, over) ?? undefined,
      onDragEnd: ({ active, over }) =>
        wordsFor(active, over) === null ? plan.putBack(nameOf(active)) : undefined,
      onDragCancel: ({ active }) => plan.putBack(nameOf(active)),
    },
  }
}

type Accessibility = NonNullable<DndContextProps['accessibility']>

/**
 * Posts are chosen with Shift, which takes all from one card to another, and one by one with Ctrl or ⌘. Below React: the press that
 * begins a choice begins no drag.
 */
function useChoosing({ choose, sweep, clear }: Selection): void {
  useEffect(() => {
    const ended = new AbortController()
    const options = { capture: true, signal: ended.signal }
    /** The card on which Shift was pressed. */
    let from: string | null = null
    const stop = (event: Event) => {
      event.preventDefault()
      event.stopPropagation()
    }
    const press = (event: MouseEvent) => {
      from = event.shiftKey && event.button === 0 ? cardAt(event.target) : null
      if (from !== null) stop(event)
    }
    const release = ({ target }: MouseEvent) => {
      const to = from === null ? null : cardAt(target)
      if (from === null || to === null) return
      if (from === to) choose([to], true)
      else sweep(from, to)
    }
    const click = (event: MouseEvent) => {
      const card = cardAt(event.target)
      const isByKey = event.detail === 0
      if (from !== null) stop(event)
      else if (card !== null && (event.ctrlKey || event.metaKey || (isByKey && event.shiftKey))) {
        stop(event)
        choose([card], event.shiftKey)
      }
      from = null
    }
    const key = (event: KeyboardEvent) => {
      const isForField = event.target instanceof HTMLInputElement
      if (event.key === 'Escape' && !event.defaultPrevented && !isForField) clear()
    }
    document.addEventListener('mousedown', press, options)
    document.addEventListener('mouseup', release, options)
    document.addEventListener('click', click, options)
    document.addEventListener('keydown', key, { signal: ended.signal })
    return () => ended.abort()
  }, [choose, sweep, clear])
}

function cardAt(target: EventTarget | null): string | null {
  const card = target instanceof Element ? target.closest<HTMLElement>('main button[data-drag]') : null
  return card?.dataset['drag'] ?? null
}
