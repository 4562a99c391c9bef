import { useDndContext, type Modifier } from '@dnd-kit/core'
import { getEventCoordinates } from '@dnd-kit/utilities'
import { Group, Text } from '@mantine/core'
import { Suspense } from 'react'
import { lazyPage } from '../../app/lazy-page.tsx'
import { TilePicture } from '../card/tile.tsx'
import classes from '../card/tile.module.css'
import { targetIn, type Carrier, type Cargo, type DropTarget } from './drop-targets.ts'

const PostPreview = lazyPage(async () => (await import('../card/hovered-preview.tsx')).PostPreview)

interface CarriedProps {
  readonly cargoOf: (active: Carrier) => Cargo
  /** What a drop would do, in a few words; null where it would change nothing. */
  readonly say: (cargo: Cargo, target: DropTarget) => string | null
}

/** Small, beneath the pointer, with what a drop would do. */
export function Carried({ cargoOf, say }: CarriedProps) {
  const { active, activatorEvent, collisions } = useDndContext()
  // Keys move nothing over the page: the place itself shows that it is the target.
  if (active === null || activatorEvent instanceof KeyboardEvent) return null
  const target = targetIn(collisions)
  const cargo = cargoOf(active)
  const label = target && say(cargo, target)
  // A finger that rests on a card looks at it, until it leads elsewhere.
  if (label === null && cargo.kind === 'posts' && !(activatorEvent instanceof MouseEvent))
    return (
      <Suspense fallback={null}>
        <PostPreview post={cargo.posts[0]} />
      </Suspense>
    )
  return (
    <Group component="span" display="inline-flex" gap="3xs" wrap="nowrap" style={CARRIED} aria-hidden="true">
      {cargo.kind === 'posts' ? (
        <TilePicture post={cargo.posts[0]} />
      ) : (
        <span className={classes.picture}>
          <img src={cargo.file.thumbnailPreviewUrl ?? undefined} alt="" />
        </span>
      )}
      {label !== null && (
        <Text span {...LABEL} style={{ whiteSpace: 'nowrap' }}>
          {label}
        </Text>
      )}
    </Group>
  )
}

/** As large as what it holds, not as the card. */
export const OVERLAY = { width: 'auto', height: 'auto', pointerEvents: 'none' } as const
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

export const atPointer: Modifier = ({ activatorEvent, activeNodeRect, transform }) => {
  const at = activatorEvent && getEventCoordinates(activatorEvent)
  if (!at || !activeNodeRect) return transform
  return {
    ...transform,
    x: transform.x + at.x - activeNodeRect.left - HALF_PICTURE_PX,
    y: transform.y + at.y - activeNodeRect.top - HALF_PICTURE_PX,
  }
}
