import type { StoredFile } from '../state/store.ts'

export interface BoxOrder {
  /** The index (`moov`) lies in front of the media data. */
  readonly indexInFront: boolean
  /** Index and data come in pieces, as live streams are written. */
  readonly isFragmented: boolean
}

/** More top-level boxes than this are written by no camera or editor. */
const MAX_BOXES = 1000
const FIRST_BOXES: ReadonlySet<string> = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'])

/** Walks the top level of an MP4 or MOV. Null when the file is neither. */
export async function readBoxes(file: StoredFile): Promise<BoxOrder | null> {
  const seen: string[] = []
  let at = 0
  while (seen.length < MAX_BOXES && at + 8 <= file.size) {
    const { type, size } = await readBox(file, at)
    if (seen.length === 0 && !FIRST_BOXES.has(type)) return null
    seen.push(type)
    // Zero means to the end of the file; less than a header would never move on.
    if (size < 8) break
    at += size
  }
  const index = seen.indexOf('moov')
  const data = seen.indexOf('mdat')
  if (index === -1 && data === -1) return null
  return { indexInFront: index !== -1 && (data === -1 || index < data), isFragmented: seen.includes('moof') }
}

async function readBox(file: StoredFile, at: number): Promise<{ type: string; size: number }> {
  const bytes = await file.read(at, Math.min(at + 16, file.size))
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const type = String.fromCharCode(...bytes.subarray(4, 8))
  const size = view.getUint32(0)
  if (size !== 1 || bytes.length < 16) return { type, size }
  return { type, size: Number(view.getBigUint64(8)) }
}
