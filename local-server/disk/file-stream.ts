import type { FileHandle } from 'node:fs/promises'

const CHUNK = 256 * 1024

/**
 * Streams an inclusive byte range of a file. The file is opened at the first read and closed at the end, on an error and on
 * cancel, so a stream that is not read holds nothing open.
 */
export function streamFile(
  openFile: () => Promise<FileHandle>,
  range: { start: number; end: number },
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let handle: FileHandle | undefined
  let position = range.start
  const close = async () => {
    const closing = handle
    handle = undefined
    await closing?.close()
  }
  const readNext = async (): Promise<Uint8Array<ArrayBuffer>> => {
    const length = Math.min(CHUNK, range.end - position + 1)
    handle ??= await openFile()
    const { bytesRead, buffer } = await handle.read(new Uint8Array(length), 0, length, position)
    if (bytesRead === 0) throw new Error('the file is shorter than it was')
    position += bytesRead
    return bytesRead === length ? buffer : buffer.subarray(0, bytesRead)
  }
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          if (position <= range.end) controller.enqueue(await readNext())
          // At once, not at the next read: a reader that counts its bytes never asks again.
          if (position > range.end) {
            await close()
            controller.close()
          }
        } catch (error) {
          await close()
          throw error
        }
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  )
}
