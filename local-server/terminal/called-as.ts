import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../paths.ts'

/** The launcher is not part of the package. */
const isClone = existsSync(join(repositoryRoot, 'local-server', 'launch.mjs'))

/**
 * What to type for a command: an npm script in a clone, the program of the package where that is installed. npm passes
 * on what follows two dashes only: an empty text says that something will follow.
 */
export function calledAs(command: 'start' | 'key' | 'sandbox' | 'worker', flags?: string): string {
  const [program, dashes] = isClone
    ? [command === 'start' ? 'npm start' : `npm run ${command}`, ' --']
    : [`nightpost ${command}`, '']
  return flags === undefined ? program : `${program}${dashes} ${flags}`.trimEnd()
}

/** Prints a new link that signs a browser in to the running server. */
export function calledForLink(dataDir: string): string {
  return `${isClone ? 'npm run nightpost -- ' : 'nightpost '}open --print ${dataDirFlag(dataDir)}`
}

/** As every shell reads it as one word: the usual folder of macOS has a space in it, and others have `'` or `&`. */
export function dataDirFlag(dataDir: string): string {
  return `--data-dir ${/[\s&'();<>|]/.test(dataDir) ? `"${dataDir}"` : dataDir}`
}
