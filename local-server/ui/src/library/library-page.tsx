import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { MediaFileBody } from '../../../../core/api/media.ts'
import { PageTitle } from '../kit/page-title.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { ErrorBoundary } from '../kit/error-boundary.tsx'
import { useFormats, useStrings } from '../strings/language.tsx'
import { MediaDetails } from './details/media-details.tsx'
import type { Press } from './grid/grid-cells.tsx'
import { SelectionBar } from './grid/selection.tsx'
import { StoredMedia } from './grid/stored-media.tsx'
import {
  forgetMedia,
  type LibraryFilter,
  libraryQuery,
  twinQuery,
  useReadingAfterPost,
} from './media-queries.ts'
import { DropZone, Invitation } from './upload/drop-area.tsx'
import { UploadList, UploadPicture } from './upload/upload-row.tsx'
import { useUploads } from './upload/use-uploads.ts'
import { useFilePlaces } from '../import/import-context.tsx'
import { MEDIA_TYPE_OPTIONS } from '../plan/plan-address.ts'
import { pageApi, parseResponse } from '../api-client.ts'
import { notify, notifyOfProblem } from '../shared/notifications.ts'
import { useOverlays } from '../shared/overlay-address.ts'
import { useSelection } from '../shared/use-selection.ts'
import { CARD } from '../kit/looks.ts'
import { MediaFrame } from './media-frame.tsx'

export function LibraryPage() {
  const { app, library } = useStrings()
  const [filter, changeFilter] = useLibraryAddress()
  const { file, openFile, close } = useOverlays()
  useReadingAfterPost()
  const ids = useQuery(libraryQuery(filter)).data?.ids ?? []
  const selection = useSelection(() => ids)
  const { choose, clear } = selection
  const isChoosing = selection.chosen.length > 0
  const press = useCallback(
    ({ id }: MediaFileBody, { isRange, isBeside }: Press) =>
      isRange || isBeside || isChoosing ? choose([id], isRange) : openFile(id),
    [choose, isChoosing, openFile],
  )
  return (
    <>
      <PageTitle title={app.library} />
      <ErrorBoundary>
        <UploadHere />
      </ErrorBoundary>
      <section
        aria-label={library.storedMedia}
        // In the search it empties that.
        onKeyDown={({ key, target }) => key === 'Escape' && !(target instanceof HTMLInputElement) && clear()}
      >
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
      <MediaDetails id={file} onClose={close} />
    </>
  )
}

const AREA = 'library'

function UploadHere() {
  const { library } = useStrings()
  const [stored, setStored] = useState<readonly MediaFileBody[]>([])
  const uploads = useUploads('library', (files) => setStored((before) => [...before, ...files]))
  const open = useRef<() => void>(null)
  const take = (files: readonly File[]) => void uploads.add(uploads.sift(files))
  // A place for files that lies over the page would make posts of them.
  useFilePlaces((id) => (id === AREA ? { take, words: library.dropToKeep } : null))
  return (
    <Stack gap="xs" mb="lg">
      <div data-drop={AREA}>
        <DropZone onFiles={take} openRef={open}>
          <Invitation choose={library.chooseFiles} multiple onOpen={() => open.current?.()} />
        </DropZone>
      </div>
      <UploadList uploads={uploads} columns={2} />
      <Stack component="ul" gap="xs">
        {stored.map((file) => (
          <TwinNote key={file.id} media={file} />
        ))}
      </Stack>
    </Stack>
  )
}

// What of the library is shown, kept in the address, so that a reload, the way back and a bookmark find it again.

const KINDS = ['image', 'video'] as const

function useLibraryAddress(): [LibraryFilter, (change: Partial<LibraryFilter>) => void] {
  const [query, setQuery] = useSearchParams()
  const filter = useMemo(() => readFilter(query), [query])
  const change = useCallback(
    (part: Partial<LibraryFilter>) =>
      setQuery((now) => withFilter(now, { ...readFilter(now), ...part }), { replace: true }),
    [setQuery],
  )
  return [filter, change]
}

function readFilter(query: URLSearchParams): LibraryFilter {
  return {
    text: query.get('text') ?? '',
    kind: KINDS.find((kind) => kind === query.get('kind')) ?? null,
    worksFor: MEDIA_TYPE_OPTIONS.find((type) => type === query.get('works')) ?? null,
    isUnused: query.has('unused'),
  }
}

function withFilter(before: URLSearchParams, { text, kind, worksFor, isUnused }: LibraryFilter) {
  const query = new URLSearchParams(before)
  const values = { text: text || null, kind, works: worksFor, unused: isUnused ? 'yes' : null }
  for (const [name, value] of Object.entries(values)) {
    if (value === null) query.delete(name)
    else query.set(name, value)
  }
  return query
}

/** Says that a file that was just uploaded had been there before, and offers to keep that one only. */
function TwinNote({ media }: { readonly media: MediaFileBody }) {
  const { library } = useStrings()
  const formats = useFormats()
  const client = useQueryClient()
  const [isDone, setDone] = useState(false)
  const twin = useQuery(twinQuery(media.id)).data?.twin
  const { id, originalFilename: name } = media
  const remove = useMutation({
    mutationFn: () => parseResponse(pageApi.media[':id'].copy.$delete({ param: { id } })),
    onSuccess: ({ kept }) =>
      kept.length === 0 ? forgetMedia(client, [id]) : notify(library.copyStays(name)),
    onError: notifyOfProblem,
  })
  if (!twin || isDone) return null
  const keepOne = () => {
    setDone(true)
    remove.mutate()
  }
  return (
    <Group component="li" align="start" wrap="nowrap" {...CARD} p="sm">
      <UploadPicture>
        <MediaFrame media={twin} />
      </UploadPicture>
      <div>
        <Text role="status">
          {library.isThere(name, twin.originalFilename, formats.date(new Date(twin.createdAt)))}
        </Text>
        <Group gap="xs" mt="xs">
          <Button size="xs" aria-label={library.keepOneOf(name)} onClick={keepOne}>
            {library.keepOne}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={library.keepBothOf(name)}
            onClick={() => setDone(true)}
          >
            {library.keepBoth}
          </Button>
        </Group>
      </div>
    </Group>
  )
}
