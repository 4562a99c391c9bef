// Somebody opens three terminals on a fresh clone and starts something in each: one installs and builds, the others wait for
// it. The holder of the lock has written its process id into a file.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { stoppedBy } from './processes.mjs'
import { inRepository } from './repository.mjs'

const FILE = inRepository('.cache', 'preparing.pid')
/** A process id may belong to another process by now. Nothing here takes this long. */
const FORGOTTEN_AFTER_MS = 10 * 60_000
const ASK_AGAIN_MS = 100

/**
 * Does the work while no other launcher on this clone does any.
 * @param {import('./report.mjs').Report} report
 * @param {() => Promise<void>} work
 */
export async function inTurn(report, work) {
  if (!take()) {
    await report.step('Waiting for another start to finish', 'Another start has finished', async () => {
      while (!take()) await pause()
    })
  }
  try {
    await work()
  } finally {
    if (holder() === process.pid) rmSync(FILE, { force: true })
  }
}

function take() {
  mkdirSync(dirname(FILE), { recursive: true })
  if (isForgotten()) rmSync(FILE, { force: true })
  try {
    writeFileSync(FILE, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  }
}

/** Its holder was killed, or the machine was. */
function isForgotten() {
  const since = statSync(FILE, { throwIfNoEntry: false })?.mtimeMs
  if (since === undefined) return false
  const pid = holder()
  // Empty for the moment between creating and writing it.
  if (pid === 0) return Date.now() - since > 1_000
  return Date.now() - since > FORGOTTEN_AFTER_MS || !isRunning(pid)
}

function holder() {
  try {
    return Number(readFileSync(FILE, 'utf8'))
  } catch {
    return 0
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Somebody else's process is one, too.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

async function pause() {
  if (stoppedBy()) throw new Error('stopped')
  await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
}
