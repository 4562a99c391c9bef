// Streams one uploaded part into a staging file: large writes, the head kept for sniffing, flushed before it is
// accepted.
import { createHash, type Hash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { Writable } from 'node:stream'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { HEAD_BYTES } from './sniff-type.ts'
import { createStagingFile } from './staging-folder.ts'

/** Fewer, larger writes are 1.4 times as fast as one for each 64 KiB from the socket. */
export const WRITE_BYTES = 1024 * 1024

export interface WrittenFile {
  readonly stagingKey: string
  readonly size: number
  readonly head: Uint8Array
  /** SHA-256 in hex, when it was asked for. */
  readonly sha256?: string | undefined
}

/** Resolves when the bytes are durable. Leaves no file behind when it rejects. */
export async function writeStagingFile(folder: string, part: Readable, hashes = false): Promise<WrittenFile> {
  // Until the file is open the part is not read, so its error would go unseen; the pipeline gets it then.
  part.on('error', () => {})
  const { stagingKey, path, handle } = await createStagingFile(folder)
  const head = keepHead(part)
  const hash = hashes ? createHash('sha256') : null
  try {
    await pipeline(part, sinkInto(handle, hash))
    await handle.datasync()
    const { size } = await handle.stat()
    await handle.close()
    return { stagingKey, size, head: Buffer.concat(head), sha256: hash?.digest('hex') }
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(path, { force: true })
    throw error
  }
}

/** Copies of the first chunks as they pass: slices would keep whole network buffers alive. */
function keepHead(part: Readable): Uint8Array[] {
  const head: Uint8Array[] = []
  let missing = HEAD_BYTES
  const take = (chunk: Buffer) => {
    head.push(Buffer.from(chunk.subarray(0, missing)))
    missing -= Math.min(missing, chunk.length)
    if (missing === 0) part.off('data', take)
  }
  // Listening makes the part flow: the pipeline must be attached in the same turn.
  part.on('data', take)
  return head
}

/** Chunks gather while a write is in progress and are then written together. The handle stays with the caller. */
function sinkInto(handle: FileHandle, hash: Hash | null): Writable {
  return new Writable({
    highWaterMark: WRITE_BYTES,
    decodeStrings: false,
    writev(entries, done) {
      const chunks = entries.map(({ chunk }: { chunk: Uint8Array }) => chunk)
      for (const chunk of chunks) hash?.update(chunk)
      writeWhole(handle, chunks).then(() => done(), done)
    },
  })
}

/** A nearly full disk accepts a part of a write; writing the rest shows that it is full. */
async function writeWhole(handle: FileHandle, buffers: Uint8Array[]): Promise<void> {
  for (let left = buffers; left.length > 0;) {
    const { bytesWritten } = await handle.writev(left)
    left = after(left, bytesWritten)
  }
}

function after(buffers: Uint8Array[], count: number): Uint8Array[] {
  let skip = count
  const rest: Uint8Array[] = []
  for (const buffer of buffers) {
    if (skip < buffer.length) rest.push(buffer.subarray(skip))
    skip = Math.max(0, skip - buffer.length)
  }
  return rest
}
