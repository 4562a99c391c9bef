import { ActionIcon, Button, Group, Tooltip } from '@mantine/core'
import { CalendarIcon, StackIcon, TrashIcon, XIcon } from '@primer/octicons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import { CAROUSEL_ITEMS } from '../../../../../core/rules/fit/limits.ts'
import { useImport } from '../../import/import-context.tsx'
import { keepMessagesAbove } from '../../kit/messages-above.ts'
import { handMedia } from '../../shared/handed-media.ts'
import { notify, notifyOfProblem } from '../../shared/notifications.ts'
import { NEW_POST, useOverlays } from '../../shared/overlay-address.ts'
import { useStrings } from '../../strings/language.tsx'
import { DeleteMedia } from '../details/delete-media.tsx'
import { mediaFileQuery } from '../media-queries.ts'
import classes from './selection.module.css'

/** A limit, because the sheet for imports shows each of them, and one request deletes them. */
const MOST_CHOSEN = 500

/** Files that were chosen, in that order. `ids` are those of the list, for a range in it. */
export function useSelection(ids: readonly string[]) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const list = useRef(ids)
  list.current = ids
  const anchor = useRef<string | null>(null)
  /** Toggles one file, or adds several; a range begins at the file pressed before. */
  const choose = useCallback((given: readonly string[], isRange: boolean) => {
    const [one] = given
    const range =
      isRange && anchor.current !== null && one !== undefined
        ? between(list.current, anchor.current, one)
        : []
    if (range.length === 0) anchor.current = one ?? null
    const added = range.length > 0 ? range : given
    setChosen((before) =>
      added.length === 1 && !isRange && before.includes(added[0] ?? '')
        ? before.filter((id) => id !== added[0])
        : [...new Set([...before, ...added])].slice(0, MOST_CHOSEN),
    )
  }, [])
  const drop = useCallback(
    (gone: readonly string[]) => setChosen((before) => before.filter((id) => !gone.includes(id))),
    [],
  )
  const clear = useCallback(() => setChosen([]), [])
  return { chosen, choose, drop, clear }
}

/** From one to the other, both included, in the order in which one goes. */
function between(ids: readonly string[], from: string, to: string): readonly string[] {
  const [start, end] = [ids.indexOf(from), ids.indexOf(to)]
  if (start === -1 || end === -1) return []
  return start <= end ? ids.slice(start, end + 1) : ids.slice(end, start + 1).toReversed()
}

interface SelectionBarProps {
  readonly selection: ReturnType<typeof useSelection>
}

export function SelectionBar({ selection: { chosen, drop, clear } }: SelectionBarProps) {
  const { library, compose } = useStrings()
  const client = useQueryClient()
  const sheet = useOverlays()
  const imported = useImport()
  const [toDelete, setToDelete] = useState<readonly MediaFileBody[] | null>(null)
  const read = useMutation({
    mutationFn: () =>
      Promise.all(chosen.map((id) => client.fetchQuery({ ...mediaFileQuery(id), staleTime: 0 }))),
    onError: notifyOfProblem,
  })
  /** With all of them, or with none: what was deleted elsewhere is no longer chosen, and the reader decides about the rest. */
  const withFiles = (act: (files: readonly MediaFileBody[]) => void) => () =>
    read.mutate(undefined, {
      onSuccess: (found) => {
        const gone = chosen.filter((_, place) => found[place] === null)
        if (gone.length === 0) return act(found.filter((file) => file !== null))
        drop(gone)
        notify(library.goneSelected(gone.length))
      },
    })
  const isCarousel = chosen.length >= CAROUSEL_ITEMS.min && chosen.length <= CAROUSEL_ITEMS.max
  if (chosen.length === 0) return null
  return (
    <Group
      ref={keepMessagesAbove}
      role="toolbar"
      aria-label={library.selected(chosen.length)}
      className={classes.bar}
      gap="xs"
    >
      <strong role="status">
        {library.selected(chosen.length)}
        {chosen.length === MOST_CHOSEN && ` ${library.mostSelected}`}
      </strong>
      <Tooltip label={library.carouselTakes(CAROUSEL_ITEMS.min, CAROUSEL_ITEMS.max)} disabled={isCarousel}>
        <Button
          leftSection={<StackIcon />}
          variant={isCarousel ? 'filled' : 'default'}
          aria-disabled={!isCarousel}
          onClick={withFiles((files) => {
            if (!isCarousel) return
            handMedia(files)
            clear()
            sheet.open(NEW_POST)
          })}
        >
          {library.makeCarousel}
        </Button>
      </Tooltip>
      <Button
        variant="default"
        leftSection={<CalendarIcon />}
        onClick={withFiles((files) => {
          imported.begin(files, null)
          clear()
        })}
      >
        {compose.act.schedule}
      </Button>
      <Button variant="subtle" color="red" leftSection={<TrashIcon />} onClick={withFiles(setToDelete)}>
        {library.delete}
      </Button>
      <ActionIcon size="lg" ml="auto" aria-label={library.clearSelection} onClick={clear}>
        <XIcon />
      </ActionIcon>
      <DeleteMedia media={toDelete} onClose={() => setToDelete(null)} onDeleted={drop} />
    </Group>
  )
}
