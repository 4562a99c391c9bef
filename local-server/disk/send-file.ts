// A file of this computer, handed over by its path. Only regular files below the folders that the user named are opened, never
// through a link: a tricked model must not hand over what the user did not mean. The content is judged like every other upload.
import { constants, type Stats } from 'node:fs'
import { lstat, open, readdir, realpath, type FileHandle } from 'node:fs/promises'
import { basename, isAbsolute, join, normalize, relative, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { CodedError } from '../../core/coded-error.ts'
import { hasCode } from './private-folder.ts'
import { findSameName } from './same-name.ts'
import { toStorageRefusal } from './storage-causes.ts'

interface FormOfFile {
  readonly headers: Record<string, string>
  readonly body: ReadableStream<Uint8Array>
  readonly duplex: 'half'
}

/** Opens the file for as long as `send` takes. Throws UPLOAD_ERROR with what the user can do. */
export async function sendFile<T>(
  path: string,
  folders: readonly string[],
  send: (form: FormOfFile) => Promise<T>,
): Promise<T> {
  const file = await openInside(path, folders)
  try {
    return await send(formOf(file, basename(path)))
  } finally {
    await file.close()
  }
}

// Without waiting, should it be a pipe.
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** These say nothing about the file. */
const NOT_NOW = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EIO', 'EBUSY'])

/** On Windows, models write either. */
const SEPARATORS = sep === '\\' ? /[\\/]/ : sep

async function openInside(given: string, folders: readonly string[]): Promise<FileHandle> {
  if (folders.length === 0)
    throw refusal(
      'The user has named no folder to read files from. They do so with NIGHTPOST_AGENT_FOLDERS; or they upload the file on the page.',
    )
  if (!isAbsolute(given) || given.split(SEPARATORS).includes('..'))
    throw refusal('Give an absolute path without "..".')
  const path = normalize(given)
  // The same for what is outside, absent or a link: nobody learns here what there is elsewhere.
  const nothing = refusal(
    `There is no file at this path that can be read. Files are read in ${folders.join(', ')}, and not through links. The user names these folders with NIGHTPOST_AGENT_FOLDERS.`,
  )
  const folder = folders.find((each) => isBelow(each, path))
  const found = folder === undefined ? null : await lookWithoutLinks(folder, path)
  if (folder === undefined || found === null) throw nothing
  if (!found.stats.isFile()) throw refusal('This is not a regular file.')
  const file = await open(found.place, READ).catch(nullUnlessLater)
  if (file === null) throw nothing
  try {
    // The path may have come to name another file meanwhile.
    const direct = resolve(await realpath(folder), relative(folder, found.place))
    const isMeant = (await realpath(found.place)) === direct && (await isSame(file, direct))
    if (!isMeant || !(await file.stat()).isFile()) throw nothing
    return file
  } catch (error) {
    await file.close()
    throw error instanceof CodedError ? error : nothing
  }
}

interface Found {
  /** As the disk writes it. */
  readonly place: string
  readonly stats: Stats
}

/**
 * Looks at each step of the way, so that nothing is asked about the place to which a link leads. Null: a link, or nothing. A model composes
 * accents that the disk may have decomposed.
 */
async function lookWithoutLinks(folder: string, path: string): Promise<Found | null> {
  let [place, stats]: [string, Stats | null] = [folder, null]
  for (const name of relative(folder, path).split(sep)) {
    // A folder may hold files for those alone who know their names.
    place = join(place, findSameName(name, await readdir(place).catch(() => [])) ?? name)
    stats = await lstat(place).catch(nullUnlessLater)
    if (stats === null || stats.isSymbolicLink()) return null
  }
  return stats && { place, stats }
}

function nullUnlessLater(error: unknown): null {
  if (hasCode(error, NOT_NOW)) throw toStorageRefusal(error, 'UPLOAD_ERROR')
  return null
}

function isBelow(folder: string, path: string): boolean {
  const below = relative(folder, path)
  return below !== '' && below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below)
}

async function isSame(file: FileHandle, path: string): Promise<boolean> {
  const again = await open(path, READ)
  try {
    const [one, other] = await Promise.all([file.stat({ bigint: true }), again.stat({ bigint: true })])
    return one.ino === other.ino && one.dev === other.dev
  } finally {
    await again.close()
  }
}

function formOf(file: FileHandle, name: string): FormOfFile {
  const boundary = crypto.randomUUID()
  const filename = name.replaceAll(/["\r\n]/g, encodeURIComponent)
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Readable.toWeb(
      Readable.from(parts(head, file, `\r\n--${boundary}--\r\n`)),
    ) as ReadableStream<Uint8Array>,
    duplex: 'half',
  }
}

async function* parts(head: string, file: FileHandle, tail: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(head)
  for await (const chunk of file.createReadStream({ autoClose: false })) yield chunk as Buffer
  yield Buffer.from(tail)
}

function refusal(message: string): CodedError {
  return new CodedError('UPLOAD_ERROR', message)
}
