// Headers that are written oddly, by phones' firmware or by programs that saved from the web, and that every viewer overlooks.
// libjpeg warns of them in the same breath as of missing image data, so they are put right, and the file is read as
// strictly as before: what then still fails lacks part of its picture.
import { readFile, writeFile } from 'node:fs/promises'

/** Rewrites the file with ordinary headers. Returns false, and leaves it as it is, when there was nothing to mend. */
export async function mendHeaders(path: string): Promise<boolean> {
  const file = await readFile(path)
  const mended = isWebp(file) ? mendWebp(file) : isJpeg(file) ? mendJpeg(file) : file
  if (mended.equals(file)) return false
  await writeFile(path, mended)
  return true
}

const isJpeg = (file: Buffer) => file.length > 4 && file.readUInt16BE(0) === 0xffd8
const isWebp = (file: Buffer) =>
  file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP'

/** The length that the file announces becomes the one it has. */
function mendWebp(file: Buffer): Buffer {
  const mended = Buffer.from(file)
  mended.writeUInt32LE(file.length - 8, 4)
  return mended
}

// Markers of ITU-T T.81, B.1.1.3: frames of sequential Huffman coding, the start of a scan, the end of the image.
const SEQUENTIAL: ReadonlySet<number> = new Set([0xc0, 0xc1])
const SCAN = 0xda
const END = 0xd9
const JFIF = 0xe0
const ADOBE = 0xee
const END_MARKER = Buffer.from([0xff, END])

/** Its segments without what lies between them, and with an end. */
function mendJpeg(file: Buffer): Buffer {
  const kept = [file.subarray(0, 2)]
  let isSequential = false
  let at = 2
  while ((at = nextMarker(file, at)) < file.length) {
    const marker = file[at + 1] ?? END
    if (marker === END) return Buffer.concat([...kept, file.subarray(at)])
    const length = at + 4 <= file.length ? file.readUInt16BE(at + 2) : 0
    if (length < 2) return file
    if (SEQUENTIAL.has(marker)) isSequential = true
    const body = Buffer.from(file.subarray(at, at + 2 + length))
    mendSegment(marker, body, isSequential)
    kept.push(body)
    at += 2 + length
    if (marker !== SCAN) continue
    const end = nextMarker(file, at)
    kept.push(file.subarray(at, end))
    at = end
  }
  return Buffer.concat([...kept, END_MARKER])
}

function mendSegment(marker: number, segment: Buffer, isSequential: boolean): void {
  const name = segment.toString('latin1', 4, 9)
  if (marker === JFIF && name === 'JFIF\0' && segment.length >= 11) segment.writeUInt16BE(0x0102, 9)
  // 0, 1 and 2 are all that is defined; anything else is read as 1, as a picture without the segment is.
  if (marker === ADOBE && name === 'Adobe' && (segment[15] ?? 0) > 2) segment[15] = 1
  // Spectral selection and approximation, which only progressive pictures use.
  if (marker === SCAN && isSequential) segment.set([0, 63, 0], segment.length - 3)
}

/** The place of the next marker that is neither data nor a restart within a scan; the length of the file where none follows. */
function nextMarker(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at !== -1; at = file.indexOf(0xff, at + 1)) {
    const code = file[at + 1]
    if (code === undefined) break
    const isData = code === 0 || code === 0xff || (code >= 0xd0 && code <= 0xd7)
    if (!isData) return at
  }
  return file.length
}
