// Queue of uploads. It lives beside the components, so that going to another page stops nothing.
import type { MediaFileBody } from '../../../../../core/api/media.ts'

/** More at once would only share the same line. */
const AT_ONCE = 2

export interface FileUpload {
  readonly id: number
  readonly file: File
  /** Shows the file before it is stored. */
  readonly localUrl: string
  /** `stored` while it waits for those that were chosen before it. */
  readonly state: 'waiting' | 'sending' | 'stored' | 'failed'
  /** 0 to 1, of the bytes sent. */
  readonly progress: number
  readonly problem: unknown
}

/** It may still become a file of the post. */
export function isUploadUnderWay({ state }: Pick<FileUpload, 'state'>): boolean {
  return state !== 'failed'
}

export interface SendOptions {
  /** Of the request: sent again under it after no answer, it stores no second copy. */
  readonly key: string
  readonly signal: AbortSignal
  /** 0 to 1. */
  readonly onProgress: (fraction: number) => void
}

type Send = (file: File, options: SendOptions) => Promise<MediaFileBody>
/** With the ids of their uploads, in the same order. */
type Take = (stored: readonly MediaFileBody[], ids: readonly number[]) => void

export type UploadQueue = ReturnType<typeof createUploadQueue>

interface Entry extends FileUpload, Pick<SendOptions, 'key'> {
  readonly abort: AbortController
  readonly media: MediaFileBody | null
}

export function createUploadQueue(send: Send) {
  let entries: readonly Entry[] = []
  let lastId = 0
  let taker: Take | null = null
  const listeners = new Set<() => void>()

  const show = (next: readonly Entry[]) => {
    entries = next
    for (const listener of listeners) listener()
  }
  const change = (id: number, part: Partial<Entry>) =>
    show(entries.map((entry) => (entry.id === id ? { ...entry, ...part } : entry)))
  const drop = (gone: readonly Entry[]) => {
    for (const { localUrl } of gone) URL.revokeObjectURL(localUrl)
    show(entries.filter((entry) => !gone.includes(entry)))
  }
  const handOver = () => {
    const stored = storedInOrder(entries)
    if (taker === null || stored.length === 0) return
    drop(stored)
    taker(
      stored.flatMap(({ media }) => media ?? []),
      stored.map(({ id }) => id),
    )
  }
  const run = async ({ id, file, key, abort }: Entry) => {
    change(id, { state: 'sending', progress: 0, problem: null })
    try {
      const onProgress = (progress: number) => change(id, { progress })
      change(id, { state: 'stored', media: await send(file, { key, signal: abort.signal, onProgress }) })
    } catch (problem) {
      change(id, { state: 'failed', problem })
    }
    handOver()
    startNext()
  }
  const startNext = () => {
    const sending = entries.filter(({ state }) => state === 'sending').length
    const waiting = entries.filter(({ state }) => state === 'waiting')
    for (const entry of waiting.slice(0, Math.max(0, AT_ONCE - sending))) void run(entry)
  }
  const entryOf = (file: File, part: Pick<Entry, 'state' | 'problem'>): Entry => {
    lastId += 1
    return { ...newUpload(lastId, file), ...part }
  }
  return {
    /** The same list until something changes. */
    uploads: (): readonly FileUpload[] => entries,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Returns the ids of their uploads, in the same order. */
    add(files: readonly File[]) {
      const added = files.map((file) => entryOf(file, { state: 'waiting', problem: null }))
      show([...entries, ...added])
      startNext()
      return added.map(({ id }) => id)
    },
    /** Shows a file that is not even sent, and why. */
    refuse(file: File, problem: unknown) {
      const entry = entryOf(file, { state: 'failed', problem })
      show([...entries, entry])
      return entry.id
    },
    retry(id: number) {
      change(id, { state: 'waiting', problem: null, abort: new AbortController() })
      startNext()
    },
    /** Stops it, or forgets that it failed. */
    remove(id: number) {
      const gone = entries.filter((entry) => entry.id === id)
      drop(gone)
      for (const { abort } of gone) abort.abort()
      handOver()
    },
    /** Receiver of stored files, in the order in which they were chosen. Without one they are kept for the next. */
    handTo(take: Take) {
      taker = take
      handOver()
      return () => {
        if (taker === take) taker = null
      }
    },
  }
}

function newUpload(id: number, file: File): Omit<Entry, 'state' | 'problem'> {
  return {
    id,
    file,
    key: crypto.randomUUID(),
    localUrl: URL.createObjectURL(file),
    progress: 0,
    abort: new AbortController(),
    media: null,
  }
}

/** Stored files before the first that is still under way. */
function storedInOrder(entries: readonly Entry[]): Entry[] {
  const open = entries.findIndex(({ state }) => state === 'waiting' || state === 'sending')
  const settled = open === -1 ? entries : entries.slice(0, open)
  return settled.filter(({ media }) => media !== null)
}
