// Reads a JPEG's header, without decoding it.

export interface JpegFacts {
  readonly width: number
  readonly height: number
  /** Several pictures in one file (MPO, JPS), which the platform does not take. */
  readonly multiPicture: boolean
}

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const APP2 = 0xe2
const APP3 = 0xe3

/** Null when the bytes are not a JPEG, or end before the picture's size. */
export function readJpeg(bytes: Uint8Array): JpegFacts | null {
  if (bytes[0] !== 0xff || bytes[1] !== SOI) return null
  let multiPicture = false
  for (const { marker, start, end } of segments(bytes)) {
    if (isFrame(marker)) {
      const height = word(bytes, start + 1)
      const width = word(bytes, start + 3)
      return end - start >= 6 && width > 0 && height > 0 ? { width, height, multiPicture } : null
    }
    const label = String.fromCharCode(...bytes.subarray(start, Math.min(end, start + 7)))
    if (marker === APP2 && label.startsWith('MPF\0')) multiPicture = true
    if (marker === APP3 && label === '_JPSJPS') multiPicture = true
  }
  return null
}

/** The segments before the first scan. `start` is after the length field. */
function* segments(bytes: Uint8Array): Generator<{ marker: number; start: number; end: number }> {
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1 // a fill byte
      continue
    }
    const end = at + 2 + word(bytes, at + 2)
    if (marker === SOS || marker === EOI || end < at + 4 || end > bytes.length) return
    yield { marker, start: at + 4, end }
    at = end
  }
}

/** SOF0 to SOF15, without the three markers in that range that are something else (DHT, JPG, DAC). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

function word(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
}
