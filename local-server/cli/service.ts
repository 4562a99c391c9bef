// `nightpost service install | remove | status`.
import { existsSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { repositoryRoot } from '../paths.ts'
import {
  installService,
  readService,
  removeService,
  runOnSystem,
  type ServiceHost,
} from '../service/service.ts'
import { StartFailure } from '../terminal/start-failure.ts'

export function thisHost(configHome: string | null = null): ServiceHost {
  const { username, uid } = userInfo()
  return { platform: process.platform, home: homedir(), user: username, uid, configHome, run: runOnSystem }
}

/** `flags` are those of `nightpost start`; the folder that they mean is written out, because a service has no variables of yours. */
export async function install(flags: readonly string[]): Promise<void> {
  const { dataDir, searchPath, desktop } = readConfig(flags)
  if (/[\\/]_npx[\\/]/.test(repositoryRoot))
    throw new StartFailure(
      'npx keeps this program for a while only.',
      'Install it, npm install --global nightpost, and run nightpost service install.',
    )
  const started = [...withoutFolder(flags), '--no-open', '--data-dir', dataDir]
  const told = await installService(thisHost(desktop['XDG_CONFIG_HOME'] ?? null), {
    command: [process.execPath, ...program(), 'start', ...started],
    logFile: join(dataDir, 'logs', 'service.log'),
    searchPath,
  })
  say('Installed and started. It runs from your login on, and comes back after a crash.')
  for (const line of told) say(line)
}

export async function remove(): Promise<void> {
  await removeService(thisHost(readConfig([]).desktop['XDG_CONFIG_HOME'] ?? null))
  say('Removed. Your data is untouched.')
}

export async function status(asJson: boolean): Promise<void> {
  const state = await readService(thisHost(readConfig([]).desktop['XDG_CONFIG_HOME'] ?? null))
  if (!state.active) process.exitCode = 3
  if (asJson) return say(JSON.stringify(state))
  if (!state.installed) return say('Not installed: nightpost service install.')
  say(state.active ? 'Installed, and running.' : 'Installed, but not running: nightpost logs says why.')
}

/** In a clone the launcher, which also installs and builds what has changed. */
function program(): string[] {
  const launcher = join(repositoryRoot, 'local-server', 'launch.mjs')
  return [existsSync(launcher) ? launcher : join(repositoryRoot, 'local-server', 'nightpost.mjs')]
}

function withoutFolder(flags: readonly string[]): string[] {
  return flags.filter(
    (flag, at) => !/^--(data-dir(=.*)?|no-open)$/.test(flag) && flags[at - 1] !== '--data-dir',
  )
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
