// Runs jobs in a child process, one after the other. The child starts with the first job and ends after a while without
// one; when it dies or takes too long, the job fails and the next job gets a new child.
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { CodedError } from '../../core/coded-error.ts'
import { readCause, storageRefusal } from '../disk/storage-causes.ts'
import { failureCode } from './jobs.ts'
import type { MediaAnswer, Job, JobResults, Request } from './jobs.ts'

export interface ChildOptions {
  /** The program to fork: child.ts, or its bundle. */
  readonly entry: URL | string
  /** The child ends after this long without a job. */
  readonly idleMs: number
  /** A job that takes longer is given up and its child killed. Waiting in the queue does not count. */
  readonly timeoutMs: number
  /**
   * The memory that the whole child may occupy. 100 megapixels took 120 MiB as JPEG, 510 as interlaced PNG, 710 as
   * progressive JPEG.
   */
  readonly maxResidentBytes: number
}

/** The child computes outside the JavaScript heap, so that heap may stay small. */
const HEAP_MB = 256

export class ChildRunner implements AsyncDisposable {
  readonly #options: ChildOptions
  #child: ChildProcess | undefined
  #idle: NodeJS.Timeout | undefined
  #queue: Promise<unknown> = Promise.resolve()
  #disposed = false

  constructor(options: ChildOptions) {
    this.#options = options
  }

  run<J extends Job>(job: J, timeoutMs = this.#options.timeoutMs): Promise<JobResults[J['kind']]> {
    const turn = this.#queue.then(() => this.#perform(job, timeoutMs))
    this.#queue = turn.catch(() => {})
    return turn as Promise<JobResults[J['kind']]>
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true
    clearTimeout(this.#idle)
    const child = this.#child
    if (child === undefined) return
    const exited = once(child, 'exit')
    this.#end(child)
    await exited
  }

  async #perform(job: Job, timeoutMs: number): Promise<JobResults[Job['kind']]> {
    if (this.#disposed) throw new CodedError(failureCode(job.kind), 'The server is shutting down.')
    clearTimeout(this.#idle)
    const child = (this.#child ??= this.#start())
    const answer = await this.#ask(child, job, timeoutMs)
    if (!answer.ok && answer.ending) this.#end(child)
    this.#idle = setTimeout(() => this.#end(child), this.#options.idleMs).unref()
    if (answer.ok) return answer.result
    const { code, message, detail, trouble } = answer
    if (trouble !== null) throw storageRefusal(trouble, code, detail)
    throw new CodedError(code, message ?? undefined, { cause: detail })
  }

  #start(): ChildProcess {
    const child = fork(this.#options.entry, [], {
      // Nothing of the server's environment is of use to it, and some of it is secret.
      env: {},
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.once('exit', () => this.#forget(child))
    child.on('error', () => this.#end(child))
    return child
  }

  async #ask(child: ChildProcess, job: Job, timeoutMs: number): Promise<MediaAnswer> {
    const settled = new AbortController()
    const { signal } = settled
    const { maxResidentBytes } = this.#options
    try {
      const answered = once(child, 'message', { signal })
      const exited = once(child, 'exit', { signal })
      const answer = Promise.race([
        answered.then(([given]) => given as MediaAnswer),
        exited.then(([code, killedBy]) => diedError(job, killedBy ?? code)),
        delay(timeoutMs, undefined, { signal }).then(() => tookTooLongError(job, timeoutMs)),
      ])
      // One that could not be started has no channel, and says why by an event.
      if (child.connected) child.send({ job, maxResidentBytes } satisfies Request)
      return await answer
    } catch (error) {
      return diedError(job, error)
    } finally {
      settled.abort()
    }
  }

  #end(child: ChildProcess): void {
    this.#forget(child)
    child.kill('SIGKILL')
  }

  #forget(child: ChildProcess): void {
    if (this.#child === child) this.#child = undefined
  }
}

function diedError(job: Job, reason: unknown): MediaAnswer {
  return {
    ok: false,
    code: failureCode(job.kind),
    message: 'Reading the file failed. Try again, or try another copy of it.',
    detail: `media process: ${String(reason)}`,
    trouble: readCause(reason)?.trouble ?? null,
    ending: true,
  }
}

function tookTooLongError(job: Job, timeoutMs: number): MediaAnswer {
  const seconds = Math.round(timeoutMs / 100) / 10
  const message = `Reading the file took longer than ${seconds} seconds and was stopped.`
  const told = { detail: 'media process: timeout', trouble: null, ending: true } as const
  return { ok: false, code: failureCode(job.kind), message, ...told }
}
