// The parts of the plan that can be carried, and those on which they can be dropped.
import { useDraggable, useDroppable } from '@dnd-kit/core'
import { useMergedRef } from '@mantine/hooks'
import { createContext, useContext, type KeyboardEvent as KeyPress } from 'react'
import type { PlannedPostBody } from '../../../../../core/features/posts/bodies/planned-post-body.ts'
import { useStrings } from '../../strings/language.tsx'
import { canMove } from '../planned-tiles.ts'
import { dropIdOf, type CarriedData, type DropPlace } from './drop-targets.ts'

interface CardsInHand {
  readonly open: (post: PlannedPostBody) => void
  /** Ids of the posts that were chosen. */
  readonly chosen: readonly string[]
}

export const CardsContext = createContext<CardsInHand>({ open: () => {}, chosen: [] })

/** For an element on which cards can be dropped. */
export function useDropPlace(place: DropPlace, disabled = false) {
  const id = dropIdOf(place)
  const { setNodeRef, isOver } = useDroppable({ id, data: place, disabled })
  return { ref: setNodeRef, 'data-drop': disabled ? undefined : id, 'data-over': isOver || undefined }
}

/** For an element that can be carried away. The keyboard picks it up where `activator` is. */
export function useCarried(what: CarriedData, disabled = false) {
  const { plan } = useStrings()
  const { id } = 'file' in what ? what.file : what.post
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, isDragging } = useDraggable({
    id,
    data: what,
    disabled,
    attributes: { roleDescription: plan.card },
  })
  const { onKeyDown, ...pointer } = listeners ?? {}
  return {
    ref: setNodeRef,
    carried: {
      'data-drag': disabled ? undefined : id,
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
  const { open, chosen } = useContext(CardsContext)
  const { ref: carriedRef, carried, activator } = useCarried({ post }, isFixed)
  const { ref: placeRef, ...place } = useDropPlace({ kind: 'post', post }, isFixed)
  return {
    type: 'button',
    ...carried,
    ...activator,
    ...place,
    ref: useMergedRef(carriedRef, placeRef, activator.ref),
    'data-post': post.id,
    'aria-pressed': chosen.includes(post.id) || undefined,
    onClick: () => open(post),
    // Space has picked it up or dropped it; Enter opens it.
    onKeyUp: (event: KeyPress) => event.key === ' ' && event.preventDefault(),
  } as const
}
