// How a program of the user or of their system is run, for every purpose but the few that keep one running: it gets the variables that
// it is given and no others, its time ends it with all that it has started, and what it says is kept up to a limit.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { SECOND, type Duration } from '../../core/time.ts'

export interface ProgramRun {
  /** All of its environment: the server's own has secrets in it. */
  readonly env: Readonly<Record<string, string>>
  readonly timeout: Duration
  /** What it can read from its standard input. */
  readonly input?: string
  /** Ends it early. */
  readonly stopping?: AbortSignal
}

const MOST_ANSWER = 64 * 1024
/** Enough for the reason, which comes last. */
const LAST_WORDS = 4_000
/** What it has said when it ends is read by then. A program that it started and that keeps running may hold the pipe for ever. */
const READ_WITHIN: Duration = 250

/**
 * Resolves with the beginning of what it printed, when the program itself has ended well. What it left running has the rest of the
 * time. Rejects with how it ended and its last words.
 */
export async function runProgram(file: string, args: readonly string[], run: ProgramRun): Promise<string> {
  run.stopping?.throwIfAborted()
  const isGroup = process.platform !== 'win32'
  const stdio = ['pipe', 'pipe', 'pipe'] satisfies ['pipe', 'pipe', 'pipe']
  const child = spawn(file, [...args], { env: run.env, detached: isGroup, stdio, windowsHide: true })
  const time = limitTime(child, run)
  try {
    // A program that does not read is not a failure.
    child.stdin.on('error', () => {}).end(run.input ?? '')
    const [answer, words] = [collect(child.stdout, beginning), collect(child.stderr, end)]
    const closed = once(child, 'close')
    closed.catch(() => {})
    const [code, signal] = await once(child, 'exit')
    await Promise.race([closed, pause(READ_WITHIN, undefined, { ref: false })])
    if (code === 0) return answer()
    const how = time.hasEnded() ? 'took too long' : `ended with ${code ?? signal}`
    throw new Error([`${file} ${how}`, words().trim()].filter(Boolean).join(': '))
  } finally {
    time.programEnded()
  }
}

interface Time {
  hasEnded(): boolean
  programEnded(): void
}

function limitTime(child: ChildProcess, { timeout, stopping }: ProgramRun): Time {
  let hasEnded = false
  let watch: NodeJS.Timeout | undefined
  const endGroup = () => killGroup(child, 'SIGKILL')
  const timer = setTimeout(() => {
    hasEnded = true
    done()
    endGroup()
  }, timeout)
  const stop = () => {
    done()
    endGroup()
  }
  const done = () => {
    clearTimeout(timer)
    clearInterval(watch)
    stopping?.removeEventListener('abort', stop)
  }
  stopping?.addEventListener('abort', stop)
  return {
    hasEnded: () => hasEnded,
    programEnded() {
      // Its number belongs to the group for as long as the group has members, and afterwards to anybody.
      if (hasEnded || !killGroup(child, 0)) return done()
      timer.unref()
      watch = setInterval(() => killGroup(child, 0) || done(), SECOND).unref()
    },
  }
}

/** Signal 0 only asks whether there is anybody. */
function killGroup(child: ChildProcess, signal: 'SIGKILL' | 0): boolean {
  const { pid } = child
  if (pid === undefined) return false
  try {
    if (process.platform !== 'win32') return process.kill(-pid, signal)
    if (signal === 0 || child.exitCode !== null) return false
    // The only way there to end what a program has started.
    spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true }).on(
      'error',
      () => child.kill(),
    )
    return true
  } catch {
    return false
  }
}

type Kept = (text: string) => string
const beginning: Kept = (text) => text.slice(0, MOST_ANSWER)
const end: Kept = (text) => text.slice(-LAST_WORDS)

/** Reads on beyond the limit: a program that is not listened to would wait. */
function collect(stream: Readable, keep: Kept): () => string {
  let words = ''
  stream.on('error', () => {})
  stream.setEncoding('utf8').on('data', (text: string) => {
    words = keep(words + text)
  })
  return () => words
}
