// Packages come from the lockfile with `npm ci`, once, and again only when the lockfile has moved on.
import { lookup } from 'node:dns/promises'
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { excerpt, Failure } from './failure.mjs'
import { capture, stoppedBy } from './processes.mjs'
import { inRepository, ROOT } from './repository.mjs'

/** Somebody who ran `npm install` by hand has a lockfile and a record of it that differ by a moment. */
const GRACE_MS = 5_000

export function isInstalled() {
  return currentState() === 'current'
}

/** @param {import('./report.mjs').Report} report */
export async function ensureInstalled(report) {
  const state = currentState()
  if (state === 'current') return
  const doing =
    state === 'absent' ? 'Installing packages (first start only, about a minute)' : 'Updating packages'
  await report.step(doing, state === 'absent' ? 'Packages installed' : 'Packages updated', installPackages)
}

function currentState() {
  return installState(
    modifiedAt(inRepository('node_modules', '.package-lock.json')),
    modifiedAt(inRepository('package-lock.json')),
  )
}

/**
 * @param {number | null} installedAt when npm last finished writing node_modules
 * @param {number | null} lockedAt
 * @returns {'current' | 'absent' | 'outdated'}
 */
export function installState(installedAt, lockedAt) {
  if (installedAt === null) return 'absent'
  return lockedAt !== null && lockedAt - installedAt > GRACE_MS ? 'outdated' : 'current'
}

/** @param {string} path */
function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null
}

async function installPackages() {
  const { file, args, shell } = npmCommand(process.env)
  const noName = await registryLookupFails(process.env)
  // Without network npm would try each of 300 packages several times, for minutes; offline it looks into its cache only.
  const network = noName
    ? ['--offline']
    : ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000']
  // .npmrc silences npm so that its banner stays out of what scripts read; here its errors are wanted.
  const command = [...args, 'ci', '--loglevel=error', ...network]
  const ending = await capture(file, command, { cwd: ROOT, shell, env: process.env }).catch((error) => {
    throw new Failure(
      `npm could not be started (${error.code ?? error.message}).`,
      'Install Node.js with npm from https://nodejs.org, then run the same command again.',
    )
  })
  if (stoppedBy()) throw new Error('stopped')
  if (ending.code !== 0) throw installFailure(noName ? `${noName}\n${ending.output}` : ending.output)
}

/**
 * The error of looking up the registry's name, or null: it has one, or only npm knows how the registry is reached.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string | null>}
 */
async function registryLookupFails(env) {
  const behindProxy = Object.keys(env).some(
    (name) => /^(npm_config_)?(https?_?)?proxy$/i.test(name) && env[name],
  )
  if (behindProxy || !env.npm_lifecycle_event) return null
  const { hostname } = new URL(env.npm_config_registry ?? 'https://registry.npmjs.org')
  return lookup(hostname).then(
    () => null,
    (error) => String(error.code),
  )
}

/**
 * The npm that started us, else the one on PATH.
 * @param {NodeJS.ProcessEnv} env
 */
export function npmCommand(env) {
  const own = env.npm_execpath
  if (own && basename(own) === 'npm-cli.js') return { file: process.execPath, args: [own], shell: false }
  return { file: 'npm', args: [], shell: process.platform === 'win32' }
}

const UNREACHABLE =
  /\b(ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED|E407|EPROXY|UNABLE_TO_GET_ISSUER_CERT_LOCALLY|SELF_SIGNED_CERT_IN_CHAIN)\b/

/**
 * @param {string} output what npm said
 * @returns {Failure}
 */
export function installFailure(output) {
  const unreachable = UNREACHABLE.exec(output)?.[1]
  if (unreachable) {
    return new Failure(
      `The packages must be fetched once, but the package registry cannot be reached (${unreachable}).`,
      'Connect this computer to the internet, or set npm’s proxy (npm config set proxy …), and run the same command again.',
    )
  }
  if (/\bENOSPC\b/.test(output)) {
    return new Failure(
      'The disk is full, so the packages could not be installed (they need about 1 GB).',
      'Free some space and run the same command again.',
    )
  }
  return new Failure(
    'The packages could not be installed: npm ci failed.',
    'What npm said is below. Mend the cause, then run the same command again.',
    excerpt(output),
  )
}
