// Does before the first history what the first would do for all. Otherwise a seed would depend on what was run before it: the first
// history waits for the disk where the product loads a module at its first use, and the next one does not.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { repositoryRoot } from '../../local-server/paths.ts'
import { migratedImage } from '../migrated-database.ts'

const SOURCES = ['core/**/*.ts', 'local-server/{demo,http,loops,sandbox,sqlite,wire}/**/*.ts']

export async function preload(): Promise<void> {
  // Its commits are no server's.
  migratedImage()
  for (const file of globSync(SOURCES, { cwd: repositoryRoot })) {
    const path = join(repositoryRoot, file)
    for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(/\bimport\('([^']+)'\)/g))
      await import(name.startsWith('.') ? pathToFileURL(join(dirname(path), name)).href : name)
  }
}
