import { Button, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { ANY_FILE, mediaFileQuery, useLibrary, useReadingAfterPost } from '../../library/media-queries.ts'
import { MediaFrame } from '../../library/media-frame.tsx'
import type { LibraryFile } from '../../query-keys.ts'
import { handMedia } from '../../shared/handed-media.ts'
import { NEW_POST, useOverlays } from '../../shared/overlay-address.ts'
import { SearchField } from '../../shared/search-field.tsx'
import { useLazyStrings } from '../../strings/language.tsx'
import { useCarried } from '../drag/cards.ts'
import classes from './tray.module.css'

const SHOWN_AT_ONCE = 24

/** The library beside the plan: what no post uses comes first. Each file can be dragged onto a day, or pressed for a new post. */
export function FileDrawer() {
  const { planning } = useLazyStrings()
  const [text, setText] = useState('')
  const [count, setCount] = useState(SHOWN_AT_ONCE)
  useReadingAfterPost()
  const unused = useLibrary({ ...ANY_FILE, text, isUnused: true }).data?.ids
  const all = useLibrary({ ...ANY_FILE, text }).data?.ids
  const ids = unused && all ? [...new Set([...unused, ...all])] : []
  const files = useQueries({
    queries: ids.slice(0, count).map(mediaFileQuery),
    combine: (results) => results.flatMap(({ data }) => (data?.isValid ? data : [])),
  })
  return (
    <Stack gap="2xs">
      <SearchField
        size="sm"
        aria-label={planning.files.search}
        placeholder={planning.files.search}
        text={text}
        onSearch={setText}
      />
      <Text fz="xs" c="dimmed">
        {all?.length === 0 ? planning.files.none : planning.files.hint}
      </Text>
      <SimpleGrid
        component="ul"
        cols={3}
        spacing="4xs"
        verticalSpacing="4xs"
        aria-label={planning.files.name}
      >
        {files.map((file) => (
          <FileCard key={file.id} file={file} isUnused={unused?.includes(file.id) ?? false} />
        ))}
      </SimpleGrid>
      {ids.length > count && (
        <Button size="compact-sm" variant="subtle" onClick={() => setCount(count + SHOWN_AT_ONCE)}>
          {planning.files.more}
        </Button>
      )}
    </Stack>
  )
}

interface FileCardProps {
  readonly file: LibraryFile
  readonly isUnused: boolean
}

function FileCard({ file, isUnused }: FileCardProps) {
  const { planning } = useLazyStrings()
  const { open } = useOverlays()
  const { ref, carried, activator } = useCarried({ file })
  const compose = () => {
    handMedia([file])
    open(NEW_POST)
  }
  return (
    <li ref={ref} {...carried} className={classes.file}>
      <button
        type="button"
        {...activator}
        title={file.altText ?? file.originalFilename}
        aria-label={planning.files.newPost(file.originalFilename)}
        onClick={compose}
      >
        <MediaFrame media={file} />
        {!isUnused && <span>{planning.files.used}</span>}
      </button>
    </li>
  )
}
