// `nightpost backup` and `nightpost restore`.
import { constants } from 'node:os'
import { resolve } from 'node:path'
import { MEGABYTE } from '../../core/rules/fit/limits.ts'
import { backUp, checkBackup } from '../backup/backup.ts'
import type { ReadContents } from '../backup/archive.ts'
import { readPassphrase } from '../backup/passphrase.ts'
import { isRefusalOfSystem, refusalInWords } from '../backup/refusal-of-system.ts'
import { restore } from '../backup/restore.ts'
import { findUnfinishedRestores } from '../backup/unfinished-restores.ts'
import { readBackupPassphrase } from '../config.ts'
import { calledAs, dataDirFlag } from '../terminal/called-as.ts'
import { say } from '../terminal/say.ts'

export interface BackupFlags {
  readonly dataDir: string
  readonly media?: true
  readonly check?: true
  readonly passphraseFile?: string
}

// Everything that is created is for its user only.
process.umask(0o077)

export async function runBackup(name: string, flags: BackupFlags): Promise<void> {
  const file = resolve(name)
  const passphrase = await passphraseOf(flags, flags.check !== true)
  const { dataDir } = flags
  const failed = inWords(`The backup ${file}`)
  if (flags.check) {
    const contents = await checkBackup(file, passphrase).catch(failed)
    say(`The backup is sound: ${sizeOf(contents)}.`)
    return sayLeftOut(contents)
  }
  const withMedia = flags.media === true
  const made = await backUp({ dataDir, file, withMedia, passphrase, stopping: endOnSignal() }).catch(failed)
  say(`Backed up to ${file}, and opened it again: ${sizeOf(made)}.`)
  if (made.withoutPractice !== null)
    say(`Sandbox posts are not in it, because sandbox.db cannot be read: ${made.withoutPractice}.`)
}

export async function runRestore(name: string, flags: BackupFlags): Promise<void> {
  const { dataDir } = flags
  const passphrase = await passphraseOf(flags, false)
  const work = restore({ file: resolve(name), dataDir, passphrase, stopping: endOnSignal() })
  // Afterwards, when its own is gone.
  const contents = await work.catch(inWords(`Restoring to ${dataDir}`)).finally(() => sayUnfinished(dataDir))
  say(
    `Restored to ${dataDir}: ${sizeOf(contents)}, as it was at ${new Date(contents.madeAt).toLocaleString()}.`,
  )
  sayLeftOut(contents)
  say(
    `Start it with ${calledAs('start', dataDirFlag(dataDir))}. Nothing is published until you confirm on the page.`,
  )
}

/** Throws StartFailure for what the system refuses. */
const inWords =
  (what: string) =>
  (error: unknown): never => {
    throw isRefusalOfSystem(error) ? refusalInWords(what, error) : error
  }

/** Aborted when a signal ends this process. */
function endOnSignal(): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      stopping.abort()
      process.exit(128 + constants.signals[signal])
    })
  return stopping.signal
}

const passphraseOf = ({ passphraseFile }: BackupFlags, isNew: boolean) =>
  readPassphrase({ file: passphraseFile ?? null, variable: readBackupPassphrase(), isNew })

function sizeOf({ files }: ReadContents): string {
  const sizes = Object.values(files).map(({ size }) => size)
  const megabytes = sizes.reduce((sum, size) => sum + size, 0) / MEGABYTE
  return `${sizes.length} files, ${megabytes.toFixed(1)} MB`
}

function sayLeftOut({ leftOut }: ReadContents): void {
  if (leftOut.length === 0) return
  const more = leftOut.length > MOST_NAMED ? ', …' : ''
  say(`Files of other programs are left out: ${leftOut.slice(0, MOST_NAMED).join(', ')}${more}`)
}

const MOST_NAMED = 3

function sayUnfinished(dataDir: string): void {
  for (const { says, helps } of findUnfinishedRestores(dataDir)) say(`${says}. ${helps}`)
}
