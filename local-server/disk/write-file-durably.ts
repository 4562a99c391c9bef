import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { hasCode, NOT_FOR_FOLDERS } from './private-folder.ts'

/** Writes a small private file so that a power cut leaves the old content or the new one, never a mixture. */
export function writeFileDurably(file: string, content: string): void {
  const temporary = `${file}.new`
  const descriptor = openSync(temporary, 'w', 0o600)
  try {
    writeSync(descriptor, content)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(temporary, file)
  syncFolder(dirname(file))
}

/** A rename is durable once its folder is. Windows cannot open folders, and keeps renames in its journal. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } catch (error) {
    if (!hasCode(error, NOT_FOR_FOLDERS)) throw error
  } finally {
    closeSync(descriptor)
  }
}
