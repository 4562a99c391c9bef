import { SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MediaFileBody } from '../../../../core/api/media.ts'
import { PageTitle } from '../shared/page-title.tsx'
import { EmptyState } from '../shared/empty-state.tsx'
import { systemQuery } from '../shared/system-queries.ts'
import { ErrorBoundary } from '../shared/error-boundary.tsx'
import { useStrings } from '../strings/language.tsx'
import { DropArea } from './upload/drop-area.tsx'
import { MediaDetails } from './details/media-details.tsx'
import { type MediaFilter } from './media-queries.ts'
import { refusedFileOf } from './upload/refused-file.ts'
import { KindFilter, StoredMedia } from './grid/stored-media.tsx'
import { UploadRow } from './upload/upload-row.tsx'
import { useUploads } from './upload/use-uploads.ts'

export function LibraryPage() {
  const { app, library } = useStrings()
  const [kind, setKind] = useState<MediaFilter>('all')
  const [opened, setOpened] = useState<MediaFileBody | null>(null)
  return (
    <>
      <PageTitle title={app.library}>{library.lead}</PageTitle>
      <ErrorBoundary>
        <UploadHere />
      </ErrorBoundary>
      <section aria-label={library.storedMedia}>
        <KindFilter kind={kind} onChange={setKind} />
        <ErrorBoundary resetKey={kind}>
          <StoredMedia kind={kind} empty={<Nothing kind={kind} />} onOpen={setOpened} />
        </ErrorBoundary>
      </section>
      <MediaDetails media={opened} onChange={setOpened} onClose={() => setOpened(null)} />
    </>
  )
}

function UploadHere() {
  const { library } = useStrings()
  const { uploads, add, refuse, retry, remove } = useUploads('library', () => {})
  const maxBytes = useQuery(systemQuery).data?.maxUploadBytes ?? Number.POSITIVE_INFINITY
  const take = (files: File[]) => {
    add(files.filter((file) => refusedFileOf(file, maxBytes) === null))
    for (const file of files) {
      const refusal = refusedFileOf(file, maxBytes)
      if (refusal !== null) refuse(file, refusal)
    }
  }
  return (
    <Stack gap="xs" mb="xl">
      <DropArea invitation={library.dropHere} choose={library.chooseFiles} multiple slim onFiles={take} />
      {uploads.length > 0 && (
        <SimpleGrid
          component="ul"
          cols={{ base: 1, sm: 2 }}
          spacing="xs"
          m={0}
          p={0}
          aria-label={library.uploads}
        >
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
    </Stack>
  )
}

function Nothing({ kind }: { readonly kind: MediaFilter }) {
  const { library } = useStrings()
  if (kind !== 'all')
    return (
      <Text c="dimmed" ta="center" py="xl">
        {library.noneOfKind[kind]}
      </Text>
    )
  return <EmptyState title={library.emptyTitle} text={library.emptyText} />
}
