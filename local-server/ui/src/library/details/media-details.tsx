import { Box, Button, Group, SimpleGrid, Stack, Text, Textarea } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { AlertIcon, CheckIcon, DownloadIcon, InfoIcon, TrashIcon } from '@primer/octicons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import type { MediaType } from '../../../../../core/rules/publication/post-words.ts'
import { fixesFor, isVideo } from '../../../../../core/rules/fit/fixes.ts'
import {
  fileProblemSentence,
  type FileProblemLanguage,
} from '../../../../../core/rules/notices/file-problems.ts'
import { warningSentence } from '../../../../../core/rules/notices/sentences.ts'
import { CONTENT_LIMITS } from '../../../../../core/rules/content/content-limits.ts'
import { api, ApiError, parseResponse } from '../../api-client.ts'
import { Dialog } from '../../kit/dialog.tsx'
import { FactBelow } from '../../kit/facts.tsx'
import { SMALL } from '../../kit/looks.ts'
import { handMedia } from '../../shared/handed-media.ts'
import { forgetText, keepText, keptText } from '../../shared/kept-texts.ts'
import { notifyOfProblem } from '../../shared/notifications.ts'
import { useLast } from '../../shared/on-demand.tsx'
import { NEW_POST, useOverlays } from '../../shared/overlay-address.ts'
import { useFormats, useStrings } from '../../strings/language.tsx'
import { durationText, savedNameOf } from '../file-facts.ts'
import { Sign } from '../../kit/problem-note.tsx'
import { FileFixes, FixOutcome } from '../fit/file-fixes.tsx'
import { useFix } from '../fit/use-fix.ts'
import { MediaFrame } from '../media-frame.tsx'
import { mediaFileQuery, noteMedia } from '../media-queries.ts'
import { DeleteMedia } from './delete-media.tsx'

interface MediaDetailsProps {
  /** Null while closed. */
  readonly id: string | null
  readonly onClose: () => void
}

/** One stored file: how it looks, what it works for, and everything that can be done with it. */
export function MediaDetails({ id, onClose }: MediaDetailsProps) {
  const { data: media } = useQuery({ ...mediaFileQuery(id ?? ''), enabled: id !== null })
  const shown = useLast(media ?? null)
  const [toDelete, setToDelete] = useState<readonly MediaFileBody[] | null>(null)
  return (
    <>
      <Dialog
        opened={id !== null && Boolean(media)}
        title={shown?.originalFilename ?? ''}
        size="60rem"
        onClose={onClose}
      >
        {shown && (
          <Details key={shown.id} media={shown} isOpen={id !== null} onDelete={() => setToDelete([shown])} />
        )}
      </Dialog>
      <DeleteMedia media={toDelete} onClose={() => setToDelete(null)} onDeleted={onClose} />
    </>
  )
}

interface DetailsProps {
  readonly media: MediaFileBody
  readonly isOpen: boolean
  readonly onDelete: () => void
}

function Details({ media, isOpen, onDelete }: DetailsProps) {
  const { library } = useStrings()
  const sheet = useOverlays()
  const use = () => {
    handMedia([media])
    sheet.replace(NEW_POST)
  }
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="2xl">
      <Preview media={media} />
      <Stack gap="lg">
        <Facts media={media} />
        {!isVideo(media) && <AltText media={media} isOpen={isOpen} />}
        <SuitedKinds media={media} />
        <Group gap="xs">
          <Button onClick={use}>{library.useInPost}</Button>
          <Button
            component="a"
            variant="default"
            href={`/uploads/${media.storagePath}`}
            download={savedNameOf(media)}
            leftSection={<DownloadIcon />}
          >
            {library.download}
          </Button>
          <Button variant="subtle" color="red" px="xs" leftSection={<TrashIcon />} onClick={onDelete}>
            {library.delete}
          </Button>
        </Group>
      </Stack>
    </SimpleGrid>
  )
}

function Preview({ media }: { readonly media: MediaFileBody }) {
  const { width, height } = media.processed ?? media
  const style = { overflow: 'hidden', ...(width && height && { aspectRatio: `${width} / ${height}` }) }
  if (!isVideo(media)) {
    return (
      <Box component="span" {...PICTURE} style={style}>
        <MediaFrame media={media} full />
      </Box>
    )
  }
  return (
    <Box
      component="video"
      key={media.previewUrl}
      {...PICTURE}
      style={style}
      src={media.previewUrl ?? undefined}
      poster={media.thumbnailPreviewUrl ?? undefined}
      preload="metadata"
      controls
      playsInline
    />
  )
}

