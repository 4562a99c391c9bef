import type { FileHandle } from 'node:fs/promises'

/** More top-level boxes than this before the index or the data is no file that a camera or an editor writes. */
const MAX_BOXES = 1000

/** Whether `moov` comes before the first media data, so that an MP4 or MOV plays from its first bytes. */
export async function indexInFront(file: FileHandle): Promise<boolean> {
  const { size: fileSize } = await file.stat()
  let at = 0
  for (let box = 0; box < MAX_BOXES && at + 8 <= fileSize; box++) {
    const { type, size } = await readBox(file, at)
    if (type === 'moov') return true
    if (type === 'mdat') return false
    // Zero means "to the end of the file"; less than a header would never move on.
    if (size < 8) return false
    at += size
  }
  return false
}

async function readBox(file: FileHandle, at: number): Promise<{ type: string; size: number }> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, at)
  const type = buffer.toString('latin1', 4, 8)
  const size = buffer.readUInt32BE(0)
  if (size !== 1 || bytesRead < 16) return { type, size }
  const large = Number(buffer.readBigUInt64BE(8))
  return { type, size: Number.isSafeInteger(large) ? large : 0 }
}
