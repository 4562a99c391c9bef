// What a row of a table is known again by when the table is imported another time, by whom ever.
import { sha256Hex } from '../../sha256.ts'
import type { TableRow } from './judge-row.ts'

export interface RowMark {
  readonly key: string
  /** A hash of what it says and, where all of its files are at hand, one of their sizes. */
  readonly content: string
}

/** What tells a row from others of its account. */
export interface RowIdentity extends Pick<RowMark, 'content'> {
  /** Null where the table leaves it to who imports it. */
  readonly accountId: string | null
  readonly own: readonly unknown[]
  /** Counts equal rows of a table, which are posts of their own, from 1. */
  readonly nth: number
}

/** `sizes`: of its files, null for one that is not at hand. Null for a row without a time and an id. */
export async function identifyRow(
  { id, writtenTime, caption, files, altTexts, options }: TableRow,
  accountId: string | null,
  sizes: readonly (number | null)[],
): Promise<RowIdentity | null> {
  if (id === null && writtenTime === null) return null
  const names = files.map(baseName)
  const { mediaFileId, mediaFileIds } = options
  const own = id === null ? [writtenTime?.at, names, mediaFileId, mediaFileIds] : [id]
  const said = await sha256Hex(JSON.stringify([writtenTime, caption ?? '', altTexts, options, names]))
  const ofFiles = sizes.includes(null) ? [] : [(await sha256Hex(JSON.stringify(sizes))).slice(0, 32)]
  return { accountId, own, nth: 1, content: [said, ...ofFiles].join(' ') }
}

/** `otherwise`: the account of a row that the table gives none. Null without any. */
export async function markOfRow(
  identity: RowIdentity | null,
  otherwise: string | null,
): Promise<RowMark | null> {
  const accountId = identity?.accountId ?? otherwise
  if (identity === null || accountId === null) return null
  const { own, nth, content } = identity
  const key = await sha256Hex(JSON.stringify([accountId, ...own]))
  return { key: nth === 1 ? key : `${key} ${nth}`, content }
}

/** Without the folder that it is in. */
export const baseName = (path: string): string => path.split(/[\\/]/).at(-1) ?? ''

/** A file that is not at hand has not changed: nobody keeps the pictures of posts that have gone out beside the table. */
export function saysTheSameContent(one: RowMark, other: RowMark): boolean {
  const [[said, files], [otherSaid, otherFiles]] = [one.content.split(' '), other.content.split(' ')]
  return said === otherSaid && (!files || !otherFiles || files === otherFiles)
}

export function countEqual<Row extends { readonly identity: RowIdentity | null }>(
  rows: readonly Row[],
): Row[] {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    if (row.identity === null) return row
    const name = JSON.stringify([row.identity.accountId, ...row.identity.own])
    const nth = (seen.get(name) ?? 0) + 1
    seen.set(name, nth)
    return { ...row, identity: { ...row.identity, nth } }
  })
}
