import { Button, Group, SimpleGrid, Stack, Text, Textarea } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { DownloadIcon, TrashIcon } from '@primer/octicons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SMALL } from '../../kit/looks.ts'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import { isVideo } from '../../../../../core/media/fit/fixes.ts'
import { CONTENT_LIMITS } from '../../../../../core/posts/content/content-limits.ts'
import { parseResponse, api } from '../../api-client.ts'
import { handMedia } from '../../shared/handed-media.ts'
import { NEW_POST, usePostSheet } from '../../shared/post-sheet-address.ts'
import { useFormats, useStrings } from '../../strings/language.tsx'
import { DeleteMedia } from './delete-media.tsx'
import { durationText } from '../file-facts.ts'
import { MediaFrame } from '../media-frame.tsx'
import { mediaFileQuery, noteMedia } from '../media-queries.ts'
import { SuitedKinds } from './suited-kinds.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import classes from './media-details.module.css'

interface MediaDetailsProps {
  /** Null while closed. */
  readonly id: string | null
  readonly onClose: () => void
}

/** One stored file: how it looks, what it is good for, and everything that can be done with it. */
export function MediaDetails({ id, onClose }: MediaDetailsProps) {
  const { data: media } = useQuery({ ...mediaFileQuery(id ?? ''), enabled: id !== null })
  const shown = useLast(media ?? null)
  const [toDelete, setToDelete] = useState<readonly MediaFileBody[] | null>(null)
  const sheet = usePostSheet()
  const use = (file: MediaFileBody) => {
    handMedia([file])
    onClose()
    sheet.open(NEW_POST)
  }
  return (
    <>
      <Dialog
        opened={id !== null && media !== null}
        title={shown?.originalFilename ?? ''}
        size="60rem"
        onClose={onClose}
      >
        {shown && (
          <Details
            key={shown.id}
            media={shown}
            onDelete={() => setToDelete([shown])}
            onUse={() => use(shown)}
          />
        )}
      </Dialog>
      <DeleteMedia media={toDelete} onClose={() => setToDelete(null)} onDeleted={onClose} />
    </>
  )
}

/** The dialog fades out with the file it had. */
function useLast(media: MediaFileBody | null): MediaFileBody | null {
  const [last, setLast] = useState(media)
  if (media !== null && media !== last) setLast(media)
  return media ?? last
}

interface DetailsProps {
  readonly media: MediaFileBody
  readonly onDelete: () => void
  readonly onUse: () => void
}

function Details({ media, onDelete, onUse }: DetailsProps) {
  const { library } = useStrings()
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
      <Preview media={media} />
      <Stack gap="lg">
        <Facts media={media} />
        {!isVideo(media) && <AltText media={media} />}
        <SuitedKinds media={media} />
        <Group gap="xs">
          <Button onClick={onUse}>{library.useInPost}</Button>
          <Button
            component="a"
            variant="default"
            href={`/uploads/${media.storagePath}`}
            download={media.originalFilename}
            leftSection={<DownloadIcon />}
          >
            {library.download}
          </Button>
          <Button variant="subtle" color="red" leftSection={<TrashIcon />} onClick={onDelete}>
            {library.delete}
          </Button>
        </Group>
      </Stack>
    </SimpleGrid>
  )
}

function Preview({ media }: { readonly media: MediaFileBody }) {
  const { width, height } = media.processed ?? media
  const style = width && height ? { aspectRatio: `${width} / ${height}` } : {}
  if (!isVideo(media)) {
    return (
      <span className={classes.picture} style={style}>
        <MediaFrame media={media} full />
      </span>
    )
  }
  return (
    <video
      key={media.previewUrl}
      className={classes.picture}
      style={style}
      src={media.previewUrl ?? undefined}
      poster={media.thumbnailPreviewUrl ?? undefined}
      preload="metadata"
      controls
      playsInline
    />
  )
}

function Facts({ media }: { readonly media: MediaFileBody }) {
  const { library } = useStrings()
  const formats = useFormats()
  const { width, height, durationSeconds, fileSize } = media.processed ?? media
  const facts: [string, string | null][] = [
    [library.added, formats.dayAndTime(new Date(media.createdAt))],
    [library.measures, width && height ? `${width} × ${height}` : null],
    [library.length, durationSeconds === null ? null : durationText(durationSeconds)],
    [library.size, formats.bytes(fileSize)],
  ]
  return (
    <Group component="dl" gap="lg" m={0}>
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <Text component="dt" {...SMALL}>
                {name}
              </Text>
              <Text component="dd" m={0}>
                {value}
              </Text>
            </div>
          ),
      )}
    </Group>
  )
}

const TYPING_PAUSE_MS = 600

/** Written when the typing pauses, and when the dialog is closed before that. */
function AltText({ media: { id, altText } }: { readonly media: MediaFileBody }) {
  const { library } = useStrings()
  const client = useQueryClient()
  const [typed, setTyped] = useState(altText ?? '')
  const write = useMutation({
    mutationFn: (text: string) =>
      parseResponse(api.media[':id'].$patch({ param: { id }, json: { altText: text } })),
    onSuccess: (changed) => noteMedia(client, changed),
  })
  const writeSoon = useDebouncedCallback(write.mutate, { delay: TYPING_PAUSE_MS, flushOnUnmount: true })
  const isWritten = typed.trim() === (altText ?? '').trim()
  return (
    <div>
      <Textarea
        label={library.altText}
        description={library.altTextHelp}
        autosize
        minRows={2}
        maxLength={CONTENT_LIMITS.altText}
        value={typed}
        error={write.error?.message}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          writeSoon(currentTarget.value)
        }}
      />
      <Text role="status" {...SMALL} mih="1.5em">
        {write.isSuccess && isWritten && library.saved}
      </Text>
    </div>
  )
}
