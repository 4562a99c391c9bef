// Folders of one test file, on a real disk; after-each-file.ts removes them.
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const TMPFS = 0x01021994

const made: string[] = []

export function removeFolders(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}

export function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(diskFolder(), 'nightpost-process-')))
  made.push(folder)
  return folder
}

/** A file system in memory says nothing about one that can lose power. */
function diskFolder(): string {
  const inMemory = process.platform === 'linux' && statfsSync(tmpdir()).type === TMPFS
  return inMemory ? '/var/tmp' : tmpdir()
}

/** Every file below, relative to the folder. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()
}

/** Relative name → digest, to compare a folder with itself later. */
export function digestsOf(folder: string): Record<string, string> {
  const digest = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
  return Object.fromEntries(filesBelow(folder).map((name) => [name, digest(name)]))
}
