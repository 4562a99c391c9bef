// Cards are carried by mouse, by a finger that rests first, and by keyboard.
import {
  DndContext,
  DragOverlay,
  MouseSensor,
  TouchSensor,
  useDndContext,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
  type Collision,
  type CollisionDetection,
  type DragEndEvent,
  type Modifier,
} from '@dnd-kit/core'
import { getEventCoordinates } from '@dnd-kit/utilities'
import { Group, Text } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import {
  createContext,
  useCallback,
  useContext,
  useMemo,
  useRef,
  type KeyboardEvent as KeyPress,
  type ReactNode,
} from 'react'
import type { PlannedPostBody } from '../../../../../core/features/posts/bodies/planned-post-body.ts'
import { TilePicture } from '../card/tile-picture.tsx'
import { captionStart } from '../../posts/post-name.ts'
import { useStrings } from '../../strings/language.tsx'
import { canMove } from '../planned-tiles.ts'
import { quarterAt, twoDigits, type DropTarget } from './drop-targets.ts'
import { KeySensor, nextPlace, placeAround, type Steps } from './by-keyboard.ts'

/** What can be dropped on, as it is declared: a pointer finds the quarters of an hour. */
export type DropPlace = Exclude<DropTarget, { kind: 'time' }>

interface DragProps {
  readonly steps: Steps
  /** What a drop would do, in a few words; null where it would change nothing. */
  readonly say: (post: PlannedPostBody, target: DropTarget) => string | null
  readonly onDrop: (post: PlannedPostBody, target: DropTarget) => void
  readonly onOpen: (post: PlannedPostBody) => void
  readonly children: ReactNode
}

const OpenContext = createContext<DragProps['onOpen']>(() => {})

/** The first row stands near the top, and must not scroll away from a card that comes to it. */
const AT_THE_EDGE = { threshold: { x: 0.02, y: 0.05 } }

