import { Box, Button, Group, Text } from '@mantine/core'
import { useCallback, useState } from 'react'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import type { MediaType } from '../../../../../core/rules/publication/post-words.ts'
import { useStrings } from '../../strings/language.tsx'
import { StoredMedia } from '../grid/stored-media.tsx'
import { ANY_FILE, type LibraryFilter } from '../media-queries.ts'
import { Dialog } from '../../kit/dialog.tsx'

interface MediaPickerProps {
  readonly mediaType: MediaType
  /** Maximum number of files: with one, a click is the choice. */
  readonly room: number
  readonly isOpen: boolean
  /** Shows these alone, and lets nobody choose another kind. */
  readonly only?: 'image' | 'video'
  /** Files that the post has already. */
  readonly taken: readonly MediaFileBody[]
  readonly onClose: () => void
  readonly onGone?: () => void
  readonly onPicked: (media: readonly MediaFileBody[]) => void
}

export function MediaPicker(props: MediaPickerProps) {
  const { library } = useStrings()
  return (
    <Dialog
      opened={props.isOpen}
      title={library.chooseFromLibrary}
      size="52rem"
      onClose={props.onClose}
      onGone={props.onGone}
    >
      <Choice {...props} />
    </Dialog>
  )
}

/** Inside the dialog, so that it starts fresh each time. */
function Choice({ mediaType, room, only, taken, onClose, onPicked }: MediaPickerProps) {
  const { library } = useStrings()
  const [filter, setFilter] = useState<LibraryFilter>(() => ({
    ...ANY_FILE,
    kind: only ?? kindFor(mediaType),
  }))
  const [chosen, setChosen] = useState<readonly MediaFileBody[]>([])
  const isMany = mediaType === 'CAROUSEL'
  const finish = useCallback(
    (media: readonly MediaFileBody[]) => {
      onPicked(media)
      onClose()
    },
    [onPicked, onClose],
  )
  const toggle = useCallback(
    (file: MediaFileBody) => {
      if (!isMany) return finish([file])
      setChosen((before) =>
        before.some(({ id }) => id === file.id)
          ? before.filter(({ id }) => id !== file.id)
          : before.length < room && !taken.some(({ id }) => id === file.id)
            ? [...before, file]
            : before,
      )
    },
    [isMany, room, taken, finish],
  )
  return (
    <Box mih="24rem">
      <StoredMedia
        filter={filter}
        onFilter={(change) => setFilter((before) => ({ ...before, ...change }))}
        isOneKind={only !== undefined}
        dense
        empty={
          <Text c="dimmed" ta="center" py="2xl">
            {library.pickEmpty}
          </Text>
        }
        onPress={toggle}
        chosen={isMany ? chosen.map(({ id }) => id) : undefined}
      />
      {isMany && (
        <Group
          justify="space-between"
          pos="sticky"
          bottom={0}
          mt="md"
          mx="-lg"
          mb="-lg"
          px="lg"
          py="sm"
          bg="var(--card)"
          c="dimmed"
          style={{ zIndex: 2, borderTop: '1px solid var(--line)' }}
        >
          <p role="status">{library.chosenOf(chosen.length, room)}</p>
          <Button flex="none" disabled={chosen.length === 0} onClick={() => finish(chosen)}>
            {library.take(chosen.length)}
          </Button>
        </Group>
      )}
    </Box>
  )
}

function kindFor(mediaType: MediaType): LibraryFilter['kind'] {
  if (mediaType === 'IMAGE') return 'image'
  return mediaType === 'REELS' ? 'video' : null
}
