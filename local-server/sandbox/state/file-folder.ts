// The videos of a sandbox as files beside its journal. One of the few files here that know Node.
import { constants } from 'node:fs'
import { open, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { streamFile } from '../../disk/disk-blob-store.ts'
import { makePrivateFolder, PRIVATE_FILE } from '../../disk/private-folder.ts'
import { FileTooLarge, type SandboxFiles, type StoredFile } from './store.ts'

/** The folder is created with the first file. Ids are the sandbox's own numbers, so they are safe as file names. */
export function createFileFolder(folder: string): SandboxFiles {
  const pathOf = (id: string) => join(folder, `${id}.mp4`)
  return {
    async writeFile(id, bytes, { offset, maxSize }) {
      makePrivateFolder(folder)
      const fresh = offset === 0 ? constants.O_TRUNC : 0
      const handle = await open(pathOf(id), constants.O_CREAT | constants.O_RDWR | fresh, PRIVATE_FILE)
      try {
        return await append(handle, bytes, { offset, maxSize })
      } finally {
        await handle.datasync()
        await handle.close()
      }
    },
    async file(id) {
      const info = await stat(pathOf(id)).catch(() => null)
      return info?.isFile() ? asStoredFile(pathOf(id), info.size) : null
    },
  }
}

async function append(
  handle: FileHandle,
  bytes: ReadableStream<Uint8Array>,
  { offset, maxSize }: { offset: number; maxSize: number },
): Promise<number> {
  let at = offset
  for await (const chunk of bytes) {
    if (at + chunk.length > maxSize) throw new FileTooLarge()
    await handle.write(chunk, 0, chunk.length, at)
    at += chunk.length
  }
  return at
}

function asStoredFile(path: string, size: number): StoredFile {
  return {
    size,
    async read(start, end) {
      const handle = await open(path, 'r')
      try {
        const { buffer, bytesRead } = await handle.read(new Uint8Array(end - start), 0, end - start, start)
        return buffer.subarray(0, bytesRead)
      } finally {
        await handle.close()
      }
    },
    stream: (start, end) => streamFile(() => open(path, 'r'), { start, end: end - 1 }),
  }
}
