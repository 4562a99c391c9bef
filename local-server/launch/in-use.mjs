// Which programs run from this folder. Some of their parts are read late, a bucket's client with the first upload, so a
// build that empties its folder would take these parts from them.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning } from './processes.mjs'
import { inRepository } from './repository.mjs'

/** Holds a file for each of them, named by its process id. */
const FOLDER = inRepository('.cache', 'running')

/** Notes that this process becomes one of them. */
export function noteRunning() {
  try {
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(join(FOLDER, String(process.pid)), '')
  } catch {
    // A folder that may not be written: nothing is built in it either.
  }
}

/** An id may belong to another process by now: then a build keeps files that nobody needs. */
export function isInUse() {
  let names = /** @type {string[]} */ ([])
  try {
    names = readdirSync(FOLDER).filter((name) => name !== String(process.pid))
    for (const name of names.filter((one) => !isRunning(Number(one)))) rmSync(join(FOLDER, name))
  } catch {
    // There is none yet, or another start has removed the same ones.
  }
  return names.some((name) => isRunning(Number(name)))
}
