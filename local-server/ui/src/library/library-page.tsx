import { SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { MediaFileBody } from '../../../../core/api/media.ts'
import { PageTitle } from '../kit/page-title.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { systemQuery } from '../shared/system-queries.ts'
import { ErrorBoundary } from '../kit/error-boundary.tsx'
import { useStrings } from '../strings/language.tsx'
import { MediaDetails } from './details/media-details.tsx'
import { useLibraryAddress } from './grid/library-address.ts'
import type { Press } from './grid/grid-cells.tsx'
import { SelectionBar, useSelection } from './grid/selection.tsx'
import { StoredMedia } from './grid/stored-media.tsx'
import { libraryQuery } from './media-queries.ts'
import { DropArea } from './upload/drop-area.tsx'
import { refusedFileOf } from './upload/refused-file.ts'
import { TwinNote } from './upload/twin-note.tsx'
import { UploadRow } from './upload/upload-row.tsx'
import { useUploads } from './upload/use-uploads.ts'

export function LibraryPage() {
  const { app, library } = useStrings()
  const [filter, changeFilter] = useLibraryAddress()
  const [opened, setOpened] = useState<string | null>(null)
  const selection = useSelection(useQuery(libraryQuery(filter)).data?.ids ?? [])
  const { choose, clear } = selection
  const isChoosing = selection.chosen.length > 0
  const press = useCallback(
    ({ id }: MediaFileBody, { isRange, isBeside }: Press) =>
      isRange || isBeside || isChoosing ? choose([id], isRange) : setOpened(id),
    [choose, isChoosing],
  )
  return (
    <>
      <PageTitle title={app.library} />
      <ErrorBoundary>
        <UploadHere />
      </ErrorBoundary>
      <section aria-label={library.storedMedia} onKeyDown={({ key }) => key === 'Escape' && clear()}>
        <ErrorBoundary>
          <StoredMedia
            filter={filter}
            onFilter={changeFilter}
            empty={<EmptyState title={library.emptyTitle} text={library.emptyText} />}
            chosen={selection.chosen}
            onPress={press}
            onChoose={choose}
          />
        </ErrorBoundary>
        <SelectionBar selection={selection} />
      </section>
      <MediaDetails id={opened} onClose={() => setOpened(null)} />
    </>
  )
}

function UploadHere() {
  const { library } = useStrings()
  const [stored, setStored] = useState<readonly MediaFileBody[]>([])
  const { uploads, add, refuse, retry, remove } = useUploads('library', (files) =>
    setStored((before) => [...before, ...files]),
  )
  const maxBytes = useQuery(systemQuery).data?.maxUploadBytes ?? Number.POSITIVE_INFINITY
  const take = (files: File[]) => {
    add(files.filter((file) => refusedFileOf(file, maxBytes) === null))
    for (const file of files) {
      const refusal = refusedFileOf(file, maxBytes)
      if (refusal !== null) refuse(file, refusal)
    }
  }
  return (
    <Stack gap="xs" mb="lg">
      <DropArea invitation={library.dropHere} choose={library.chooseFiles} multiple slim onFiles={take} />
      {uploads.length > 0 && (
        <SimpleGrid component="ul" cols={{ base: 1, sm: 2 }} spacing="xs" aria-label={library.uploads}>
          {uploads.map((upload) => (
            <UploadRow
              key={upload.id}
              upload={upload}
              maxBytes={maxBytes}
              onRetry={() => retry(upload.id)}
              onRemove={() => remove(upload.id)}
            />
          ))}
        </SimpleGrid>
      )}
      <Stack component="ul" gap="xs">
        {stored.map((file) => (
          <TwinNote key={file.id} media={file} />
        ))}
      </Stack>
    </Stack>
  )
}
