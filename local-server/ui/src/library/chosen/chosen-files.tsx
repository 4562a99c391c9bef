import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  horizontalListSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ActionIcon, Group, Text } from '@mantine/core'
import {
  AlertIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
  type Icon,
  InfoIcon,
  XIcon,
} from '@primer/octicons-react'
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
  /** Its details stand below. */
  readonly shown: MediaFileBody | undefined
  readonly onShow: (id: string) => void
  readonly onOrder: (media: readonly MediaFileBody[]) => void
  readonly onRemove: (media: MediaFileBody) => void
}

/** A finger that moves at once scrolls the row; one that rests picks the file up. */
const LONG_PRESS = { delay: 220, tolerance: 8 }

/** The files of a post in their order, which changes by drag and by keyboard. */
export function ChosenFiles({ media, onOrder, ...rest }: ChosenFilesProps) {
  const { library } = useStrings()
  const announcements = useAnnouncements(media)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: LONG_PRESS }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const drop = ({ active, over }: DragEndEvent) => {
    if (over === null || over.id === active.id) return
    onOrder(arrayMove([...media], indexOf(media, active.id), indexOf(media, over.id)))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: library.dragHelp } }}
      onDragEnd={drop}
    >
      <SortableContext items={media.map(({ id }) => id)} strategy={horizontalListSortingStrategy}>
        <ol aria-label={library.chosenFiles} data-fills-later>
          {media.map((file, index) => (
            <ChosenFile key={file.id} file={file} place={media.length > 1 ? index + 1 : null} {...rest} />
          ))}
        </ol>
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

interface ChosenFileProps extends Omit<ChosenFilesProps, 'media' | 'onOrder'> {
  readonly file: MediaFileBody
  /** Among several, from 1; null where there is only one. */
  readonly place: number | null
}

function ChosenFile({ file, mediaType, place, shown, onShow, onRemove }: ChosenFileProps) {
  const { library } = useStrings()
  const sortable = useSortable({ id: file.id, disabled: place === null })
  const style = { transform: CSS.Translate.toString(sortable.transform), transition: sortable.transition }
  const name = file.originalFilename
  const isWrong = file.unfit[mediaType].length > 0
  const show = () => onShow(file.id)
  return (
    <li
      ref={sortable.setNodeRef}
      className={classes.tile}
      style={style}
      data-dragged={sortable.isDragging || undefined}
    >
      {place === null ? (
        <span className={classes.picture}>
          <MediaFrame media={file} />
        </span>
      ) : (
        <button
          ref={sortable.setActivatorNodeRef}
          type="button"
          className={classes.picture}
          {...sortable.attributes}
          {...sortable.listeners}
          aria-label={library.drag(name)}
          aria-current={file.id === shown?.id || undefined}
          onFocus={show}
          onClick={show}
        >
          <MediaFrame media={file} />
          <span className={classes.number}>{place}</span>
          {(isWrong || file.fitRiskDetails[mediaType].length > 0) && (
            <span className={classes.mark} data-wrong={isWrong || undefined}>
              {isWrong ? <AlertIcon size={12} /> : <InfoIcon size={12} />}
            </span>
          )}
        </button>
      )}
      <ActionIcon className={classes.remove} aria-label={library.remove(name)} onClick={() => onRemove(file)}>
        <XIcon size={12} />
      </ActionIcon>
    </li>
  )
}

interface FileDetailsProps extends Pick<ChosenFilesProps, 'media' | 'mediaType' | 'onOrder'> {
  readonly file: MediaFileBody
}

/** One of the files: its name, its place, and what would be refused or could be better. */
export function FileDetails({ file, media, mediaType, onOrder }: FileDetailsProps) {
  const { library } = useStrings()
  const formats = useFormats()
  const index = indexOf(media, file.id)
  const move = (by: -1 | 1) => onOrder(arrayMove([...media], index, index + by))
  const name = file.originalFilename
  return (
    <div className={classes.details}>
      <Group gap="2xs" wrap="nowrap" {...SMALL}>
        <Text inherit truncate fw={600} c="var(--ink)">
          {name}
        </Text>
        <Text inherit flex="1 0 auto">
          {factsOf(file, formats)}
        </Text>
        {media.length > 1 && (
          <Group gap={0} wrap="nowrap">
            <Tool
              label={library.earlier(name)}
              Icon={ChevronLeftIcon}
              disabled={index === 0}
              onClick={() => move(-1)}
            />
            <Tool
              label={library.later(name)}
              Icon={ChevronRightIcon}
              disabled={index === media.length - 1}
              onClick={() => move(1)}
            />
          </Group>
        )}
      </Group>
      <FileProblems media={file} mediaType={mediaType} first={index > 0 ? media[0] : undefined} canCrop />
    </div>
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
    // What was moved has lost the focus on its way.
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
