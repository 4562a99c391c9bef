// What people have put into the folders of the accounts.
import { randomUUID } from 'node:crypto'
import { lstat, readdir, rename } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'

export interface FoundFile {
  readonly username: string
  readonly name: string
  readonly path: string
  /** The name of the file beside it that holds its caption. */
  readonly caption: string | null
  /** Differs once the file or its caption has changed. */
  readonly looks: string
}

/** Where files end: accounts of these names have no folder here. */
export const ENDS = ['taken', 'refused'] as const

/** What programs leave beside the files of people, and what they call a file that is not whole yet. */
const NOT_MEANT = /^[.~]|^(thumbs\.db|desktop\.ini)$|\.(tmp|part|partial|crdownload|download)$/i

/** Everything that may be a picture or a video: its content decides. Folders that are links are not followed. */
export async function listFound(folder: string): Promise<FoundFile[]> {
  const ends: readonly string[] = ENDS
  const accounts = (await entriesOf(folder)).filter(
    (entry) => entry.isDirectory() && !ends.includes(entry.name) && !NOT_MEANT.test(entry.name),
  )
  return (await Promise.all(accounts.map(({ name }) => listOf(folder, name)))).flat()
}

async function listOf(folder: string, username: string): Promise<FoundFile[]> {
  const own = join(folder, username)
  let entries = (await entriesOf(own)).filter((entry) => !entry.isDirectory())
  if (entries.some(({ name }) => name.includes(UNREADABLE))) {
    await renameUnreadable(own)
    entries = (await entriesOf(own)).filter((entry) => !entry.isDirectory())
  }
  const names = new Set(entries.map(({ name }) => name))
  const meant = [...names].filter(isMeant)
  return Promise.all(
    meant.map(async (name) => {
      const path = join(folder, username, name)
      const caption = names.has(captionFileOf(name)) ? captionFileOf(name) : null
      const looks = [await looksOf(path), caption && (await looksOf(captionFileOf(path)))]
      return { username, name, path, caption, looks: looks.join(' ') }
    }),
  )
}

/** Replaces bytes in a name that are not Unicode. */
const UNREADABLE = '\u{fffd}'

/** A file whose name is not Unicode, as on an old disk, cannot be opened by it, and gets another. */
async function renameUnreadable(folder: string): Promise<void> {
  const names = await readdir(folder, 'buffer')
  for (const bytes of names) {
    const name = bytes.toString()
    if (bytes.equals(Buffer.from(name))) continue
    const readable = join(folder, `${randomUUID().slice(0, 8)} ${name.replaceAll(UNREADABLE, '_')}`)
    await rename(Buffer.concat([Buffer.from(join(folder, '/')), bytes]), readable)
  }
}

const isMeant = (name: string) => !NOT_MEANT.test(name) && !name.endsWith('.txt')

/** Whether another file beside it has the same caption. */
export async function sharesCaption(path: string): Promise<boolean> {
  const beside = (await entriesOf(dirname(path))).filter((entry) => !entry.isDirectory())
  const others = beside.map(({ name }) => name).filter((name) => name !== basename(path) && isMeant(name))
  return others.some((name) => captionFileOf(name) === captionFileOf(basename(path)))
}

/** Of a name or of a path. */
export function captionFileOf(name: string): string {
  return `${name.slice(0, name.length - extname(name).length)}.txt`
}

async function looksOf(path: string): Promise<string | null> {
  const info = await lstat(path).catch(() => null)
  return info && `${info.ino} ${info.size} ${info.mtimeMs}`
}

/** None when there is no such folder. */
async function entriesOf(folder: string) {
  return readdir(folder, { withFileTypes: true }).catch(() => [])
}

export async function namesIn(folder: string): Promise<string[]> {
  return (await entriesOf(folder)).map(({ name }) => name)
}
