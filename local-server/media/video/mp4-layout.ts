// The layout of an MP4 or MOV, as far as the platform cares: where the index is, fragments, edit lists, data elsewhere. Reads
// box headers and a few small boxes, never the sample tables. Sizes are claims: each step moves forward or stops.
import type { FileHandle } from 'node:fs/promises'

export interface Mp4Layout {
  /** `moov` comes before the first media data, so that the file plays from its first bytes. */
  readonly indexInFront: boolean
  readonly fragmented: boolean
  /** It calls itself a 3GP, although it is made as an MP4 is. */
  readonly named3gp: boolean
  /** `aligning` ones delay a track or skip what an encoder needs to start; `cutting` ones hide or repeat what was filmed. */
  readonly edits: 'none' | 'aligning' | 'cutting'
  /** Some track's data is said to lie in another file. */
  readonly external: boolean
  /** A table claims more samples than the file can hold; reading it would only keep us busy. */
  readonly absurd: boolean
}

/** No file that a camera or an editor writes has more boxes on the way than this. */
const MAX_BOXES = 5000
/** Edit lists and data references are some dozens of bytes; of a table, its beginning is enough to see that it lies. */
const MAX_PAYLOAD = 64 * 1024
/** The start of an AAC or H.264 stream that is not meant to be played lasts 0.05 s; a cut is a decision. */
const ALIGNMENT_SECONDS = 0.25
const SELF_CONTAINED = 1

interface Box {
  readonly type: string
  /** The start of the payload. */
  readonly start: number
  readonly end: number
}

export async function readMp4Layout(file: FileHandle): Promise<Mp4Layout> {
  const { size } = await file.stat()
  const reader = new BoxReader(file)
  const boxes = await reader.childrenOf({ type: 'file', start: 0, end: size })
  const index = boxes.findIndex(({ type }) => type === 'moov')
  const data = boxes.findIndex(({ type }) => type === 'mdat')
  const moov = boxes[index]
  const brand = await reader.payload(boxes.find(({ type }) => type === 'ftyp'))
  return {
    indexInFront: index !== -1 && (data === -1 || index < data),
    fragmented: boxes.some(({ type }) => type === 'moof'),
    named3gp: brand?.toString('latin1', 0, 2) === '3g',
    ...(moov === undefined
      ? { edits: 'none', external: false, absurd: false }
      : // No sample is smaller than a byte.
        await readMovie(reader, moov, size)),
  }
}

type Movie = Pick<Mp4Layout, 'edits' | 'external' | 'absurd'>

async function readMovie(reader: BoxReader, moov: Box, maxSamples: number): Promise<Movie> {
  const children = await reader.childrenOf(moov)
  const movieScale = timescaleOf(await reader.payload(children.find(({ type }) => type === 'mvhd')))
  let edits: Mp4Layout['edits'] = 'none'
  let [external, absurd] = [false, false]
  for (const track of children.filter(({ type }) => type === 'trak')) {
    const list = await reader.payload(await reader.descend(track, 'edts', 'elst'))
    const trackScale = timescaleOf(await reader.payload(await reader.descend(track, 'mdia', 'mdhd')))
    const found = kindOfEdits(list, movieScale, trackScale)
    if (found === 'cutting' || edits === 'none') edits = found === 'none' ? edits : found
    const information = await reader.descend(track, 'mdia', 'minf')
    if (information === undefined) continue
    external ||= isExternal(await reader.payload(await reader.descend(information, 'dinf', 'dref')))
    absurd ||= await hasAbsurdTable(reader, await reader.descend(information, 'stbl'), maxSamples)
  }
  return { edits, external, absurd }
}

/** The counts of samples in the entries of a table: byte offset of the first one, and the size of an entry. */
const COUNTS: Readonly<Record<string, { readonly first: number; readonly step: number }>> = {
  stts: { first: 8, step: 8 },
  ctts: { first: 8, step: 8 },
  stsc: { first: 12, step: 12 },
  stsz: { first: 8, step: Infinity },
}

async function hasAbsurdTable(reader: BoxReader, tables: Box | undefined, most: number): Promise<boolean> {
  if (tables === undefined) return false
  for (const table of await reader.childrenOf(tables)) {
    const counts = COUNTS[table.type]
    if (counts === undefined) continue
    const payload = await reader.beginning(table)
    for (let at = counts.first; at + 4 <= payload.length; at += counts.step) {
      if (payload.readUInt32BE(at) > most) return true
    }
  }
  return false
}

