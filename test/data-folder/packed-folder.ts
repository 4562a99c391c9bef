// A data folder, with the sandbox and the Worker that it was used with, as one compressed file.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { filesBelow, newFolder } from '../process-harness/own-folders.ts'

const PARTS = ['data', 'sandbox', 'worker'] as const
type Part = (typeof PARTS)[number]

/** Fixed when it is written. */
export interface Facts {
  /** Where the sandbox and the Worker listened. */
  readonly ports: { readonly sandbox: number; readonly worker: number }
  readonly key: string
  readonly revokedKey: string
}

interface Head extends Facts {
  /** Paths and lengths, in the order in which the bytes follow. */
  readonly files: readonly (readonly [name: string, length: number])[]
}

const FILE = join(import.meta.dirname, '../fixtures/data-folder.br')
/** What belongs to a running process, and what nobody reads again. */
const LEFT_OUT = /^(data|sandbox|worker)\/(lock\.db|worker-lock\.db|running\.json|logs\/|staging\/)|-shm$/

/** One line of JSON, then the bytes of all files. */
export function packFolder(place: string, facts: Facts): void {
  const isOurs = (name: string) => PARTS.some((part) => name.startsWith(`${part}/`)) && !LEFT_OUT.test(name)
  const files = filesBelow(place).filter(isOurs)
  const bytes = files.map((name) => readFileSync(join(place, name)))
  const head: Head = { ...facts, files: files.map((name, index) => [name, bytes[index]?.length ?? 0]) }
  // A journal repeats pages from far behind.
  const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS }
  writeFileSync(
    FILE,
    brotliCompressSync(Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...bytes]), { params }),
  )
}

export interface Unpacked extends Facts {
  folder(part: Part): string
  /** The Worker has stored where it and the sandbox listen. To be called before it starts. */
  moveWorker(ports: Facts['ports']): void
}

/** A copy of its own for each call. */
export function unpackFolder(): Unpacked {
  const packed = brotliDecompressSync(readFileSync(FILE))
  const end = packed.indexOf('\n')
  const { files, ...facts } = JSON.parse(packed.toString('utf8', 0, end)) as Head
  const place = newFolder()
  let at = end + 1
  for (const [name, length] of files) {
    mkdirSync(dirname(join(place, name)), { recursive: true })
    writeFileSync(join(place, name), packed.subarray(at, (at += length)))
  }
  return {
    ...facts,
    folder: (part) => join(place, part),
    moveWorker(ports) {
      for (const name of filesBelow(join(place, 'worker'))) {
        const file = join(place, 'worker', name)
        const moved = (['sandbox', 'worker'] as const).reduce(
          (text, program) => text.replaceAll(addressAt(facts.ports[program]), addressAt(ports[program])),
          readFileSync(file, 'latin1'),
        )
        writeFileSync(file, moved, 'latin1')
      }
    },
  }
}

/** Of five digits, so that an address takes as much room in a database as the one that was there. */
const addressAt = (port: number) => {
  if (!/^\d{5}$/.test(String(port))) throw new Error(`${port} has not five digits`)
  return `127.0.0.1:${port}`
}
