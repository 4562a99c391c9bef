// The files being taken, each in a folder of its own below `inbox/.taking/`. The outcome is added to the folder's name before
// anything leaves it, so that moving out can be interrupted anywhere.
import { existsSync } from 'node:fs'
import type * as fs from 'node:fs/promises'
import { lstat, readFile, readlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFile, syncFolder } from '../disk/private-folder.ts'
import { ENDS, listNames, sharesCaption, type FoundFile } from './found.ts'

/** What changes the watched folder. */
export type FileWrites = Pick<typeof fs, 'cp' | 'link' | 'mkdir' | 'rename' | 'rm' | 'rmdir' | 'writeFile'>

export interface Claim {
  readonly username: string
  readonly id: string
  readonly path: string
  /** Set when only moving out is left. */
  readonly end: (typeof ENDS)[number] | null
}

export function openClaims(folder: string, files: FileWrites) {
  const all = join(folder, '.taking')

  /** Never overwrites anything. */
  async function moveAll(from: string, to: string): Promise<void> {
    const names = await listNames(from)
    await files.mkdir(to, { recursive: true })
    const numbered = firstFree(names, to)
    for (const name of names) await files.rename(join(from, name), join(to, numbered(name)))
    await syncFolder(to)
    await files.rmdir(from)
  }

  async function leave({ path, end }: Pick<Claim, 'path' | 'end'>): Promise<void> {
    await moveAll(path, join(folder, end ?? ''))
  }

  async function endAs(claim: Claim, end: NonNullable<Claim['end']>): Promise<void> {
    const path = `${claim.path}.${end}`
    await files.rename(claim.path, path)
    await syncFolder(dirname(path))
    await leave({ path, end })
  }

  return {
    /** The caption goes first: a claim without its file is put back. The last of those that share a caption takes it. */
    async add({ username, path, name, caption }: FoundFile, id: string): Promise<void> {
      const claim = join(all, username, id)
      await files.mkdir(claim, { recursive: true })
      if (caption !== null) {
        const [from, to] = [join(dirname(path), caption), join(claim, caption)]
        await ((await sharesCaption(path, caption)) ? copy(files, from, to) : files.rename(from, to))
      }
      await files.rename(path, join(claim, name))
      // What is recorded from here on must not outlive these moves.
      for (const changed of [claim, dirname(claim), all, folder, dirname(path)]) await syncFolder(changed)
    },
    async list(): Promise<Claim[]> {
      const lists = (await listNames(all)).map(async (username) =>
        (await listNames(join(all, username))).map((id) => ({
          username,
          id,
          path: join(all, username, id),
          end: ENDS.find((each) => id.endsWith(`.${each}`)) ?? null,
        })),
      )
      return (await Promise.all(lists)).flat()
    },
    leave,
    /** Leaves out the copy of a caption that is still there. */
    async putBack({ path, username }: Claim): Promise<void> {
      const home = join(folder, username)
      for (const name of await listNames(path))
        if (await areSame(join(path, name), join(home, name))) await files.rm(join(path, name))
      await moveAll(path, home)
    },
    taken: (claim: Claim) => endAs(claim, 'taken'),
    /** The sentence lies beside the file, where the person finds it who put the file into the folder. */
    async refused(claim: Claim, name: string, sentence: string): Promise<void> {
      await files.writeFile(join(claim.path, nameOf(name, ' - reason.txt')), `${sentence}\n`)
      await endAs(claim, 'refused')
    },
  }
}

/** A link is copied as a link. A pipe or a device has nothing to copy: it gets a second name. */
async function copy(files: FileWrites, from: string, to: string): Promise<void> {
  const info = await lstat(from)
  if (!info.isFile() && !info.isSymbolicLink()) return files.link(from, to)
  await files.cp(from, to, { verbatimSymlinks: true })
  if (info.isFile()) await syncFile(to)
}

/** Reads regular files only: a pipe would never end. Their ids prove nothing: as numbers, those of Windows are rounded. */
async function areSame(one: string, other: string): Promise<boolean> {
  const [info, its] = [await lstat(one), await lstat(other).catch(() => null)]
  if (its === null) return false
  if (info.isFile() && its.isFile()) return (await readFile(one)).equals(await readFile(other))
  if (info.isSymbolicLink() && its.isSymbolicLink()) return (await readlink(one)) === (await readlink(other))
  return info.ino === its.ino && info.dev === its.dev
}

/** The names as they are, or all of them with the first number that is free. */
function firstFree(names: readonly string[], folder: string): (name: string) => string {
  for (let number = 1; ; number += 1) {
    const numbered = (name: string) => {
      const ending = /\.[^.]{1,16}$/.exec(name)?.[0] ?? ''
      const stem = name.slice(0, name.length - ending.length)
      return number === 1 ? name : nameOf(stem, ` (${number})${ending}`)
    }
    if (!names.some((name) => existsSync(join(folder, numbered(name))))) return numbered
  }
}

/** In bytes: what most file systems take. */
const LONGEST_NAME = 255

/** Cuts `start` to fit, between two characters. */
function nameOf(start: string, end: string): string {
  const room = new Uint8Array(LONGEST_NAME - Buffer.byteLength(end))
  return start.slice(0, new TextEncoder().encodeInto(start, room).read) + end
}
