import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makePrivateFolder } from './disk/private-folder.ts'
import { askForLaunchToken, readRunning } from './running.ts'
import { takeInstanceLock, type InstanceLock } from './sqlite/instance-lock.ts'
import { StartFailure } from './start-failure.ts'

/** Makes the folder private and takes it for this process, or says where the one that has it is to be found. */
export async function takeDataFolder(
  dataDir: string,
): Promise<InstanceLock | { readonly runningAt: string }> {
  makeUsable(dataDir)
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const lock = takeInstanceLock(join(dataDir, 'lock.db'))
    if (lock) return lock
    const running = readRunning(dataDir)
    const token = running && (await askForLaunchToken(dataDir, running))
    if (running && token) return { runningAt: `${running.origin}/#t=${token}` }
    // The other one may be starting or stopping at this moment.
    await pause(200)
  }
  const pid = readRunning(dataDir)?.pid
  throw new StartFailure(
    `Another Nightpost${pid ? ` (process ${pid})` : ''} uses the data folder ${dataDir} and does not answer.`,
    'Stop it, or start with another --data-dir.',
  )
}

function makeUsable(dataDir: string): void {
  try {
    makePrivateFolder(dataDir)
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new StartFailure(
      `The data folder ${dataDir} cannot be written (${reason}).`,
      'Make it writable for you, or start with another one: npm start -- --data-dir DIR',
    )
  }
}
