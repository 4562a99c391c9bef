// What a browser fetches before it can paint the first screen: the document, and what that loads at once, by the list that the
// build makes of its files.
import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

interface Chunk {
  readonly file: string
  readonly name?: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
  readonly assets?: readonly string[]
}
type Manifest = Readonly<Record<string, Chunk>>

export interface SentFile {
  readonly name: string
  /** As it is sent to a browser that takes Brotli. */
  readonly bytes: number
}

export const MOST_BYTES = 250_000
/** Of the twelve requests before the first paint, those that are files; the rest ask who is there, and for the data. */
export const MOST_FILES = 8

/** Files of the page below `pageDir`, with those of the entries that its first screen loads beside it. */
export function filesOfFirstLoad(pageDir: string, beside: readonly string[]): SentFile[] {
  const manifest = JSON.parse(readFileSync(join(pageDir, '.vite', 'manifest.json'), 'utf8')) as Manifest
  const names = new Set(['index.html', 'favicon.svg'])
  const visited = new Set<string>()
  const visit = (key: string) => {
    if (visited.has(key)) return
    visited.add(key)
    // What the build has put together by a group's name is listed under that.
    const chunk = manifest[key] ?? Object.values(manifest).find(({ name }) => name === basename(key, '.ts'))
    if (chunk === undefined) throw new Error(`The build has no ${key}.`)
    for (const name of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) names.add(name)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const key of ['index.html', ...beside]) visit(key)
  return [...names].map((name) => ({ name, bytes: sentBytes(join(pageDir, name)) }))
}

function sentBytes(path: string): number {
  return (statSync(`${path}.br`, { throwIfNoEntry: false }) ?? statSync(path)).size
}

/** Null while they are within the budget; else a sentence that says by how much, and what is largest. */
export function overBudget(files: readonly SentFile[]): string | null {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  if (bytes <= MOST_BYTES && files.length <= MOST_FILES) return null
  const largest = files
    .toSorted((one, other) => other.bytes - one.bytes)
    .slice(0, 5)
    .map(({ name, bytes }) => `${name} (${kilobytes(bytes)})`)
  return (
    `The first screen needs ${kilobytes(bytes)} in ${files.length} files; ` +
    `at most ${kilobytes(MOST_BYTES)} in ${MOST_FILES} are allowed. The largest: ${largest.join(', ')}.`
  )
}

export function kilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} kB`
}
