// Programs the launcher starts. They get every signal the launcher gets, the launcher ends as they end, and none
// outlives it.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { inRepository } from './repository.mjs'

/** @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Ending */
/** @typedef {import('node:child_process').SpawnOptions} SpawnOptions */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()
/** @type {NodeJS.Signals | null} */
let stop = null

/** The signal that asked this process to stop, or null. */
export function stoppedBy() {
  return stop
}

/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Ctrl+C reaches a program twice, from the terminal and from here: the second time, it is stopping already. */
export function passSignals() {
  for (const signal of SIGNALS) process.on(signal, pass)
  followNpm()
}

/** From here on the program that this process becomes handles signals. */
export function leaveSignals() {
  for (const signal of SIGNALS) process.off(signal, pass)
}

/** @param {NodeJS.Signals} signal */
function pass(signal) {
  stop = signal
  // There the console has told them, and what is passed on kills, in the middle of an orderly stop.
  if (process.platform === 'win32') return
  for (const child of running) child.kill(signal)
}

/** npm passes most signals on, but when it is killed outright no signal arrives: then our parent changes, whatever this
 * process has become. */
function followNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  watch.unref()
}

/**
 * Runs a program to its end. Rejects only when it cannot be started.
 * @param {string} file
 * @param {string[]} args
 * @param {SpawnOptions} options
 * @param {(chunk: string) => void} [onOutput] receives both streams when they are piped
 * @returns {Promise<Ending>}
 */
export function run(file, args, options, onOutput) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, options)
    running.add(child)
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk) => onOutput?.(chunk))
    }
    child.once('error', (error) => {
      running.delete(child)
      reject(error)
    })
    child.once('close', (code, signal) => {
      running.delete(child)
      resolve({ code, signal })
    })
    // A signal that came between two programs.
    if (stop) child.kill(stop)
  })
}

/**
 * Runs as `run` does, with both streams collected.
 * @param {string} file
 * @param {string[]} args
 * @param {SpawnOptions} options
 */
export async function capture(file, args, options) {
  let output = ''
  const ending = await run(file, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options }, (chunk) => {
    output += chunk
  })
  return { ...ending, output }
}

const END_WITH_LAUNCHER = inRepository('local-server', 'launch', 'end-with-launcher.cjs')

/**
 * Captures as `capture` does, for a Node. What it runs writes where the next start writes, too, so it ends with a launcher
 * that is killed outright.
 * @param {string} node
 * @param {string[]} args
 * @param {SpawnOptions} options
 */
export function captureMortal(node, args, options) {
  const stdio = /** @type {const} */ (['ignore', 'pipe', 'pipe', 'ipc'])
  return capture(node, ['--require', END_WITH_LAUNCHER, ...args], { ...options, stdio: [...stdio] })
}

/** @param {number} pid */
export function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Somebody else's process is one, too.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

/** Asks everything that still runs to end. */
export function stopAll() {
  for (const child of running) child.kill('SIGTERM')
}

/**
 * Ends this process as that program ended: same code, or death by the same signal.
 * @param {Ending} ending
 */
export function exitLike({ code, signal }) {
  if (!signal) {
    process.exitCode = code ?? 1
    return
  }
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
  // Where a signal cannot end a process (Windows), the shell's own number for it does.
  setTimeout(() => process.exit(128 + (constants.signals[signal] ?? 0)), 500)
}
