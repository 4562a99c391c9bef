// The names that files have in a backup, and no others: a file of another name, such as one that a start reads, could run a
// stranger's program on the computer that restores it.
import { isBlobKey } from '../../core/features/media/blob-key.ts'

export const DATABASE = 'nightpost.db'
export const PRACTICE = 'sandbox.db'
export const SECRETS = 'secrets.json'
const OF_FOLDER: ReadonlySet<string> = new Set([DATABASE, PRACTICE, SECRETS])
const UPLOADS = 'uploads/'

export const isArchivedName = (name: string): boolean =>
  OF_FOLDER.has(name) || (name.startsWith(UPLOADS) && isBlobKey(name))

/** A plain path below the uploads that Nightpost never made, such as `uploads/.DS_Store`. */
export function isStray(name: string): boolean {
  const [folder, ...within] = name.split(/[/\\]/)
  return folder === 'uploads' && within.length > 0 && !within.some((part) => ['', '.', '..'].includes(part))
}
