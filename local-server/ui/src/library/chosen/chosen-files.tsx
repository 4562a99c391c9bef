import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { Group, Stack, Text } from '@mantine/core'
import { ChevronDownIcon, ChevronUpIcon, GrabberIcon, type Icon, XIcon } from '@primer/octicons-react'
import { type MouseEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import type { MediaType } from '../../../../../core/rules/publication/post-words.ts'
import { SMALL } from '../../kit/looks.ts'
import { ToolButton } from '../../kit/tool-button.tsx'
import { useFormats, useStrings } from '../../strings/language.tsx'
import { factsOf } from '../file-facts.ts'
import { FileProblems } from '../fit/file-fixes.tsx'
import { MediaFrame } from '../media-frame.tsx'
import classes from './chosen-files.module.css'

interface ChosenFilesProps {
  readonly mediaType: MediaType
  readonly media: readonly MediaFileBody[]
  readonly onOrder: (media: readonly MediaFileBody[]) => void
  readonly onRemove: (media: MediaFileBody) => void
}

/** The files of a post in their order, which changes by drag, by keyboard and by buttons. */
export function ChosenFiles({ mediaType, media, onOrder, onRemove }: ChosenFilesProps) {
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

interface ChosenFileProps {
  readonly media: MediaFileBody
  readonly mediaType: MediaType
  /** Its place among several, from 0; null where there is only one. */
  readonly place: { readonly index: number; readonly last: number } | null
  readonly first: MediaFileBody | undefined
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

function ChosenFile({ media, mediaType, place, first, onMove, onRemove }: ChosenFileProps) {
  const { library } = useStrings()
  const formats = useFormats()
  const sortable = useSortable({ id: media.id, disabled: place === null })
  const name = media.originalFilename
  const style = { transform: CSS.Translate.toString(sortable.transform), transition: sortable.transition }
  return (
    <li
      ref={sortable.setNodeRef}
      className={classes.file}
      style={style}
      data-several={place !== null || undefined}
      data-dragged={sortable.isDragging || undefined}
    >
      {place && (
        <button
          ref={sortable.setActivatorNodeRef}
          type="button"
          className={classes.handle}
          {...sortable.attributes}
          {...sortable.listeners}
          aria-label={library.drag(name)}
        >
          <GrabberIcon />
        </button>
      )}
      <span className={classes.thumbnail}>
        <MediaFrame media={media} />
        {place && <span className={classes.number}>{place.index + 1}</span>}
      </span>
      <div className={classes.facts}>
        <Text fw={600} truncate>
          {name}
        </Text>
        <Text {...SMALL}>{factsOf(media, formats)}</Text>
      </div>
      <Group gap={0} wrap="nowrap" className={classes.tools}>
        {place && (
          <>
            <Tool
              label={library.earlier(name)}
              Icon={ChevronUpIcon}
              disabled={place.index === 0}
              onClick={() => onMove(-1)}
            />
            <Tool
              label={library.later(name)}
              Icon={ChevronDownIcon}
              disabled={place.index === place.last}
              onClick={() => onMove(1)}
            />
          </>
        )}
        <Tool label={library.remove(name)} Icon={XIcon} onClick={onRemove} />
      </Group>
      <div className={classes.problems}>
        <FileProblems media={media} mediaType={mediaType} first={first} canCrop />
      </div>
    </li>
  )
}

interface ToolProps {
  readonly label: string
  readonly Icon: Icon
  readonly disabled?: boolean
  readonly onClick: () => void
}

/** Keeps the focus when it can do nothing more: a disabled button would lose it. */
function Tool({ label, Icon: Sign, disabled = false, onClick }: ToolProps) {
  const act = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    flushSync(onClick)
    // A row that was moved has lost the focus on its way.
    if (document.activeElement === document.body) currentTarget.focus()
  }
  return (
    <ToolButton
      label={label}
      withinPortal={false}
      aria-disabled={disabled || undefined}
      data-idle={disabled || undefined}
      className={classes.tool}
      onClick={disabled ? undefined : act}
    >
      <Sign />
    </ToolButton>
  )
}
