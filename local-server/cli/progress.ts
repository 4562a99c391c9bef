// The progress of an upload, on a terminal.

/** Called with the bytes read so far and their total. */
export type Progress = (read: number, all: number) => void

interface Watcher {
  readonly onProgress: Progress
  readonly onUnreadable: () => void
}

/** A file that reports how far it has been read, or that it cannot be read. */
export class WatchedFile extends File {
  readonly #watcher: Watcher

  constructor(blob: Blob, name: string, watcher: Watcher) {
    super([blob], name)
    this.#watcher = watcher
  }

  override stream(): ReturnType<File['stream']> {
    const reader = super.stream().getReader()
    let read = 0
    return new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: async (controller) => {
        const next = await reader.read().catch(() => null)
        if (next === null) {
          this.#watcher.onUnreadable()
          // An error would end this process: nothing handles errors of a file in a form.
          return new Promise(() => {})
        }
        if (next.done) return controller.close()
        read += next.value.byteLength
        this.#watcher.onProgress(read, this.size)
        controller.enqueue(next.value)
      },
      cancel: (reason) => reader.cancel(reason),
    })
  }
}

const WIDTH = 24

interface ShownProgress {
  readonly progress: Progress
  /** Removes the line, also of an upload that was refused on its way; what is read afterwards shows nothing. */
  readonly end: () => void
}

/** One line that `replace` overwrites and finally removes. Nothing without a terminal, which is null. */
export function showProgress(replace: ((line: string) => void) | null, name: string): ShownProgress {
  if (replace === null) return { progress: () => {}, end: () => {} }
  let shown = -1
  let hasEnded = false
  return {
    progress(read, all) {
      const percent = Math.floor((100 * read) / all)
      if (hasEnded || percent === shown) return
      shown = percent
      const done = Math.round((WIDTH * read) / all)
      const bar = `[${'#'.repeat(done)}${' '.repeat(WIDTH - done)}] ${String(percent).padStart(3)} %  ${name}`
      replace(read < all ? bar : '')
    },
    end() {
      hasEnded = true
      replace('')
    },
  }
}
