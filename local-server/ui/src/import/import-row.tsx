import { ActionIcon, Textarea } from '@mantine/core'
import { XIcon } from '@primer/octicons-react'
import { FileProblems } from '../library/fit/file-problems.tsx'
import { MediaFrame } from '../library/media-frame.tsx'
import { UploadRow } from '../library/upload/upload-row.tsx'
import { useStrings } from '../strings/language.tsx'
import { mediaTypeFor } from './import-posts.ts'
import classes from './import-sheet.module.css'
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
    <li className={classes.row}>
      {media === null ? (
        upload && (
          <ul className={classes.upload}>
            <UploadRow
              upload={upload}
              maxBytes={rows.maxBytes}
              onRetry={() => rows.retry(row.id)}
              onRemove={() => rows.remove(row.id)}
            />
          </ul>
        )
      ) : (
        <span className={classes.picture}>
          <MediaFrame media={media} />
        </span>
      )}
      {upload?.state !== 'failed' && (
        <Textarea
          className={classes.caption}
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
        <div className={classes.problems}>
          <FileProblems
            media={media}
            mediaType={mediaTypeFor(media)}
            onFixed={(fixed) => rows.change(row.id, { media: fixed })}
          />
        </div>
      )}
      {row.refusal !== null && (
        <p role="alert" className={classes.refusal}>
          {row.refusal}
        </p>
      )}
    </li>
  )
}
