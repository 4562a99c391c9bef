// From here on this process itself is Node 24, and so is everything that it starts, also by the name `node`.
import { delimiter, dirname } from 'node:path'
import { captureMortal, run } from './processes.mjs'

const FLAGS = ['--disable-warning=ExperimentalWarning']

/** @typedef {Omit<import('node:child_process').SpawnOptions, 'env'> & { env?: Record<string, string> }} Options */

/**
 * @param {string[]} args
 * @param {Options} options
 */
export function runOnNode24(args, options) {
  return run(process.execPath, [...FLAGS, ...args], inEnvironment(options))
}

/**
 * Runs as `runOnNode24` does, with both streams collected as plain text.
 * @param {string[]} args
 * @param {Options} options
 */
export function captureOnNode24(args, options) {
  const collected = { ...options, env: { NO_COLOR: '1', ...options.env } }
  return captureMortal(process.execPath, [...FLAGS, ...args], inEnvironment(collected))
}

/** @param {Options} options */
function inEnvironment(options) {
  const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  const path = `${dirname(process.execPath)}${delimiter}${process.env[pathName] ?? ''}`
  return { ...options, env: { ...process.env, ...options.env, [pathName]: path } }
}
