// The file of a backup: a tar in the age format, so that `age -d FILE | tar x` opens it without us. Its last entry lists all
// others with their digests, which also distinguishes a whole archive from one that was cut off.
import { Decrypter, Encrypter } from 'age-encryption'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { MEGABYTE } from '../../core/rules/fit/limits.ts'
import { hasCode } from '../disk/private-folder.ts'
import { EXIT_CODES } from '../terminal/exit-codes.ts'
import { StartFailure } from '../terminal/start-failure.ts'
import { isArchivedName, isStray } from './archived-names.ts'
import { isRefusalOfSystem } from './refusal-of-system.ts'

export interface ArchivedFile {
  /** Relative to the data folder, with slashes. */
  readonly name: string
  /** Where it is read. It must not change meanwhile. */
  readonly path: string
  /** It may be deleted meanwhile, and is left out then. */
  readonly mayGo?: boolean
}

const CONTENTS = 'contents.json'
const Contents = z.object({
  format: z.literal(1),
  version: z.string(),
  madeAt: z.string(),
  files: z.record(z.string(), z.object({ size: z.int(), sha256: z.string() })),
})
type Contents = z.infer<typeof Contents>

/** Of an archive that was read to its end. */
export interface ReadContents extends Contents {
  /** Files of other programs, such as `uploads/.DS_Store`, which an older version took along. */
  readonly leftOut: readonly string[]
}

/** Writes and flushes the archive. */
export async function writeArchive(
  target: string,
  files: readonly ArchivedFile[],
  about: { readonly passphrase: string; readonly version: string; readonly madeAt: string },
): Promise<void> {
  // First: a place that cannot be written to is reported before deriving the key, which takes seconds.
  const handle = await open(target, 'wx', 0o600)
  try {
    const { readable, controller } = createTarPacker()
    const encrypter = new Encrypter()
    encrypter.setPassphrase(about.passphrase)
    const encrypted = await encrypter.encrypt(readable)
    const packing = pack(controller, files, about).catch((error: unknown) => controller.error(error))
    for await (const chunk of encrypted) await writeAll(handle, chunk)
    await packing
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export const DELETED_MEANWHILE: ReadonlySet<unknown> = new Set(['ENOENT'])

type Packer = ReturnType<typeof createTarPacker>['controller']

async function pack(
  controller: Packer,
  files: readonly ArchivedFile[],
  { version, madeAt }: { readonly version: string; readonly madeAt: string },
): Promise<void> {
  const listed: Contents['files'] = {}
  for (const { name, path, mayGo } of files) {
    const handle = await open(path, 'r').catch((error: unknown) => {
      // With its folder the whole disk is gone.
      const isDeleted = mayGo && hasCode(error, DELETED_MEANWHILE) && existsSync(dirname(path))
      if (isDeleted) return null
      throw error
    })
    if (handle === null) continue
    try {
      const { size } = await handle.stat()
      const digest = createHash('sha256')
      const entry = controller.add({ name, size, mode: 0o600, type: 'file' }).getWriter()
      for await (const chunk of handle.createReadStream({ autoClose: false })) {
        digest.update(chunk as Buffer)
        await entry.write(chunk as Buffer)
      }
      await entry.close()
      listed[name] = { size, sha256: digest.digest('hex') }
    } finally {
      await handle.close()
    }
  }
  const contents: Contents = { format: 1, version, madeAt, files: listed }
  const bytes = Buffer.from(`${JSON.stringify(contents, null, 2)}\n`)
  const entry = controller.add({ name: CONTENTS, size: bytes.length, mode: 0o600, type: 'file' }).getWriter()
  await entry.write(bytes)
  await entry.close()
  controller.finalize()
}

/** Takes the bytes of one file. */
export interface Sink {
  write(chunk: Uint8Array): Promise<void>
  close(): Promise<void>
}

export const NOWHERE: Sink = { write: async () => {}, close: async () => {} }

/**
 * Reads the whole archive, and each of its files into what `receive` returns for its name. Throws StartFailure for another
 * passphrase, and for an archive that is damaged, cut off, of a newer version, or holds anything but what its list names.
 */
export async function readArchive(
  file: string,
  passphrase: string,
  receive: (name: string) => Promise<Sink>,
): Promise<ReadContents> {
  const decrypted = await decrypt(file, passphrase)
  try {
    const { contents, found } = await readEntries(decrypted, receive)
    requireEqual(contents.files, found)
    const kept = Object.entries(contents.files).filter(([name]) => isArchivedName(name))
    const leftOut = Object.keys(contents.files).filter((name) => !isArchivedName(name))
    return { ...contents, files: Object.fromEntries(kept), leftOut }
  } catch (error) {
    throw notWhole(file, error)
  }
}

type FileEntries = Map<string, Contents['files'][string]>

async function readEntries(
  decrypted: ReadableStream<Uint8Array>,
  receive: (name: string) => Promise<Sink>,
): Promise<{ readonly contents: Contents; readonly found: FileEntries }> {
  const found: FileEntries = new Map()
  let contents: Contents | null = null
  for await (const { header, body } of decrypted.pipeThrough(createTarDecoder({ strict: true }))) {
    const { name, size, type } = header
    if (type !== 'file') throw new Error(`${name} is no file`)
    if (found.has(name) || (name === CONTENTS && contents !== null)) throw new Error(`${name} is in it twice`)
    if (name !== CONTENTS) found.set(name, await receiveOne(body, await sinkFor(name, receive)))
    else if (size > LONGEST_CONTENTS) throw new Error(`${name} is too long`)
    else contents = Contents.parse(await new Response(body).json())
  }
  if (contents === null) throw new Error('its end is missing')
  return { contents, found }
}

/** Of half a million files. */
const LONGEST_CONTENTS = 64 * MEGABYTE

function requireEqual(listed: Contents['files'], found: FileEntries): void {
  for (const [name, { size, sha256 }] of Object.entries(listed)) {
    const there = found.get(name)
    if (there?.sha256 !== sha256 || there.size !== size) throw new Error(`${name} is not what was put in`)
  }
  for (const name of found.keys())
    if (!Object.hasOwn(listed, name)) throw new Error(`${name} is not on its list`)
}

/** The file may come from anywhere. */
async function sinkFor(name: string, receive: (name: string) => Promise<Sink>): Promise<Sink> {
  if (isArchivedName(name)) return receive(name)
  if (isStray(name)) return NOWHERE
  throw new Error(`${name} is no name of a backup`)
}

async function receiveOne(
  body: ReadableStream<Uint8Array>,
  sink: Sink,
): Promise<{ size: number; sha256: string }> {
  const digest = createHash('sha256')
  let size = 0
  try {
    for await (const chunk of body) {
      digest.update(chunk)
      size += chunk.length
      await sink.write(chunk)
    }
  } finally {
    await sink.close()
  }
  return { size, sha256: digest.digest('hex') }
}

async function decrypt(file: string, passphrase: string): Promise<ReadableStream<Uint8Array>> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    await requireHeader(file)
    const source = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>
    return await decrypter.decrypt(source)
  } catch (error) {
    if (isWrongPassphrase(error))
      throw new StartFailure(
        `The backup ${file} is not opened by this passphrase.`,
        'Enter the one that it was made with; capital and small letters and spaces count.',
        EXIT_CODES.wrongPassphrase,
      )
    throw new StartFailure(
      `The backup ${file} cannot be opened: ${reasonOf(error)}.`,
      'Check whether it is a backup of Nightpost, and whether you may read it.',
    )
  }
}

