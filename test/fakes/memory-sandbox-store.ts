import {
  FileTooLarge,
  type FileLimits,
  type SandboxStore,
  type StoredFile,
  type JournalRecord,
} from '../../local-server/sandbox/state/store.ts'

/** Forgets everything with the process. Two sandboxes opened one after the other on the same store share its memory. */
export function createMemorySandboxStore(): SandboxStore {
  const records = new Map<string, JournalRecord>()
  const images = new Map<string, Uint8Array<ArrayBuffer>>()
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  return {
    load: () => [...records.values()],
    put: (kind, id, json) => void records.set(`${kind} ${id}`, { kind, id, json }),
    putImage: (id, bytes) => void images.set(id, new Uint8Array(bytes)),
    image: (id) => images.get(id) ?? null,
    async writeFile(id, bytes, limits) {
      const parts = [files.get(id)?.subarray(0, limits.offset) ?? new Uint8Array()]
      try {
        await collect(bytes, limits, parts)
      } finally {
        files.set(id, new Uint8Array(await new Blob(parts).arrayBuffer()))
      }
      return files.get(id)?.length ?? 0
    },
    async file(id) {
      const bytes = files.get(id)
      return bytes ? asStoredFile(bytes) : null
    },
  }
}

async function collect(
  bytes: ReadableStream<Uint8Array>,
  { offset, maxSize }: FileLimits,
  parts: Uint8Array<ArrayBuffer>[],
): Promise<void> {
  let size = offset
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > maxSize) throw new FileTooLarge()
    parts.push(new Uint8Array(chunk))
  }
}

function asStoredFile(bytes: Uint8Array<ArrayBuffer>): StoredFile {
  return {
    size: bytes.length,
    read: async (start, end) => bytes.slice(start, end),
    stream: (start, end) =>
      new ReadableStream({
        start(controller) {
          controller.enqueue(bytes.slice(start, end))
          controller.close()
        },
      }),
  }
}
