// What a row of a table is among what is here: one of the accounts, and the content of a post.
import { accountsNamed } from '../accounts/named-accounts.ts'
import { describedMedia, mediaFields } from '../content/media-fields.ts'
import type { TableRow } from './judge-row.ts'

interface RowAccount<Account> {
  /** Null: it names one that is not here, or none where there are several. */
  readonly account: Account | null
  /** As the table writes it, else as the caller does. */
  readonly named: string | undefined
}

/** Found by its id or, for a table of another computer, by its name. `preset`: for rows that name none. */
export function accountOfRow<Account extends { readonly id: string; readonly username: string }>(
  { account: name, options: { accountId } }: Pick<TableRow, 'account' | 'options'>,
  accounts: readonly Account[],
  preset?: string,
): RowAccount<Account> {
  const names = [accountId, name].filter((text) => typeof text === 'string')
  const named = names.at(-1) ?? preset
  const [found] = (names.length > 0 ? names : [preset])
    .map((one) => accountsNamed(accounts, one))
    .filter(({ length }) => length === 1)
  return { account: found?.[0] ?? null, named }
}

/** Files that it names by their ids. */
export const storedFilesOf = ({ mediaFileId, mediaFileIds }: TableRow['options']): string[] =>
  [mediaFileIds, mediaFileId].flat().filter((id) => typeof id === 'string')

/** Whether a change leaves its post a story: one file alone does not say so, and the row says no other kind. */
export const staysStory = (
  { isForFeed, options }: Pick<TableRow, 'isForFeed' | 'options'>,
  { mediaType }: { readonly mediaType: string },
): boolean => mediaType === 'STORIES' && !isForFeed && options['mediaType'] === undefined

/**
 * The content, without account and time, as `POST /schedule` takes it. `files`: those that it names, once they are stored. What it leaves
 * out is missing, so that a change of its post leaves that as it is; `isStory`: that post stays a story.
 */
export function contentOfRow(
  { caption, altTexts, options }: Pick<TableRow, 'caption' | 'altTexts' | 'options'>,
  files: readonly { readonly id: string; readonly mimeType: string }[],
  isStory = false,
): Readonly<Record<string, unknown>> {
  const { accountId: _account, mediaFileId: _one, mediaFileIds: _several, ...given } = options
  const stored = storedFilesOf(options).map((id) => ({ id, mimeType: '' }))
  const named = files.length > 0 ? files : stored
  const fields = named.length > 0 ? mediaFields(named) : {}
  const described = named.length > 0 ? describedMedia(fields, altTexts) : {}
  const kept = isStory && named.length === 1 && { mediaType: 'STORIES' }
  return { ...fields, ...kept, ...described, ...(caption !== null && { caption }), ...given }
}
