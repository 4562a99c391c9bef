// A file that was found sound, and has not changed by a bit since, is sound. A stop looks for damage, for which nobody waits, and
// notes the hash of the file; the next start compares it, which takes a seventh of the time of looking.
import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, readFileSync, readSync, renameSync, writeFileSync } from 'node:fs'
import { findDamage, hasLog, isCheckedWhole, openToExamine } from './damage.ts'

const noteBeside = (file: string) => `${file}.sound`
const READ_BYTES = 256 * 1024

/** Whether it is, bit for bit, the file that was found sound. Never after a crash, which leaves a log. */
export function isKnownSound(file: string): boolean {
  try {
    return (
      !hasLog(file) && existsSync(noteBeside(file)) && readFileSync(noteBeside(file), 'utf8') === hashOf(file)
    )
  } catch {
    return false
  }
}

/**
 * To be called when the last connection is closed. Looks for damage, and leaves a note when there is none. Without one, as after
 * any failure here, the next start looks itself.
 */
export function noteWhetherSound(file: string): void {
  try {
    if (!isCheckedWhole(file)) return
    const hash = hashOf(file)
    // Another program may write while we look.
    if (!isSound(file) || hasLog(file) || hashOf(file) !== hash) return
    const temporary = `${noteBeside(file)}.new`
    writeFileSync(temporary, hash, { mode: 0o600 })
    renameSync(temporary, noteBeside(file))
  } catch {
    // A full disk, or one that is gone.
  }
}

function isSound(file: string): boolean {
  const raw = openToExamine(file)
  try {
    return findDamage(raw, file) === null
  } finally {
    raw.close()
  }
}

function hashOf(file: string): string {
  const hash = createHash('sha256')
  const bytes = Buffer.allocUnsafe(READ_BYTES)
  const opened = openSync(file, 'r')
  try {
    for (let count; (count = readSync(opened, bytes)) > 0;) hash.update(bytes.subarray(0, count))
  } finally {
    closeSync(opened)
  }
  return hash.digest('hex')
}
