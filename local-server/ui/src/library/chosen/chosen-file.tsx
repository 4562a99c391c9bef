import { ActionIcon, Group, Text, Tooltip } from '@mantine/core'
import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ChevronDownIcon, ChevronUpIcon, GrabberIcon, XIcon, type Icon } from '@primer/octicons-react'
import type { MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { SMALL } from '../../kit/looks.ts'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import type { MediaType } from '../../../../../core/api/posts.ts'
import { useFormats, useStrings } from '../../strings/language.tsx'
import { factsOf } from '../file-facts.ts'
import { FileProblems } from '../fit/file-problems.tsx'
import { MediaFrame } from '../media-frame.tsx'
import classes from './chosen-file.module.css'

interface ChosenFileProps {
  readonly media: MediaFileBody
  readonly mediaType: MediaType
  /** Its place among several, from 0; null where there is only one. */
  readonly place: { readonly index: number; readonly last: number } | null
  readonly first: MediaFileBody | undefined
  readonly onFixed: (media: MediaFileBody) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

export function ChosenFile({ media, mediaType, place, first, onFixed, onMove, onRemove }: ChosenFileProps) {
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
        <FileProblems media={media} mediaType={mediaType} first={first} canCrop onFixed={onFixed} />
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

/** Keeps the keyboard when it has nothing to do any more: a disabled button would lose it. */
function Tool({ label, Icon: Sign, disabled = false, onClick }: ToolProps) {
  const act = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    flushSync(onClick)
    // A row that was put elsewhere has lost the keyboard on its way.
    if (document.activeElement === document.body) currentTarget.focus()
  }
  return (
    <Tooltip label={label} withinPortal={false}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        aria-disabled={disabled || undefined}
        data-idle={disabled || undefined}
        className={classes.tool}
        onClick={disabled ? undefined : act}
      >
        <Sign />
      </ActionIcon>
    </Tooltip>
  )
}
