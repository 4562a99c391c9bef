// A long run of ffmpeg: in the background of everything else, told about as it goes, and never left behind.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

export interface FfmpegRun {
  readonly ffmpegPath: string
  readonly args: readonly string[]
  /** Kills the process; the run then rejects. */
  readonly signal: AbortSignal
  /** Seconds of the result that are written. */
  onTime(seconds: number): void
}

/** What ffmpeg said before it failed. */
export class FfmpegFailure extends Error {
  override readonly name = 'FfmpegFailure'
}

/** Enough for the reason, which comes last. */
const KEPT_WORDS = 4000

export async function runFfmpeg({ ffmpegPath, args, signal, onTime }: FfmpegRun): Promise<void> {
  signal.throwIfAborted()
  const child = spawn(ffmpegPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: {}, windowsHide: true })
  const kill = () => child.kill('SIGKILL')
  signal.addEventListener('abort', kill, { once: true })
  try {
    stepBack(child)
    const words = collect(child.stderr)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const microseconds = Number(/^out_time_us=(\d+)$/.exec(line)?.[1])
      if (Number.isFinite(microseconds)) onTime(microseconds / 1e6)
    })
    const [code] = await once(child, 'close')
    signal.throwIfAborted()
    if (code !== 0) throw new FfmpegFailure(words())
  } finally {
    signal.removeEventListener('abort', kill)
  }
}

function stepBack({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already, or the system does not let us; it only runs less politely.
  }
}

function collect(stream: Readable): () => string {
  let words = ''
  stream.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-KEPT_WORDS)
  })
  return () => words
}