interface Scale {
  readonly unitsPerSecond: number
  /** Seconds; of an `mdhd`, the length of the media that an edit list may show in part. */
  readonly duration: number
}

/** Reads the time scale of `mvhd` or `mdhd`, which begin alike. */
function timescaleOf(payload: Buffer | null): Scale {
  const wide = payload?.[0] === 1
  if (payload === null || payload.length < (wide ? 32 : 20)) return { unitsPerSecond: 1, duration: 0 }
  const unitsPerSecond = payload.readUInt32BE(wide ? 20 : 12) || 1
  const duration = wide ? Number(payload.readBigUInt64BE(24)) : payload.readUInt32BE(16)
  return { unitsPerSecond, duration: duration / unitsPerSecond }
}

function kindOfEdits(list: Buffer | null, movie: Scale, track: Scale): Mp4Layout['edits'] {
  if (list === null || list.length < 8) return 'none'
  const wide = list[0] === 1
  const entrySize = wide ? 20 : 12
  const count = list.readUInt32BE(4)
  if (count === 0) return 'none'
  if (count > 3 || 8 + count * entrySize > list.length) return 'cutting'
  const shown = Array.from({ length: count }, (_, entry) =>
    readEdit(list, 8 + entry * entrySize, wide),
  ).filter(({ mediaTime }) => mediaTime !== -1)
  const [only] = shown
  if (only === undefined || shown.length > 1 || only.rate !== 0x10000) return 'cutting'
  const skipped = only.mediaTime / track.unitsPerSecond
  // Zero means "to the end".
  const hidden = only.duration === 0 ? 0 : track.duration - skipped - only.duration / movie.unitsPerSecond
  return skipped <= ALIGNMENT_SECONDS && hidden <= ALIGNMENT_SECONDS ? 'aligning' : 'cutting'
}

function readEdit(list: Buffer, at: number, wide: boolean) {
  return wide
    ? {
        duration: Number(list.readBigUInt64BE(at)),
        mediaTime: Number(list.readBigInt64BE(at + 8)),
        rate: list.readUInt32BE(at + 16),
      }
    : {
        duration: list.readUInt32BE(at),
        mediaTime: list.readInt32BE(at + 4),
        rate: list.readUInt32BE(at + 8),
      }
}

/** True when an entry of the data references lacks the flag that says "in this file". */
function isExternal(references: Buffer | null): boolean {
  if (references === null) return false
  let at = 8
  while (at + 12 <= references.length) {
    const size = references.readUInt32BE(at)
    if ((references.readUInt32BE(at + 8) & SELF_CONTAINED) === 0) return true
    if (size < 12) return false
    at += size
  }
  return false
}

class BoxReader {
  readonly #file: FileHandle
  #boxes = 0

  constructor(file: FileHandle) {
    this.#file = file
  }

  async childrenOf(parent: Box): Promise<Box[]> {
    const boxes: Box[] = []
    let at = parent.start
    while (at + 8 <= parent.end && this.#boxes++ < MAX_BOXES) {
      const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(16), 0, 16, at)
      if (bytesRead < 8) break
      const large = buffer.readUInt32BE(0) === 1 && bytesRead === 16
      const claimed = large ? Number(buffer.readBigUInt64BE(8)) : buffer.readUInt32BE(0)
      const headerSize = large ? 16 : 8
      // Zero means "to the end"; less than its own header would never move on.
      const size = claimed === 0 ? parent.end - at : claimed
      if (size < headerSize) break
      const end = Math.min(parent.end, at + size)
      boxes.push({ type: buffer.toString('latin1', 4, 8), start: at + headerSize, end })
      at += size
    }
    return boxes
  }

  async descend(from: Box, ...path: readonly string[]): Promise<Box | undefined> {
    let box: Box | undefined = from
    for (const wanted of path) {
      if (box === undefined) return undefined
      box = (await this.childrenOf(box)).find(({ type }) => type === wanted)
    }
    return box
  }

  /** Null when there is no such box or its payload is larger than any honest one. */
  async payload(box: Box | undefined): Promise<Buffer | null> {
    const length = box === undefined ? 0 : box.end - box.start
    return box === undefined || length > MAX_PAYLOAD ? null : this.beginning(box)
  }

  async beginning({ start, end }: Box): Promise<Buffer> {
    const length = Math.min(MAX_PAYLOAD, end - start)
    const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(length), 0, length, start)
    return buffer.subarray(0, bytesRead)
  }
}
