// The streams that the header of an AVI file describes: RIFF chunks `avih`, and `strh` with `strf` for each stream. Sizes in
// the file are claims; nothing is read beyond the given bytes and no claim is trusted to move backwards.

/** Headers end long before this; an index of many streams may follow them. */
export const AVI_HEADER_BYTES = 256 * 1024

export interface AviStream {
  /** `vids`, `auds`, … */
  readonly type: string
  readonly handler: string
  /** Seconds of one unit are `scale / rate`; null when the header divides by zero. */
  readonly unitSeconds: number | null
  /** Units before the first one is shown. */
  readonly start: number
  /** In units: for pictures, frames. */
  readonly length: number
  /** BITMAPINFOHEADER or WAVEFORMATEX, and what a codec adds. */
  readonly format: DataView
}

export interface AviHeader {
  readonly width: number
  readonly height: number
  /** By the main header's microseconds for each frame; less exact than the stream's own rate. */
  readonly durationSeconds: number
  /** By their number in the file. */
  readonly streams: readonly AviStream[]
}

interface AviContents {
  width: number
  height: number
  durationSeconds: number
  streams: AviStream[]
}

const NO_FORMAT = new DataView(new ArrayBuffer(0))

/** Null when the bytes are not an AVI. */
export function readAviStreams(head: Uint8Array): AviHeader | null {
  const bytes = new DataView(head.buffer, head.byteOffset, head.byteLength)
  if (fourCc(bytes, 0) !== 'RIFF' || fourCc(bytes, 8) !== 'AVI ') return null
  const found: AviContents = { width: 0, height: 0, durationSeconds: 0, streams: [] }
  walk(bytes, { from: 12, end: bytes.byteLength, depth: 0 }, found)
  return found
}

/** Streams are described two lists deep. */
const DEEPEST = 8

interface Part {
  readonly from: number
  readonly end: number
  readonly depth: number
}

function walk(bytes: DataView, { from, end, depth }: Part, found: AviContents): void {
  if (depth > DEEPEST) return
  let at = from
  while (at + 8 <= end) {
    const id = fourCc(bytes, at)
    const size = bytes.getUint32(at + 4, true)
    const data = at + 8
    if (id === 'LIST' && data + 4 <= end) {
      if (fourCc(bytes, data) === 'movi') return
      walk(bytes, { from: data + 4, end: Math.min(end, data + size), depth: depth + 1 }, found)
    } else if (data + size <= end) {
      read(id, new DataView(bytes.buffer, bytes.byteOffset + data, size), found)
    }
    at = data + size + (size % 2)
  }
}

function read(id: string, chunk: DataView, found: AviContents): void {
  if (id === 'avih' && chunk.byteLength >= 40) readMainHeader(chunk, found)
  else if (id === 'strh' && chunk.byteLength >= 36) found.streams.push(readStreamHeader(chunk))
  else if (id === 'strf') {
    const stream = found.streams.pop()
    if (stream !== undefined) found.streams.push({ ...stream, format: chunk })
  }
}

function readMainHeader(chunk: DataView, found: AviContents): void {
  const microsecondsPerFrame = chunk.getUint32(0, true)
  found.durationSeconds = (microsecondsPerFrame * chunk.getUint32(16, true)) / 1e6
  found.width = chunk.getUint32(32, true)
  found.height = chunk.getUint32(36, true)
}

function readStreamHeader(chunk: DataView): AviStream {
  const [scale, rate] = [chunk.getUint32(20, true), chunk.getUint32(24, true)]
  return {
    type: fourCc(chunk, 0),
    handler: fourCc(chunk, 4),
    unitSeconds: scale === 0 || rate === 0 ? null : scale / rate,
    start: chunk.getUint32(28, true),
    length: chunk.getUint32(32, true),
    format: NO_FORMAT,
  }
}

export function fourCc(bytes: DataView, at: number): string {
  if (at + 4 > bytes.byteLength) return ''
  return String.fromCharCode(...[0, 1, 2, 3].map((offset) => bytes.getUint8(at + offset)))
}
