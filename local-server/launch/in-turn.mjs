// Somebody opens three terminals on a fresh clone and starts something in each: one installs and builds, the others wait for
// it. The holder of the lock has written its process id into a file, and touches it for as long as it is at work.
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { explainFailedWriting } from './failed-writing.mjs'
import { isRunning, stoppedBy } from './processes.mjs'
import { inRepository } from './repository.mjs'

const FILE = inRepository('.cache', 'preparing.pid')
/** There while one start removes a forgotten lock: a second would remove the lock that the first then takes. */
const REMOVING = `${FILE}.removing`
const TOUCH_EVERY_MS = 1_000
const ASK_AGAIN_MS = 100
/**
 * A process id may belong to another process by now, which touches nothing. Counted in our own looks, because the time of a
 * file says nothing after the computer slept. Removing packages keeps a holder from touching for some seconds.
 */
const FORGOTTEN_AFTER_LOOKS = 600
/** It takes no time, unless its process ends just then. */
const REMOVED_WITHIN_MS = 60_000

/** @type {number | undefined} */
let touchedAt
let looks = 0

/**
 * Does the work, which writes into this folder, while no other launcher on this clone does any.
 * @param {import('./report.mjs').Report} report
 * @param {() => Promise<void>} work
 */
export async function inTurn(report, work) {
  try {
    await takeTurn(report, work)
  } catch (error) {
    throw explainFailedWriting(error) ?? error
  }
}

/**
 * @param {import('./report.mjs').Report} report
 * @param {() => Promise<void>} work
 */
async function takeTurn(report, work) {
  if (!take()) {
    await report.step('Waiting for another start to finish', 'Another start has finished', async () => {
      while (!take()) await pause()
    })
  }
  const touching = setInterval(touch, TOUCH_EVERY_MS)
  try {
    await work()
  } finally {
    clearInterval(touching)
    if (holder() === process.pid) rmSync(FILE, { force: true })
  }
}

function take() {
  mkdirSync(dirname(FILE), { recursive: true })
  countLook()
  if (isForgotten()) removeForgotten()
  return ifAbsent(() => {
    const file = openSync(FILE, 'wx')
    try {
      writeSync(file, String(process.pid))
    } catch (error) {
      // A full disk has room for the name of a file.
      rmSync(FILE, { force: true })
      throw error
    } finally {
      closeSync(file)
    }
  })
}

function removeForgotten() {
  if (!ifAbsent(() => mkdirSync(REMOVING))) {
    const since = statSync(REMOVING, { throwIfNoEntry: false })?.mtimeMs ?? Infinity
    if (Date.now() - since > REMOVED_WITHIN_MS) rmSync(REMOVING, { recursive: true, force: true })
    return
  }
  try {
    // Another start may have taken it since.
    if (isForgotten()) rmSync(FILE, { force: true })
  } finally {
    rmdirSync(REMOVING)
  }
}

/** Counts the looks since the holder touched it last. */
function countLook() {
  const at = touchTime()
  looks = at === touchedAt ? looks + 1 : 0
  touchedAt = at
}

/** Its holder was killed, or the machine was. */
function isForgotten() {
  const at = touchTime()
  if (at === undefined) return false
  const pid = holder()
  // Empty for the moment between creating and writing it.
  if (pid === 0) return Date.now() - at > 1_000
  // In a container the next start may have the same id.
  if (pid === process.pid || !isRunning(pid)) return true
  return at === touchedAt && looks > FORGOTTEN_AFTER_LOOKS
}

const touchTime = () => statSync(FILE, { throwIfNoEntry: false })?.mtimeMs

function touch() {
  const now = new Date()
  try {
    if (holder() === process.pid) utimesSync(FILE, now, now)
  } catch {
    // Somebody has removed it; the work continues.
  }
}

/**
 * False when what it makes is there already.
 * @param {() => void} make
 */
function ifAbsent(make) {
  try {
    make()
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  }
}

function holder() {
  try {
    return Number(readFileSync(FILE, 'utf8'))
  } catch {
    return 0
  }
}

async function pause() {
  if (stoppedBy()) throw new Error('stopped')
  await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
}
