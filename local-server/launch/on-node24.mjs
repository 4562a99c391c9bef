// From here on this process itself is Node 24, and so is whatever it starts, also by the name `node`.
import { delimiter, dirname } from 'node:path'
import { capture, run } from './processes.mjs'

const FLAGS = ['--disable-warning=ExperimentalWarning']
const END_WITH_LAUNCHER = new URL('end-with-launcher.mjs', import.meta.url).href

/** @typedef {Omit<import('node:child_process').SpawnOptions, 'env'> & { env?: Record<string, string> }} Options */

/**
 * @param {string[]} args
 * @param {Options} options
 */
export function runOnNode24(args, options) {
  return run(process.execPath, [...FLAGS, ...args], inEnvironment(options))
}

/**
 * As `runOnNode24`, with both streams collected as plain text. Programs of this kind write where the next start writes,
 * too, and end with a launcher that is killed outright.
 * @param {string[]} args
 * @param {Options} options
 */
export function captureOnNode24(args, options) {
  const collected = { ...options, env: { NO_COLOR: '1', ...options.env } }
  return capture(process.execPath, [...FLAGS, `--import=${END_WITH_LAUNCHER}`, ...args], {
    ...inEnvironment(collected),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
}

/** @param {Options} options */
function inEnvironment(options) {
  const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  const path = `${dirname(process.execPath)}${delimiter}${process.env[pathName] ?? ''}`
  return { ...options, env: { ...process.env, ...options.env, [pathName]: path } }
}
