// npm, run so that it does what the lockfile says despite other settings of this machine, and what its failures mean.
import { lookup } from 'node:dns/promises'
import { basename } from 'node:path'
import { explainInWords } from './failed-writing.mjs'
import { excerpt, LaunchFailure } from './failure.mjs'
import { capture, captureMortal, stoppedBy } from './processes.mjs'
import { ROOT } from './repository.mjs'

/** @typedef {{ file: string, args: string[], shell: boolean }} Npm */
/** @typedef {(args: string[]) => Promise<{ code: number | null, output: string }>} RunNpm */

// .npmrc silences npm so that its banner stays out of what scripts read; here its errors are wanted. The others are
// settings that somebody may have for other projects: each of them leaves packages out or refuses them.
const SETTINGS = [
  '--loglevel=error',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--package-lock',
  '--engine-strict=false',
  '--legacy-peer-deps=false',
]

/**
 * Runs an npm to its end. Throws a LaunchFailure that says what to do.
 * @param {RunNpm} npm
 * @param {string[]} command
 */
export async function runNpm(npm, command) {
  const noName = await registryLookupFails(process.env)
  // Without network npm would try each of 300 packages several times, for minutes; offline it looks into its cache only.
  const network = noName
    ? ['--offline']
    : ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000']
  const ending = await npm([...command, ...SETTINGS, ...network])
  if (stoppedBy()) throw new Error('stopped')
  if (ending.code !== 0) throw npmFailure(noName ? `${noName}\n${ending.output}` : ending.output)
}

/**
 * The machine's npm, working in this folder.
 * @param {string} folder
 * @returns {RunNpm}
 */
export function machinesNpm(folder) {
  const { file, args, shell } = npmCommand(process.env)
  const start = file === 'npm' ? capture : captureMortal
  return (more) => start(file, [...args, ...more], { cwd: folder, shell }).catch(notStarted)
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
  const registry = env.npm_config_registry ?? 'https://registry.npmjs.org'
  if (behindProxy || !env.npm_lifecycle_event) return null
  try {
    // An IPv6 address is looked up without its brackets.
    await lookup(new URL(registry).hostname.replace(/^\[|\]$/g, ''))
    return null
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    // What is no address, npm refuses in its own words. `URL.canParse` would tell, which Node 18 has only from its 17th minor on.
    return code === 'ERR_INVALID_URL' ? null : String(code)
  }
}

/**
 * The npm that started us, on its own Node, else the one on PATH.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Npm}
 */
export function npmCommand(env) {
  const own = env.npm_execpath
  if (own && basename(own) === 'npm-cli.js')
    return { file: env.npm_node_execpath ?? process.execPath, args: [own], shell: false }
  return { file: 'npm', args: [], shell: process.platform === 'win32' }
}

/**
 * The file in which the machine's npm keeps the settings of all its users (a proxy, a certificate). Another npm would look
 * for them beside itself. npm passes the place to everything that it runs; otherwise we ask npm.
 * @param {NodeJS.ProcessEnv} env
 */
export async function settingsOfAllUsers(env) {
  if (env.npm_config_globalconfig) return {}
  const { code, output } = await machinesNpm(ROOT)(['config', 'get', 'globalconfig', '--loglevel=silent'])
  return code === 0 ? { npm_config_globalconfig: output.trim() } : {}
}

/**
 * @param {NodeJS.ErrnoException} error
 * @returns {never}
 */
function notStarted(error) {
  throw new LaunchFailure(
    `npm could not be started (${error.code ?? error.message}).`,
    'Install Node.js with npm from https://nodejs.org, then run the same command again.',
  )
}

const UNREACHABLE =
  /\b(ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED|E407|EPROXY|UNABLE_TO_GET_ISSUER_CERT_LOCALLY|SELF_SIGNED_CERT_IN_CHAIN)\b/

/**
 * @param {string} output what npm said
 * @returns {LaunchFailure}
 */
function npmFailure(output) {
  const unreachable = UNREACHABLE.exec(output)?.[1]
  if (unreachable) {
    return new LaunchFailure(
      `Packages must be downloaded once, but the package registry cannot be reached (${unreachable}).`,
      'Connect this computer to the internet, or set npm’s proxy (npm config set proxy …), and run the same command again.',
    )
  }
  return (
    explainInWords(output) ??
    new LaunchFailure(
      'The packages could not be installed: npm failed.',
      'npm’s output is below. Fix the cause, then run the same command again.',
      excerpt(output),
    )
  )
}
