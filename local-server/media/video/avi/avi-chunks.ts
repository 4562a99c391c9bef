// The pieces of an AVI file's streams, found by walking from one to the next: an index may be missing or lie.
import { readSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import type { AviStream } from './avi-streams.ts'

/** The place of a piece of a stream in the file. */
export interface Chunk {
  readonly at: number
  readonly size: number
}

/** More pieces than this are a table built to keep us busy. */
const MAX_CHUNKS = 1_000_000

/** Pieces of each stream in file order; long files continue in further RIFF parts. */
export function chunksByStream(file: FileHandle, fileSize: number): Map<number, Chunk[]> {
  const chunks = new Map<number, Chunk[]>()
  const header = Buffer.alloc(12)
  let [at, steps] = [0, 0]
  while (at + 8 <= fileSize && steps++ < MAX_CHUNKS) {
    const bytesRead = readSync(file.fd, header, 0, 12, at)
    const [id, size] = [header.toString('latin1', 0, 4), header.readUInt32LE(4)]
    const isList = id === 'RIFF' || (id === 'LIST' && /^(movi|rec )$/.test(header.toString('latin1', 8, 12)))
    const stream = /^(\d\d)(d[cb]|wb)$/.exec(id)
    if (stream && bytesRead >= 8 && at + 8 + size <= fileSize) {
      const number = Number(stream[1])
      const known = chunks.get(number)
      if (known) known.push({ at: at + 8, size })
      else chunks.set(number, [{ at: at + 8, size }])
    }
    at += isList ? 12 : 8 + size + (size % 2)
  }
  return chunks
}

/** The bytes that a codec adds to the format of a stream. */
export function formatExtra({ format }: AviStream, from: number): Uint8Array {
  const length = Math.max(0, format.byteLength - from)
  return new Uint8Array(format.buffer, format.byteOffset + Math.min(from, format.byteLength), length)
}

/** Read at once: pieces are many and small, and the way to another thread and back takes longer than reading one. */
export function readAt(file: FileHandle, chunk: Chunk): Uint8Array {
  return readInto(file, chunk, Buffer.allocUnsafe(chunk.size))
}

/** Fills the buffer, whose size is the most that is read; the bytes are good until it is filled again. */
export function readInto(file: FileHandle, { at, size }: Chunk, buffer: Buffer): Uint8Array {
  return buffer.subarray(0, readSync(file.fd, buffer, 0, Math.min(size, buffer.length), at))
}