export function Drag({ steps, say, onDrop, onOpen, children }: DragProps) {
  const { plan, posts } = useStrings()
  const keyPlace = useRef<string | null>(null)
  const latest = useRef({ steps, say, onOpen })
  latest.current = { steps, say, onOpen }
  const open = useCallback((post: PlannedPostBody) => latest.current.onOpen(post), [])
  const onPickUp = useCallback((card: HTMLElement | null) => {
    keyPlace.current = placeAround(card) ?? card?.dataset['drop'] ?? null
  }, [])
  const onKey = useCallback((event: KeyboardEvent) => {
    const next = nextPlace(event, keyPlace.current ?? 'tray', latest.current.steps)
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
  const detect = useCallback<CollisionDetection>(({ active, pointerCoordinates, droppableContainers }) => {
    const post = postOf(active)
    const usable = (id: string | undefined, y: number | null) => {
      const container = droppableContainers.find((one) => one.id === id)
      const rect = y === null ? null : container?.node.current?.getBoundingClientRect()
      const quarter = y !== null && rect ? quarterAt(rect, y) : null
      const target = container && targetOf(container, quarter)
      return target && (isWhole(target) || latest.current.say(post, target) !== null)
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
  }, [])
  const wordsFor = (active: Carrier, over: Carrier | null) => {
    const target = over && targetOf(over, null)
    return target && say(postOf(active), target)
  }
  const nameOf = (active: Carrier) => captionStart(postOf(active).caption) ?? posts.noCaption
  const drop = ({ active, collisions }: DragEndEvent) => {
    const target = targetIn(collisions)
    if (target) onDrop(postOf(active), target)
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={detect}
      autoScroll={AT_THE_EDGE}
      accessibility={{
        screenReaderInstructions: { draggable: plan.dragHelp },
        announcements: {
          onDragStart: ({ active }) => plan.picked(nameOf(active)),
          onDragOver: ({ active, over }) => wordsFor(active, over) ?? undefined,
          onDragEnd: ({ active, over }) =>
            wordsFor(active, over) === null ? plan.putBack(nameOf(active)) : undefined,
          onDragCancel: ({ active }) => plan.putBack(nameOf(active)),
        },
      }}
      onDragEnd={drop}
    >
      <OpenContext value={open}>{children}</OpenContext>
      <DragOverlay dropAnimation={null} modifiers={[atPointer]} style={OVERLAY}>
        <Carried say={say} />
      </DragOverlay>
    </DndContext>
  )
}

/** Small, beneath the pointer, with what a drop would do. */
function Carried({ say }: Pick<DragProps, 'say'>) {
  const { active, activatorEvent, collisions } = useDndContext()
  // Keys move nothing over the page: the place itself shows that it is the target.
  if (active === null || activatorEvent instanceof KeyboardEvent) return null
  const target = targetIn(collisions)
  const label = target && say(postOf(active), target)
  return (
    <Group component="span" display="inline-flex" gap="3xs" wrap="nowrap" style={CARRIED} aria-hidden="true">
      <TilePicture post={postOf(active)} />
      {label !== null && (
        <Text span {...LABEL} style={{ whiteSpace: 'nowrap' }}>
          {label}
        </Text>
      )}
    </Group>
  )
}

/** As large as what it holds, not as the card. */
const OVERLAY = { width: 'auto', height: 'auto', pointerEvents: 'none' } as const
const CARRIED = { '--picture': '3.5rem', filter: 'drop-shadow(0 6px 14px rgb(0 0 0 / 0.25))' }
const LABEL = {
  px: '2xs',
  py: '5xs',
  bdrs: 'sm',
  bg: 'var(--ink)',
  c: 'var(--ground)',
  fz: 'xs',
  fw: 600,
} as const
const HALF_PICTURE_PX = 28

const atPointer: Modifier = ({ activatorEvent, activeNodeRect, transform }) => {
  const at = activatorEvent && getEventCoordinates(activatorEvent)
  if (!at || !activeNodeRect) return transform
  return {
    ...transform,
    x: transform.x + at.x - activeNodeRect.left - HALF_PICTURE_PX,
    y: transform.y + at.y - activeNodeRect.top - HALF_PICTURE_PX,
  }
}

/** What the library hands on of a card, or of a place. */
interface Carrier {
  readonly data: { readonly current?: unknown }
}

const postOf = ({ data }: Carrier): PlannedPostBody => (data.current as { post: PlannedPostBody }).post

function targetIn(collisions: readonly Collision[] | null): DropTarget | null {
  return (collisions?.[0]?.data?.['target'] as DropTarget | undefined) ?? null
}

/** `quarter`: minutes, or null for the keyboard, which goes from hour to hour. */
function targetOf({ data }: Carrier, quarter: string | null): DropTarget | null {
  const place = (data.current ?? null) as DropPlace | null
  if (place?.kind !== 'hour' || quarter === null) return place
  return { kind: 'time', day: place.day, time: `${twoDigits(place.hour)}:${quarter}` }
}

/** What lies in a day counts only for a card that can be dropped on it. */
const isWhole = ({ kind }: DropTarget) => kind !== 'post' && kind !== 'slot'

function dropIdOf(place: DropPlace): string {
  if (place.kind === 'day') return place.day
  if (place.kind === 'hour') return `${place.day}T${twoDigits(place.hour)}`
  if (place.kind === 'slot') return `slot:${place.accountId}:${place.at}`
  return place.kind === 'post' ? `post:${place.post.id}` : place.kind
}

/** For an element on which cards can be dropped. */
export function useDropPlace(place: DropPlace, disabled = false) {
  const id = dropIdOf(place)
  const { setNodeRef, isOver } = useDroppable({ id, data: place, disabled })
  return { ref: setNodeRef, 'data-drop': disabled ? undefined : id, 'data-over': isOver || undefined }
}

/** For an element that can be carried away. The keyboard picks it up where `activator` is. */
export function useCarried(post: PlannedPostBody, disabled = false) {
  const { plan } = useStrings()
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, isDragging } = useDraggable({
    id: post.id,
    data: { post },
    disabled,
    attributes: { roleDescription: plan.card },
  })
  const { onKeyDown, ...pointer } = listeners ?? {}
  return {
    ref: setNodeRef,
    carried: {
      'data-drag': disabled ? undefined : post.id,
      'data-dragged': isDragging || undefined,
      ...pointer,
    },
    activator: disabled
      ? {}
      : {
          ref: setActivatorNodeRef,
          onKeyDown: (event: KeyPress) => void onKeyDown?.(event),
          'aria-describedby': attributes['aria-describedby'],
          'aria-roledescription': attributes['aria-roledescription'],
        },
  }
}

/** For the button of a post: it opens, it is carried, and others are dropped on it, as long as the post can still be moved. */
export function usePostCard(post: PlannedPostBody) {
  const isFixed = !canMove(post)
  const open = useContext(OpenContext)
  const { ref: carriedRef, carried, activator } = useCarried(post, isFixed)
  const { ref: placeRef, ...place } = useDropPlace({ kind: 'post', post }, isFixed)
  return {
    type: 'button',
    ...carried,
    ...activator,
    ...place,
    ref: useMergedRef(carriedRef, placeRef, activator.ref),
    onClick: () => open(post),
    // Space has picked it up or dropped it; Enter opens it.
    onKeyUp: (event: KeyPress) => event.key === ' ' && event.preventDefault(),
  } as const
}
