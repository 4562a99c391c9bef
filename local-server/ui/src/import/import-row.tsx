// One of the posts of an import: its pictures, caption, account and time, and what is wrong with it.
import {
  ActionIcon,
  Box,
  Button,
  FileButton,
  Group,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { memo } from 'react'
import { XIcon } from '@primer/octicons-react'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import type { MediaFileBody } from '../../../../core/api/media.ts'
import { AccountSelect } from '../shared/accounts/account-select.tsx'
import { useLazyStrings, useStrings } from '../strings/language.tsx'
import { isAccountOpen, type PlannedRow } from './row-times.ts'
import { mediaOf, mediaTypeFor, type ImportRow, type ImportRows, type RowFile } from './use-import-rows.ts'
import { FileProblems } from '../library/fit/file-fixes.tsx'
import classes from './import-row.module.css'
import { MediaFrame } from '../library/media-frame.tsx'
import { UploadRow } from '../library/upload/upload-row.tsx'
import { FILE_TYPES, useUploadAt } from '../library/upload/use-uploads.ts'

type RowActions = ImportRows['actions']

interface ImportRowProps extends RowActions, Partial<PlannedRow> {
  readonly row: ImportRow
  readonly accounts: readonly PlatformAccountBody[]
}

/**
 * One post: how far its files are, its caption, account and time, and what keeps it from being one. It is drawn again only when it changes: if
 * all rows were drawn at each letter, typing would lag.
 */
export const ImportRowItem = memo(function ImportRowItem(props: ImportRowProps) {
  const { row, accounts, change, changeFile, remove } = props
  const { compose } = useStrings()
  const { importing } = useLazyStrings()
  const media = mediaOf(row)
  const lacking = row.files.filter((file) => file.media === null)
  const upload = useUploadAt('import', row.files.length === 1 ? (lacking[0]?.id ?? 0) : 0)
  return (
    <Box component="li" py="sm" className={classes.row} data-stored={media.length > 0 || undefined}>
      {media.length > 0 && <Pictures media={media} />}
      {lacking.length > 0 && !row.isStuck && (
        <Stack component="ul" gap="4xs" className={classes.files ?? ''}>
          {lacking.map((file) => (
            <LackingFile key={file.id} {...props} file={file} />
          ))}
        </Stack>
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
      {/* A file that came alone is left out with its upload, which has a button of its own. */}
      {(!upload || row.line !== null) && (
        <ActionIcon size="lg" aria-label={importing.leaveOut(row.name)} onClick={() => remove(row.id)}>
          <XIcon />
        </ActionIcon>
      )}
      <RowPlan {...props} accounts={accounts} />
      {media.length > 0 && (
        <Box className={classes.whole} data-fills-later>
          {row.files.map(
            ({ id, media: own }) =>
              own && (
                <FileProblems
                  key={id}
                  media={own}
                  mediaType={mediaTypeFor(row)}
                  first={own === media[0] ? undefined : media[0]}
                  onFixed={(fixed) => changeFile(id, { media: fixed })}
                />
              ),
          )}
        </Box>
      )}
      {row.changes && !row.isStuck && (
        <Text className={classes.whole ?? ''} c="dimmed">
          {row.changes.note}
        </Text>
      )}
      {row.refusal !== null && (
        <Text role="alert" className={classes.whole ?? ''} c="var(--red)">
          {row.refusal}
        </Text>
      )}
    </Box>
  )
})

/** Beside each other and, of a carousel, below: as large as one alone. */
function Pictures({ media }: { readonly media: readonly MediaFileBody[] }) {
  const columns = Math.min(3, Math.ceil(Math.sqrt(media.length)))
  return (
    <SimpleGrid className={classes.picture ?? ''} w="6rem" cols={columns} spacing="5xs">
      {media.map((one, index) => (
        <Box key={index} component="span" bdrs="sm" style={{ aspectRatio: 1, overflow: 'hidden' }}>
          <MediaFrame media={one} />
        </Box>
      ))}
    </SimpleGrid>
  )
}

type LackingFileProps = Pick<ImportRowProps, 'row' | 'retry' | 'stop' | 'replace' | 'remove'> & {
  readonly file: RowFile
}

/** On its way, or to be chosen. */
function LackingFile({ row, file: { id, name, mediaId }, retry, stop, replace, remove }: LackingFileProps) {
  const { importing } = useLazyStrings()
  const upload = useUploadAt('import', id)
  if (upload) {
    // The row of a table can have another file.
    const leave = () => (row.files.length === 1 && row.line === null ? remove(row.id) : stop(id))
    return <UploadRow upload={upload} onRetry={() => retry(id)} onRemove={leave} />
  }
  if (mediaId !== null) return null
  return (
    <FileButton accept={FILE_TYPES} onChange={(chosen) => chosen && replace(id, chosen)}>
      {(props) => (
        <li>
          <Button {...props} variant="default" size="xs">
            {row.line === null ? importing.chooseAgain(name) : importing.chooseFor(name)}
          </Button>
        </li>
      )}
    </FileButton>
  )
}

type RowPlanProps = Pick<ImportRowProps, 'row' | 'accounts' | 'change'> & Partial<PlannedRow>

/** Nothing for a row that cannot become a post yet. */
function RowPlan({ row, accounts, change, accountId, wall, trouble }: RowPlanProps) {
  const { shared } = useStrings()
  const { importing } = useLazyStrings()
  if (accountId === undefined) return null
  // It was disconnected since.
  const isGone = accounts.length > 0 && !accounts.some(({ id }) => id === accountId)
  const isOpen = isAccountOpen(row)
  return (
    <Group className={classes.plan ?? ''} gap="0.5rem 0.75rem" data-fills-later>
      {(accounts.length > 1 || row.asksAccount || isGone) && (
        <AccountSelect
          aria-label={importing.accountOf(row.name)}
          accounts={accounts}
          // One that seems to be chosen cannot be chosen.
          value={isOpen ? null : accountId}
          onChange={(chosen) => change(row.id, { accountId: chosen, ...(isOpen && { refusal: null }) })}
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
