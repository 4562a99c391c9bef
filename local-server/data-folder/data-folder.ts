import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { requireNoDanglingLink } from '../disk/dangling-link.ts'
import { closeToOthers, hasCode, makePrivateFolder } from '../disk/private-folder.ts'
import { helpForStart } from '../disk/storage-causes.ts'
import { ANSWER_MS, askForLaunchToken, readRunning, withdrawRunning } from './running.ts'
import { isInstanceLockHeld, takeInstanceLock, type InstanceLock } from '../sqlite/instance-lock.ts'
import { calledAs } from '../terminal/called-as.ts'
import { StartFailure } from '../terminal/start-failure.ts'

/** A stopping server may take ten seconds. */
const PATIENCE_MS = 12_000

const lockIn = (dataDir: string) => join(dataDir, 'lock.db')

/** True when Nightpost has ever started on it. */
export function isDataFolder(dataDir: string): boolean {
  return existsSync(lockIn(dataDir))
}

const REFUSED: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM'])

/** Throws StartFailure for a folder that is there and that this user may not look into: what is in it would seem to be missing. */
export function requireReadableFolder(folder: string): void {
  try {
    // The dot is found by those alone who may also open what is in it.
    readdirSync(`${folder}/.`)
  } catch (error) {
    if (!hasCode(error, REFUSED)) return
    throw new StartFailure(
      `The folder ${folder} may not be read by this user.`,
      'Run this command as the user to whom it belongs, or name another data folder with --data-dir DIR.',
    )
  }
}

/** Makes the folder private and locks it for this process, or says where the process that has it can be reached. */
export async function takeDataFolder(
  dataDir: string,
): Promise<InstanceLock | { readonly runningAt: string }> {
  requireNoDanglingLink(dataDir)
  usable(dataDir, () => {
    makePrivateFolder(dataDir)
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  })
  const startedAt = performance.now()
  while (performance.now() - startedAt < PATIENCE_MS) {
    const lock = takeLock(dataDir)
    if (lock) {
      requireDatabase(dataDir)
      usable(dataDir, () => {
        // Left by a server that was killed: until we announce ourselves, no server must be found there.
        withdrawRunning(dataDir)
        closeOwn(dataDir)
      })
      return lock
    }
    const running = readRunning(dataDir)
    const askedAt = performance.now()
    const token = running && (await askForLaunchToken(dataDir, running))
    if (running && token) return { runningAt: `${running.origin}/#t=${token}` }
    // It listens and does not answer: it hangs, and more patience would not help.
    if (performance.now() - askedAt >= ANSWER_MS) break
    // The other one may be starting or stopping right now.
    await pause(200)
  }
  throw unansweredIn(dataDir)
}

/** A server has told its process, unless its start hangs; a disk whose files cannot be locked looks as if there were one, too. */
export function unansweredIn(dataDir: string): StartFailure {
  const pid = readRunning(dataDir)?.pid
  return pid === undefined
    ? new StartFailure(
        `The data folder ${dataDir} is locked, as if another Nightpost used it, and none answers.`,
        'If one is there, stop it. Otherwise its disk lets no file be locked, as network disks often do: take a folder of this computer with --data-dir DIR.',
      )
    : new StartFailure(
        `Another Nightpost (process ${pid}) uses the data folder ${dataDir} and does not answer.`,
        'Stop it, or start with another --data-dir.',
      )
}

/**
 * Throws StartFailure when the database is gone from a folder that was in use: a new one would know none of its files, and they
 * would be removed. What is looked for is made after the database, so that a first start which was cut off begins again.
 */
export function requireDatabase(dataDir: string): void {
  const file = join(dataDir, 'nightpost.db')
  const size = sizeOf(file)
  if (size !== undefined && size > 0) return
  const wasInUse =
    (sizeOf(`${file}-wal`) ?? 0) > 0 ||
    ['instance.json', join('uploads', 'media')].some((name) => existsSync(join(dataDir, name)))
  if (!wasInUse) return
  throw new StartFailure(
    `The database ${file} is ${size === undefined ? 'missing' : 'empty'}, but the folder has been in use; nothing was changed.`,
    'Put it back, or restore a backup of the data folder. To begin anew, name another folder with --data-dir DIR.',
  )
}

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size

/** Only files with our names: the user may have chosen a folder that holds other things, too. */
const OWN =
  /^(uploads|staging|logs|(nightpost|sandbox|lock)\.db.*|(secrets|running|instance)\.json.*|open\.html|service\.env)$/

function closeOwn(dataDir: string): void {
  for (const name of readdirSync(dataDir)) if (OWN.test(name)) closeToOthers(join(dataDir, name))
}

/** True when a server runs on this folder. Throws StartFailure when that cannot be found out. */
export function isTaken(dataDir: string): boolean {
  return withLock(dataDir, isInstanceLockHeld)
}

function takeLock(dataDir: string): InstanceLock | null {
  return withLock(dataDir, takeInstanceLock)
}

function withLock<T>(dataDir: string, work: (file: string) => T): T {
  const file = lockIn(dataDir)
  try {
    return work(file)
  } catch (error) {
    throw new StartFailure(
      `The lock file ${file} cannot be used: ${error instanceof Error ? error.message : String(error)}.`,
      helpForStart(error) ?? 'Move it away and start again, or start with another --data-dir.',
    )
  }
}

function usable(dataDir: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    throw unusableFolder(dataDir, error)
  }
}

const A_FILE: ReadonlySet<unknown> = new Set(['EEXIST', 'ENOTDIR'])

/** What the system said of the folder, in words for a person. */
export function unusableFolder(dataDir: string, error: unknown): StartFailure {
  const another = `or start with another one: ${calledAs('start', '--data-dir DIR')}`
  if (hasCode(error, A_FILE))
    return new StartFailure(
      `A file is in the place of the data folder ${dataDir}, or of a folder above it.`,
      `Move it away, ${another}`,
    )
  const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  return new StartFailure(
    `The data folder ${dataDir} cannot be written (${reason}).`,
    (reason === 'EACCES' ? null : helpForStart(error)) ?? `Make it writable for you, ${another}`,
  )
}
