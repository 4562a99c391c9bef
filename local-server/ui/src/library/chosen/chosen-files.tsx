import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { Stack } from '@mantine/core'
import { useRef } from 'react'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import type { MediaType } from '../../../../../core/api/posts.ts'
import { useStrings } from '../../strings/language.tsx'
import { ChosenFile } from './chosen-file.tsx'

interface ChosenFilesProps {
  readonly mediaType: MediaType
  readonly media: readonly MediaFileBody[]
  readonly onFixed: (media: MediaFileBody) => void
  readonly onOrder: (media: readonly MediaFileBody[]) => void
  readonly onRemove: (media: MediaFileBody) => void
}

/** The files of a post in their order, which changes by drag, by keyboard and by buttons. */
export function ChosenFiles({ mediaType, media, onFixed, onOrder, onRemove }: ChosenFilesProps) {
  const { library } = useStrings()
  const announcements = useAnnouncements(media)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const move = (from: number, to: number) => onOrder(arrayMove([...media], from, to))
  const drop = ({ active, over }: DragEndEvent) => {
    if (over === null || over.id === active.id) return
    move(indexOf(media, active.id), indexOf(media, over.id))
  }
  const [first, second] = media
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: library.dragHelp } }}
      onDragEnd={drop}
    >
      <SortableContext items={media.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <Stack component="ol" gap="xs" aria-label={library.chosenFiles} data-fills-later>
          {media.map((file, index) => (
            <ChosenFile
              key={file.id}
              media={file}
              mediaType={mediaType}
              place={second ? { index, last: media.length - 1 } : null}
              first={index > 0 ? first : undefined}
              onFixed={onFixed}
              onMove={(by) => move(index, index + by)}
              onRemove={() => onRemove(file)}
            />
          ))}
        </Stack>
      </SortableContext>
    </DndContext>
  )
}

function indexOf(media: readonly MediaFileBody[], id: UniqueIdentifier): number {
  return media.findIndex((file) => file.id === id)
}

function useAnnouncements(media: readonly MediaFileBody[]): Announcements {
  const { library } = useStrings()
  const nameOf = (id: UniqueIdentifier) => media[indexOf(media, id)]?.originalFilename ?? ''
  const placeOf = (id: UniqueIdentifier) => indexOf(media, id) + 1
  const lastPlace = useRef<UniqueIdentifier | null>(null)
  return {
    onDragStart({ active }) {
      lastPlace.current = active.id
      return library.picked(nameOf(active.id), placeOf(active.id), media.length)
    },
    onDragOver({ active, over }) {
      // Right at the start it is over itself, and nothing is to be said yet.
      if (over === null || over.id === lastPlace.current) return undefined
      lastPlace.current = over.id
      return library.over(nameOf(active.id), placeOf(over.id), media.length)
    },
    onDragEnd: ({ active, over }) =>
      library.dropped(nameOf(active.id), placeOf(over?.id ?? active.id), media.length),
    onDragCancel: ({ active }) => library.putBack(nameOf(active.id), placeOf(active.id)),
  }
}
