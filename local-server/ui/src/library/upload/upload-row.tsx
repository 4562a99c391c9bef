import {
  ActionIcon,
  Box,
  type BoxProps,
  Button,
  Center,
  Group,
  Image,
  Progress,
  SimpleGrid,
  Text,
} from '@mantine/core'
import { FileIcon, VideoIcon, XIcon } from '@primer/octicons-react'
import { useState, type ReactNode } from 'react'
import { ServerGone } from '../../api-client.ts'
import { CARD, sized, SMALL } from '../../kit/looks.ts'
import { ToolButton } from '../../kit/tool-button.tsx'
import { useFormats, useLazyStrings, useStrings } from '../../strings/language.tsx'
import type { Formats } from '../../strings/formats.ts'
import type { Strings } from '../../strings/strings.ts'
import { GoneFile, mayHelp, RefusedFile, type Uploads } from './use-uploads.ts'
import type { FileUpload } from './upload-queue.ts'
import classes from '../chosen/chosen-files.module.css'

interface UploadRowProps {
  readonly upload: FileUpload
  readonly onRetry: () => void
  readonly onRemove: () => void
}

/** A file on its way; one that failed stays here with the reason. */
export function UploadRow({ upload, onRetry, onRemove }: UploadRowProps) {
  const { library, shared } = useStrings()
  const formats = useFormats()
  const { file, state, problem } = upload
  const isFailed = state === 'failed'
  const remove = isFailed ? library.dismiss(file.name) : library.stop(file.name)
  return (
    <Group
      component="li"
      align="start"
      wrap="nowrap"
      {...CARD}
      p="sm"
      bd={isFailed ? '1px solid color-mix(in srgb, var(--red) 45%, var(--line))' : CARD.bd}
    >
      <LocalPicture upload={upload} />
      <Box flex={1} miw={0}>
        <Text fw={600} truncate>
          {file.name}
        </Text>
        {isFailed ? (
          <Text role="alert" c="var(--red)" fz="sm">
            {problem instanceof GoneFile ? <GoneSentence /> : sentenceOf(problem, library, formats)}
          </Text>
        ) : (
          <>
            <Text {...SMALL}>{stateOf(upload, library)}</Text>
            <UploadProgress upload={upload} mt="xs" />
          </>
        )}
        {isFailed && mayHelp(problem) && (
          <Button
            variant="default"
            size="xs"
            mt="xs"
            aria-label={library.tryAgainWith(file.name)}
            onClick={onRetry}
          >
            {shared.tryAgain}
          </Button>
        )}
      </Box>
      <ToolButton label={remove} withinPortal={false} onClick={onRemove}>
        <XIcon />
      </ToolButton>
    </Group>
  )
}

interface UploadTilesProps {
  readonly uploads: readonly FileUpload[]
  readonly onRemove: (id: number) => void
}

/** Files on their way, among those that are there. */
export function UploadTiles({ uploads, onRemove }: UploadTilesProps) {
  const { library } = useStrings()
  return (
    <ul aria-label={library.uploads} data-fills-later>
      {uploads.map((upload) => (
        <li key={upload.id} className={classes.tile} title={stateOf(upload, library)}>
          <LocalPicture upload={upload} size="100%" />
          <ActionIcon
            className={classes.remove}
            aria-label={library.stop(upload.file.name)}
            onClick={() => onRemove(upload.id)}
          >
            <XIcon size={12} />
          </ActionIcon>
          <UploadProgress upload={upload} pos="absolute" right={6} bottom={6} left={6} />
        </li>
      ))}
    </ul>
  )
}

interface UploadProgressProps extends BoxProps {
  readonly upload: FileUpload
}

function UploadProgress({ upload: { file, state, progress }, ...place }: UploadProgressProps) {
  const { library } = useStrings()
  const percent = state === 'waiting' ? 0 : progress * 100
  return <Progress value={percent} size="sm" aria-label={library.uploadOf(file.name)} {...place} />
}

interface UploadListProps {
  readonly uploads: Uploads
  /** Beside each other where there is room. */
  readonly columns?: number
}

export function UploadList({ uploads: { uploads, retry, remove }, columns = 1 }: UploadListProps) {
  const { library } = useStrings()
  return (
    <SimpleGrid
      component="ul"
      cols={{ base: 1, sm: columns }}
      spacing="xs"
      aria-label={library.uploads}
      data-fills-later
    >
      {uploads.map((upload) => (
        <UploadRow
          key={upload.id}
          upload={upload}
          onRetry={() => retry(upload.id)}
          onRemove={() => remove(upload.id)}
        />
      ))}
    </SimpleGrid>
  )
}

interface LocalPictureProps {
  readonly upload: FileUpload
  readonly size?: string
}

function LocalPicture({ upload: { file, localUrl }, size }: LocalPictureProps) {
  const [isBroken, setBroken] = useState(false)
  const isPicture = file.type.startsWith('image/') && !isBroken
  const Icon = file.type.startsWith('video/') ? VideoIcon : FileIcon
  return (
    <UploadPicture size={size}>
      {isPicture ? (
        <Image src={localUrl} alt="" h="100%" onError={() => setBroken(true)} />
      ) : (
        <Icon size={24} />
      )}
    </UploadPicture>
  )
}

interface UploadPictureProps {
  readonly size?: string | undefined
  readonly children: ReactNode
}

export function UploadPicture({ size = '4rem', children }: UploadPictureProps) {
  return (
    <Center {...sized(size, 'sm')} bg="var(--tint)" c="dimmed" style={{ overflow: 'hidden' }}>
      {children}
    </Center>
  )
}

function stateOf({ state, progress }: FileUpload, library: Strings['library']): string {
  if (state === 'waiting') return library.waiting
  if (state === 'stored') return library.uploaded
  return progress < 1 ? library.uploading(Math.floor(progress * 100)) : library.gettingReady
}

function GoneSentence() {
  return useLazyStrings().library.fileGone
}

function sentenceOf(problem: unknown, library: Strings['library'], formats: Formats): string {
  if (problem instanceof RefusedFile) {
    if (problem.reason === 'size') return library.tooLarge(formats.bytes(problem.maxBytes))
    return library.refusedFile[problem.reason]
  }
  if (problem instanceof ServerGone) return library.brokeOff
  return problem instanceof Error ? problem.message : library.brokeOff
}
