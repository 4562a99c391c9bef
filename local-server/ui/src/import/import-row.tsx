// One of the files that become posts: its picture, caption, account and time, and what is wrong with it.
import { ActionIcon, Box, Button, FileButton, Group, Text, Textarea, TextInput } from '@mantine/core'
import { memo } from 'react'
import { XIcon } from '@primer/octicons-react'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import { AccountSelect } from '../shared/accounts/account-select.tsx'
import { useStrings } from '../strings/language.tsx'
import { mediaTypeFor } from './import-posts.ts'
import type { PlannedRow } from './row-times.ts'
import type { ImportRow, ImportRows } from './use-import-rows.ts'
import { FileProblems } from '../library/fit/file-fixes.tsx'
import classes from './import-row.module.css'
import { MediaFrame } from '../library/media-frame.tsx'
import type { FileUpload } from '../library/upload/upload-queue.ts'
import { UploadRow } from '../library/upload/upload-row.tsx'
import { FILE_TYPES } from '../library/upload/use-uploads.ts'

interface ImportRowProps
  extends Pick<ImportRows, 'change' | 'retry' | 'replace' | 'remove'>, Partial<PlannedRow> {
  readonly row: ImportRow
  readonly upload: FileUpload | undefined
  readonly accounts: readonly PlatformAccountBody[]
}

/**
 * One file: how far it is, its caption, account and time, and what keeps it from being a post. It is drawn again only when it changes: if all
 * rows were drawn at each letter, typing would lag.
 */
export const ImportRowItem = memo(function ImportRowItem({
  row,
  upload,
  change,
  retry,
  replace,
  remove,
  ...planned
}: ImportRowProps) {
  const { importing, compose } = useStrings()
  const { media } = row
  return (
    <Box component="li" py="sm" className={classes.row} data-stored={media !== null || undefined}>
      {media === null ? (
        <Box component="ul">
          {upload && (
            <UploadRow upload={upload} onRetry={() => retry(row.id)} onRemove={() => remove(row.id)} />
          )}
          {!upload && row.mediaId === null && (
            <FileButton accept={FILE_TYPES} onChange={(file) => file && replace(row.id, file)}>
              {(props) => (
                <li>
                  <Button {...props} variant="default" size="xs">
                    {row.line === null ? importing.chooseAgain(row.name) : importing.chooseFor(row.name)}
                  </Button>
                </li>
              )}
            </FileButton>
          )}
        </Box>
      ) : (
        <Box
          component="span"
          className={classes.picture}
          w="6rem"
          h="6rem"
          bdrs="sm"
          style={{ overflow: 'hidden' }}
        >
          <MediaFrame media={media} />
        </Box>
      )}
      {upload?.state !== 'failed' && (
        <Textarea
          aria-label={importing.captionOf(row.name)}
          placeholder={compose.caption}
          dir="auto"
          autosize
          minRows={2}
          maxRows={6}
          value={row.caption}
          onChange={({ currentTarget }) => change(row.id, { caption: currentTarget.value })}
        />
      )}
      {(media !== null || !upload) && (
        <ActionIcon size="lg" aria-label={importing.leaveOut(row.name)} onClick={() => remove(row.id)}>
          <XIcon />
        </ActionIcon>
      )}
      <RowPlan row={row} change={change} {...planned} />
      {media !== null && (
        <Box className={classes.whole} data-fills-later>
          <FileProblems
            media={media}
            mediaType={mediaTypeFor(media)}
            onFixed={(fixed) => change(row.id, { media: fixed })}
          />
        </Box>
      )}
      {row.refusal !== null && (
        <Text role="alert" className={classes.whole ?? ''} c="var(--red)">
          {row.refusal}
        </Text>
      )}
    </Box>
  )
})

type RowPlanProps = Pick<ImportRowProps, 'row' | 'accounts' | 'change'> & Partial<PlannedRow>

/** Nothing for a row that cannot become a post yet. */
function RowPlan({ row, accounts, change, accountId, wall, trouble }: RowPlanProps) {
  const { importing, shared } = useStrings()
  if (accountId === undefined) return null
  return (
    <Group className={classes.plan ?? ''} gap="0.5rem 0.75rem" data-fills-later>
      {accounts.length > 1 && (
        <AccountSelect
          aria-label={importing.accountOf(row.name)}
          accounts={accounts}
          value={accountId}
          onChange={(chosen) => change(row.id, { accountId: chosen })}
        />
      )}
      {typeof wall === 'string' && (
        <TextInput
          type="datetime-local"
          size="sm"
          aria-label={importing.timeOf(row.name)}
          value={wall}
          onChange={({ currentTarget }) => change(row.id, { wall: currentTarget.value })}
        />
      )}
      {trouble && (
        <Text role="status" c="var(--red)">
          {trouble === 'past' ? shared.when.past : importing.clash}
        </Text>
      )}
    </Group>
  )
}