const PICTURE = {
  display: 'block',
  w: '100%',
  mah: { base: '45vh', sm: '65vh' },
  bdrs: 'md',
  bg: 'var(--tint)',
} as const

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
            <FactBelow key={name} name={name}>
              {value}
            </FactBelow>
          ),
      )}
    </Group>
  )
}

const TYPING_PAUSE_MS = 600

interface AltTextProps {
  readonly media: MediaFileBody
  /** False while the dialog fades out. */
  readonly isOpen: boolean
}

/**
 * Written when the typing pauses, and when the dialog is closed before that. Words that could not be saved come back with the
 * dialog, and are written again.
 */
function AltText({ media: { id, altText, originalFilename }, isOpen }: AltTextProps) {
  const { library } = useStrings()
  const client = useQueryClient()
  const kept = `alt-text-${id}`
  const [typed, setTyped] = useState(() => keptText(kept) ?? altText ?? '')
  const isSeen = useRef(isOpen)
  const write = useMutation({
    // One after the other: the last words are those that stay.
    scope: { id: `alt text of ${id}` },
    mutationFn: (text: string) =>
      parseResponse(api.media[':id'].$patch({ param: { id }, json: { altText: text } })),
    onSuccess: (changed, text) => {
      forgetText(kept, text)
      noteMedia(client, changed)
    },
    onError: (error, text) => {
      const isGone = error instanceof ApiError && error.status === 404
      if (isGone) forgetText(kept, text)
      else if (!isSeen.current) notifyOfProblem(new Error(library.altTextUnsaved(originalFilename)))
    },
  })
  useEffect(() => {
    isSeen.current = isOpen
    return () => {
      isSeen.current = false
    }
  }, [isOpen])
  useEffect(() => {
    const unsaved = keptText(kept)
    if (unsaved !== null) write.mutate(unsaved)
    // On arrival alone.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
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
          keepText(kept, currentTarget.value)
          writeSoon(currentTarget.value)
        }}
      />
      <Text role="status" {...SMALL} mih="1.5em">
        {write.isSuccess && isWritten && library.saved}
      </Text>
    </div>
  )
}

/** Kinds of post that a file suits, why not the others, and what would help. */
function SuitedKinds({ media }: { readonly media: MediaFileBody }) {
  const strings = useStrings()
  const { library, notices } = strings
  const formats = useFormats()
  const work = useFix(media)
  const kinds: MediaType[] = isVideo(media)
    ? ['REELS', 'STORIES', 'CAROUSEL']
    : ['IMAGE', 'CAROUSEL', 'STORIES']
  const fit = kinds.filter((kind) => media.unfit[kind].length === 0)
  // Of the kind that it is mostly for: a good reel is not told how it would do in a carousel.
  const atRisk = kinds.slice(0, 1).find((kind) => media.fitRisks[kind].length > 0)
  return (
    <Text component="section" fz="sm" aria-label={library.suits}>
      <h3>{library.suits}</h3>
      {fit.length > 0 && (
        <Sign Icon={CheckIcon} tone="var(--green)">
          {formats.list(fit.map((kind) => library.kinds[kind]))}
        </Sign>
      )}
      {atRisk && (
        <>
          <Sign Icon={InfoIcon} tone="var(--red)">
            {media.fitRiskDetails[atRisk].map((risk) => warningSentence(risk, notices)).join(' ')}
          </Sign>
          <FileFixes media={media} fixes={fixesFor(media, atRisk)} work={work} />
        </>
      )}
      {groupsOf(media, kinds, strings).map(({ problems, together }) => (
        <div key={together.join()}>
          <Sign Icon={AlertIcon} tone="var(--red)">
            {library.notFor(formats.list(together.map((kind) => library.kinds[kind])))}
            {problems.map((sentence) => (
              <Text key={sentence} span display="block" fz="inherit">
                {sentence}
              </Text>
            ))}
          </Sign>
          {together[0] && <FileFixes media={media} fixes={fixesFor(media, together[0])} work={work} />}
        </div>
      ))}
      <FixOutcome media={media} work={work} canCrop />
    </Text>
  )
}

/** Kinds that the file does not fit for the same reasons, listed once. */
function groupsOf(
  { unfitDetails }: MediaFileBody,
  kinds: readonly MediaType[],
  language: FileProblemLanguage,
) {
  const groups = new Map<string, { problems: string[]; together: MediaType[] }>()
  for (const kind of kinds) {
    const problems = unfitDetails[kind].map((problem) => fileProblemSentence(problem, language))
    if (problems.length === 0) continue
    const group = groups.get(problems.join()) ?? { problems, together: [] }
    group.together.push(kind)
    groups.set(problems.join(), group)
  }
  return [...groups.values()]
}
