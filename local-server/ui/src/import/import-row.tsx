import { ActionIcon, Box, Group, Text, Textarea } from '@mantine/core'
import { XIcon } from '@primer/octicons-react'
import { FileProblems } from '../library/fit/file-problems.tsx'
import { MediaFrame } from '../library/media-frame.tsx'
import { UploadRow } from '../library/upload/upload-row.tsx'
import { useStrings } from '../strings/language.tsx'
import { mediaTypeFor } from './import-posts.ts'
import type { ImportRow, ImportRows } from './use-import-rows.ts'

interface ImportRowProps {
  readonly row: ImportRow
  readonly rows: ImportRows
}

/** One file: how far it is, its caption, and what keeps it from being a post. */
export function ImportRowItem({ row, rows }: ImportRowProps) {
  const { importing } = useStrings()
  const upload = rows.uploadOf(row.id)
  const { media } = row
  return (
    <Group component="li" gap="8px 16px" align="flex-start" py="sm">
      {media === null ? (
        upload && (
          <Box component="ul" flex="1 0 100%">
            <UploadRow
              upload={upload}
              maxBytes={rows.maxBytes}
              onRetry={() => rows.retry(row.id)}
              onRemove={() => rows.remove(row.id)}
            />
          </Box>
        )
      ) : (
        <Box component="span" flex="none" w="6rem" h="6rem" bdrs="sm" style={{ overflow: 'hidden' }}>
          <MediaFrame media={media} />
        </Box>
      )}
      {upload?.state !== 'failed' && (
        <Textarea
          flex={media === null ? '1 0 100%' : '1 1 7rem'}
          aria-label={importing.captionOf(row.name)}
          placeholder={importing.caption}
          dir="auto"
          autosize
          minRows={2}
          maxRows={6}
          value={row.caption}
          onChange={({ currentTarget }) => rows.change(row.id, { caption: currentTarget.value })}
        />
      )}
      {media !== null && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          // Tab goes from caption to caption.
          tabIndex={-1}
          aria-label={importing.leaveOut(row.name)}
          onClick={() => rows.remove(row.id)}
        >
          <XIcon />
        </ActionIcon>
      )}
      {media !== null && (
        <Box flex="1 0 100%" data-fills-later>
          <FileProblems
            media={media}
            mediaType={mediaTypeFor(media)}
            onFixed={(fixed) => rows.change(row.id, { media: fixed })}
          />
        </Box>
      )}
      {row.refusal !== null && (
        <Text role="alert" flex="1 0 100%" c="var(--red)">
          {row.refusal}
        </Text>
      )}
    </Group>
  )
}
