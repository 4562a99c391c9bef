import { Button, Tooltip } from '@mantine/core'
import { CalendarIcon, StackIcon, TrashIcon } from '@primer/octicons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import { CAROUSEL_ITEMS } from '../../../../../core/rules/fit/limits.ts'
import { useImport } from '../../import/import-context.tsx'
import { SelectedBar } from '../../kit/selected-bar.tsx'
import { handMedia } from '../../shared/handed-media.ts'
import { notify, notifyOfProblem } from '../../shared/notifications.ts'
import { NEW_POST, useOverlays } from '../../shared/overlay-address.ts'
import { MOST_CHOSEN, type Selection } from '../../shared/use-selection.ts'
import { useStrings } from '../../strings/language.tsx'
import { DeleteMedia } from '../details/delete-media.tsx'
import { mediaFileQuery } from '../media-queries.ts'

interface SelectionBarProps {
  readonly selection: Selection
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
  return (
    <>
      {chosen.length > 0 && (
        <SelectedBar count={chosen.length} most={MOST_CHOSEN} onClear={clear}>
          <Tooltip
            label={library.carouselTakes(CAROUSEL_ITEMS.min, CAROUSEL_ITEMS.max)}
            disabled={isCarousel}
          >
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
        </SelectedBar>
      )}
      {/* It outlives the bar, which goes with the last chosen file. */}
      <DeleteMedia media={toDelete} onClose={() => setToDelete(null)} onDeleted={drop} />
    </>
  )
}
