import { ActionIcon, Box, Button, Group, Progress, Text, Tooltip } from '@mantine/core'
import { FileIcon, VideoIcon, XIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { ServerGone } from '../../api-client.ts'
import { useFormats, useStrings } from '../../strings/language.tsx'
import type { Formats } from '../../strings/formats.ts'
import type { Strings } from '../../strings/strings.ts'
import { RefusedFile } from './refused-file.ts'
import type { FileUpload } from './upload-queue.ts'
import classes from './upload-row.module.css'

interface UploadRowProps {
  readonly upload: FileUpload
  readonly maxBytes: number
  readonly onRetry: () => void
  readonly onRemove: () => void
}

/** A file on its way; one that failed stays here with the reason. */
export function UploadRow({ upload, maxBytes, onRetry, onRemove }: UploadRowProps) {
  const { library } = useStrings()
  const formats = useFormats()
  const { file, state, problem } = upload
  const isFailed = state === 'failed'
  const remove = isFailed ? library.dismiss(file.name) : library.stop(file.name)
  return (
    <Group
      component="li"
      className={classes.row}
      align="start"
      wrap="nowrap"
      p="sm"
      bdrs="lg"
      data-failed={isFailed || undefined}
    >
      <LocalPicture upload={upload} />
      <Box flex={1} miw={0}>
        <Text fw={600} truncate>
          {file.name}
        </Text>
        {isFailed ? (
          <Text role="alert" c="var(--red)" fz="sm">
            {sentenceOf(problem, { library, formats, maxBytes })}
          </Text>
        ) : (
          <>
            <Text c="dimmed" fz="sm">
              {stateOf(upload, library)}
            </Text>
            <Progress
              mt="xs"
              value={state === 'waiting' ? 0 : upload.progress * 100}
              size="sm"
              aria-label={library.uploadOf(file.name)}
            />
          </>
        )}
        {isFailed && !(problem instanceof RefusedFile) && (
          <Button
            variant="default"
            size="xs"
            mt="xs"
            aria-label={library.tryAgainWith(file.name)}
            onClick={onRetry}
          >
            {library.tryAgain}
          </Button>
        )}
      </Box>
      <Tooltip label={remove} withinPortal={false}>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={remove} onClick={onRemove}>
          <XIcon />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}

function LocalPicture({ upload: { file, localUrl } }: { readonly upload: FileUpload }) {
  const [isBroken, setBroken] = useState(false)
  if (!file.type.startsWith('image/') || isBroken) {
    return (
      <span className={classes.thumbnail}>
        {file.type.startsWith('video/') ? <VideoIcon size={24} /> : <FileIcon size={24} />}
      </span>
    )
  }
  return (
    <span className={classes.thumbnail}>
      <img src={localUrl} alt="" onError={() => setBroken(true)} />
    </span>
  )
}

function stateOf({ state, progress }: FileUpload, library: Strings['library']): string {
  if (state === 'waiting') return library.waiting
  if (state === 'stored') return library.uploaded
  return progress < 1 ? library.uploading(Math.floor(progress * 100)) : library.gettingReady
}

interface Wording {
  readonly library: Strings['library']
  readonly formats: Formats
  readonly maxBytes: number
}

function sentenceOf(problem: unknown, { library, formats, maxBytes }: Wording): string {
  if (problem instanceof RefusedFile) {
    if (problem.reason === 'size') return library.tooLarge(formats.bytes(maxBytes))
    return problem.reason === 'empty' ? library.emptyFile : library.wrongType
  }
  if (problem instanceof ServerGone) return library.brokeOff
  return problem instanceof Error ? problem.message : library.brokeOff
}
