// What people have put into the folders of the accounts.
import { randomUUID } from 'node:crypto'
import { lstat, readdir, rename } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { findSameName } from '../disk/same-name.ts'

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

/** What systems and programs leave beside the files of people: indexes, shortcuts, and how a picture was developed. */
const LEFT_BY_PROGRAMS =
  /^(thumbs|ehthumbs|ehthumbs_vista|picasa)\.(db|ini)$|^(desktop\.ini|icon\r|index\.html?)$|\.(xmp|aae|thm|lrv|pp3|dop|cos|on1|vrd|json|xml|ini|db|lnk|url|webloc)$/i
/** What they call a file that is hidden, or not whole yet. */
const NOT_WHOLE = /^[.~]|~$|\.(tmp|temp|part|partial|filepart|crdownload|opdownload|download|lock|swp)$/i

const isNotMeant = (name: string) => LEFT_BY_PROGRAMS.test(name) || NOT_WHOLE.test(name)

/** Everything that may be a picture or a video: its content decides. Folders that are links are not followed. */
export async function listFound(folder: string): Promise<FoundFile[]> {
  const ends: readonly string[] = ENDS
  const accounts = (await entriesOf(folder)).filter(
    (entry) => entry.isDirectory() && !ends.includes(entry.name.toLowerCase()) && !NOT_WHOLE.test(entry.name),
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
  const names = entries.map(({ name }) => name)
  return Promise.all(
    names.filter(isMeant).map(async (name) => {
      const path = join(own, name)
      const caption = captionFileOf(name, names) ?? null
      const looks = [await looksOf(path), caption && (await looksOf(join(own, caption)))]
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

const isMeant = (name: string) => !isNotMeant(name) && !isCaptionFile(name)

const isCaptionFile = (name: string) => extname(name).toLowerCase() === '.txt'

/** Whether another file beside it has the same caption. */
export async function sharesCaption(path: string, caption: string): Promise<boolean> {
  const names = await listFiles(dirname(path))
  const others = names.filter((name) => name !== basename(path) && isMeant(name))
  return others.some((name) => captionFileOf(name, names) === caption)
}

/** The file of a claim. A system may have put attributes of it, or an index, beside it meanwhile. */
export async function claimedFile(path: string): Promise<string | undefined> {
  return (await listFiles(path)).find(isMeant)
}

/** The file among these that holds the caption of `name`. */
export function captionFileOf(name: string, names: readonly string[]): string | undefined {
  const captions = names.filter(isCaptionFile)
  const stem = findSameName(stemOf(name), captions.map(stemOf))
  return captions.find((each) => stemOf(each) === stem)
}

function stemOf(name: string): string {
  return name.slice(0, name.length - extname(name).length)
}

async function looksOf(path: string): Promise<string | null> {
  const info = await lstat(path).catch(() => null)
  return info && `${info.ino} ${info.size} ${info.mtimeMs}`
}

/** None when there is no such folder. */
async function entriesOf(folder: string) {
  return readdir(folder, { withFileTypes: true }).catch(() => [])
}

async function listFiles(folder: string): Promise<string[]> {
  return (await entriesOf(folder)).filter((entry) => !entry.isDirectory()).map(({ name }) => name)
}

export async function listNames(folder: string): Promise<string[]> {
  return (await entriesOf(folder)).map(({ name }) => name)
}