/** As the library says it. */
const isWrongPassphrase = (error: unknown) =>
  error instanceof Error && error.message.startsWith('no identity')

/** With one passphrase, as every backup of Nightpost has. */
const LONGEST_HEADER = 1024
const HEADER = /^age-encryption\.org\/v1\n-> scrypt [\w+/]+ (\d+)\n[\w+/\n]+\n--- [\w+/]+\n/
/** Deriving a key from a passphrase takes 256 MB; each more doubles it. */
const MOST_WORK = 18

/** The library would read on until it has found a header, and derive a key with as much memory as the file asks for. */
async function requireHeader(file: string): Promise<void> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(LONGEST_HEADER), 0, LONGEST_HEADER, 0)
    const work = HEADER.exec(buffer.toString('latin1', 0, bytesRead))?.[1]
    if (work === undefined) throw new Error('it is not a file that a passphrase opens')
    if (Number(work) > MOST_WORK)
      throw new Error('its passphrase takes more memory than that of a Nightpost backup')
  } finally {
    await handle.close()
  }
}

function notWhole(file: string, reason: unknown): Error {
  if (reason instanceof StartFailure || isRefusalOfSystem(reason)) return reason
  return new StartFailure(
    `The backup ${file} is damaged: ${reasonOf(reason)}.`,
    'Take another backup; nothing was changed.',
  )
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_REASON)
}

/** A name in an archive can have megabytes. */
const LONGEST_REASON = 500

export async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.length;) at += (await handle.write(chunk, at)).bytesWritten
}
