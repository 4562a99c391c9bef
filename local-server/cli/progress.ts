// The progress of an upload, on a terminal.

interface Terminal {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** Told of how many bytes of all have been read. */
export type Progress = (read: number, all: number) => void

/** A file that tells how far it has been read. */
export class WatchedFile extends File {
  readonly #progress: Progress

  constructor(blob: Blob, name: string, progress: Progress) {
    super([blob], name)
    this.#progress = progress
  }

  override stream(): ReturnType<File['stream']> {
    let read = 0
    const watch = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, controller) => {
        read += chunk.byteLength
        this.#progress(read, this.size)
        controller.enqueue(chunk)
      },
    })
    return super.stream().pipeThrough(watch)
  }
}

const WIDTH = 24

/** One line that is overwritten and finally removed. Nothing without a terminal. */
export function showProgress(terminal: Terminal, name: string): Progress {
  if (!terminal.isTTY) return () => {}
  let shown = -1
  return (read, all) => {
    const percent = Math.floor((100 * read) / all)
    if (percent === shown) return
    shown = percent
    const done = Math.round((WIDTH * read) / all)
    const bar = `[${'#'.repeat(done)}${' '.repeat(WIDTH - done)}] ${String(percent).padStart(3)} %  ${name}`
    terminal.write(read < all ? `\r${bar}` : '\r\u001b[K')
  }
}
