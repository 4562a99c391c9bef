// Reads from an error what keeps us from storing, whichever part reports it: the system, SQLite, or a program in its own words.
import { constants } from 'node:os'
import { CodedError } from '../../core/coded-error.ts'
import type { ErrorCode } from '../../core/errors.ts'
import { STORAGE_TROUBLES, type StorageHealth, type StorageTrouble } from '../../core/ports/data-storage.ts'

export interface StorageCause {
  readonly kind: keyof StorageHealth
  readonly trouble: StorageTrouble
}

const BY_CODE = new Map<string, StorageTrouble>(
  Object.entries(STORAGE_TROUBLES).flatMap(([trouble, { errors }]) =>
    errors.map((code) => [code, trouble as StorageTrouble] as const),
  ),
)

/** Null when the error, or what caused it, has nothing to do with storage. */
export function readCause(error: unknown): StorageCause | null {
  if (!(error instanceof Error)) return null
  const codes = codesOf(error)
  const trouble = isOfNetwork(error, codes) ? undefined : codes.flatMap((code) => BY_CODE.get(code) ?? [])[0]
  if (trouble === undefined) return readCause(error.cause)
  return { kind: codes[0]?.startsWith('SQLITE_') ? 'database' : 'files', trouble }
}

/** A connection that is refused, or a program that may not be run, says nothing of the folder; too many open files do. */
function isOfNetwork(error: Error, codes: readonly string[]): boolean {
  const call = 'syscall' in error ? String(error.syscall) : ''
  return /^(connect|bind|listen|send|spawn)/.test(call) && !codes.some((code) => /^E[MN]FILE$/.test(code))
}

/** Node has no name for these: the code of a spent quota is "Unknown system error -122". */
const UNNAMED = new Map([
  [constants.errno.EDQUOT, 'EDQUOT'],
  [constants.errno.ESTALE, 'ESTALE'],
  [constants.errno.EBADMSG, 'EBADMSG'],
  // Of Linux alone.
  [117, 'EUCLEAN'],
])

function codesOf(error: Error): string[] {
  const code = 'code' in error ? String(error.code) : ''
  const plain = code.split('_').slice(0, 2).join('_')
  const named = 'errno' in error ? UNNAMED.get(-Number(error.errno)) : undefined
  return named === undefined ? [code, plain] : [named]
}

/** The refusal to answer with when storage is what failed; any other error as it is. */
export function toStorageRefusal(error: unknown, code: ErrorCode): unknown {
  const cause = error instanceof CodedError ? null : readCause(error)
  return cause ? new CodedError(code, STORAGE_TROUBLES[cause.trouble].message, { cause: error }) : error
}

/** Messages of the system that libvips and ffmpeg repeat; the longer one first. */
const WORDS: readonly (readonly [RegExp, StorageTrouble])[] = [
  [/no space left/i, 'full'],
  [/disk quota/i, 'quota'],
  [/file too large/i, 'fileSize'],
  [/read-only file system/i, 'readOnly'],
  [/too many open files in system/i, 'openFilesOfSystem'],
  [/too many open files/i, 'openFiles'],
]

/** The same for a program that explains a failure only in words; null when they are not about storage. */
export function storageRefusalInWords(error: Error, code: ErrorCode): CodedError | null {
  const [found] = WORDS.filter(([words]) => words.test(error.message))
  return found ? storageRefusal(found[1], code, error.message) : null
}

/** The refusal for what another program has met: `readCause` finds the trouble in it, although that program only says it. */
export function storageRefusal(trouble: StorageTrouble, code: ErrorCode, said: string): CodedError {
  const { errors, message } = STORAGE_TROUBLES[trouble]
  return new CodedError(code, message, { cause: Object.assign(new Error(said), { code: errors[0] }) })
}

const CONTINUES = '; Nightpost then continues automatically.'
const START_AGAIN = ', then start Nightpost again.'

/** What helps a start that failed; null when the error has nothing to do with storage, or says too little of it. */
export function helpForStart(error: unknown): string | null {
  const cause = readCause(error)
  // SQLite reports this for anything that it cannot open.
  if (cause === null || (error instanceof Error && 'code' in error && /CANTOPEN/.test(String(error.code))))
    return null
  const help = STORAGE_TROUBLES[cause.trouble].message.replace(CONTINUES, START_AGAIN)
  return help.endsWith(START_AGAIN) ? help : null
}
