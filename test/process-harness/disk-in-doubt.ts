// A folder as a disk holds it that may lose power at any moment: what was flushed is there, what was only written may be
// there or not, each block and each name for itself. A new name, a rename and a removal count once their folder is flushed.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { SystemCall } from './system-calls.ts'

interface File {
  content: Buffer
  synced: Buffer
  /** Since the last flush, in order. */
  unsynced: Change[]
  position: number
}

type Change = { readonly at: number; readonly bytes: Buffer } | { readonly cutTo: number }
interface NameChange {
  readonly name: string
  /** Null: the name is gone. */
  readonly file: File | null
}

/** Whether something that was never flushed happens to be there all the same. */
export type Luck = () => boolean
export const NO_LUCK: Luck = () => false

const BLOCK = 4096

export class DiskInDoubt {
  readonly #root: string
  readonly #live = new Map<string, File>()
  readonly #durable = new Map<string, File>()
  #unsyncedNames: NameChange[] = []

  /** What the folder holds now counts as flushed. */
  constructor(root: string) {
    this.#root = root
    for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      const content = readFileSync(path)
      const file = { content, synced: Buffer.from(content), unsynced: [], position: 0 }
      this.#live.set(path, file)
      this.#durable.set(path, file)
    }
  }

  apply(call: SystemCall): void {
    if (call.kind === 'send') return
    if (call.kind === 'rename') return this.#rename(call.from, call.to)
    if (!call.path.startsWith(`${this.#root}/`) && call.path !== this.#root) return
    if (call.kind === 'open') return this.#open(call.path, call)
    if (call.kind === 'unlink') return this.#name(call.path, null)
    if (call.kind === 'sync' && !this.#live.has(call.path)) return this.#syncNames(call.path)
    const file = this.#live.get(call.path)
    // What is written into a file without a name is lost anyway.
    if (!file) return
    if (call.kind === 'write') write(file, call.bytes, call.at)
    if (call.kind === 'seek') file.position = call.to
    if (call.kind === 'cut') change(file, { cutTo: call.to })
    if (call.kind === 'sync') Object.assign(file, { synced: Buffer.from(file.content), unsynced: [] })
  }

  /** Writes what a power cut now would leave behind, of the files that are wanted. */
  rebuild(into: string, wanted: (name: string) => boolean, luck: Luck): void {
    const names = new Map(this.#durable)
    for (const { name, file } of this.#unsyncedNames) if (luck()) place(names, name, file)
    for (const [path, file] of names) {
      const name = path.slice(this.#root.length + 1)
      if (!wanted(name)) continue
      mkdirSync(dirname(join(into, name)), { recursive: true })
      writeFileSync(join(into, name), survivor(file, luck))
    }
  }

  /** As the processes see it. */
  content(name: string): Buffer | null {
    return this.#live.get(join(this.#root, name))?.content ?? null
  }

  #open(path: string, { creates, empties }: { creates: boolean; empties: boolean }): void {
    const file = this.#live.get(path)
    if (file) file.position = 0
    if (file && empties && file.content.length > 0) change(file, { cutTo: 0 })
    if (!file && creates)
      this.#name(path, { content: Buffer.alloc(0), synced: Buffer.alloc(0), unsynced: [], position: 0 })
  }

  #rename(from: string, to: string): void {
    const file = this.#live.get(from)
    if (!file) return
    this.#name(to, file)
    this.#name(from, null)
  }

  #name(name: string, file: File | null): void {
    place(this.#live, name, file)
    this.#unsyncedNames.push({ name, file })
  }

  #syncNames(folder: string): void {
    const inside = ({ name }: NameChange) => dirname(name) === folder
    for (const { name, file } of this.#unsyncedNames.filter(inside)) place(this.#durable, name, file)
    this.#unsyncedNames = this.#unsyncedNames.filter((entry) => !inside(entry))
  }
}

function place(names: Map<string, File>, name: string, file: File | null): void {
  if (file) names.set(name, file)
  else names.delete(name)
}

function write(file: File, bytes: Buffer, at: number | null): void {
  const from = at ?? file.position
  for (let offset = 0; offset < bytes.length; offset += BLOCK)
    change(file, { at: from + offset, bytes: bytes.subarray(offset, offset + BLOCK) })
  if (at === null) file.position = from + bytes.length
}

function change(file: File, step: Change): void {
  file.content = changed(file.content, step)
  file.unsynced.push(step)
}

function survivor({ synced, unsynced }: File, luck: Luck): Buffer {
  return unsynced.reduce<Buffer>(
    (content, step) => (luck() ? changed(content, step) : content),
    Buffer.from(synced),
  )
}

/** May write into `content`, which belongs to the caller. */
function changed(content: Buffer, step: Change): Buffer {
  if ('cutTo' in step) return Buffer.concat([content.subarray(0, step.cutTo)], step.cutTo)
  const end = step.at + step.bytes.length
  const whole = end > content.length ? Buffer.concat([content], end) : content
  step.bytes.copy(whole, step.at)
  return whole
}
