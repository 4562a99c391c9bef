// `npm run worker` as a real process, workerd included.
//
//   const worker = await startWorker()                     a folder of its own, any free port
//   const worker = await startWorker({ dataDir, port, env: { PLATFORM_GRAPH_URL: '…' } })
//
//   worker.details                                         the line it printed
//   worker.variables                                       what connects a server to it
//   await worker.stop()  .kill9()  .again()                as of a server; `kill9` leaves no workerd behind
import { readFileSync } from 'node:fs'
import type { WorkerDetails } from '../../local-server/worker/worker-server.ts'
import { newFolder } from './own-folders.ts'
import { processExists, startProgram, type Ended, type RunningProgram } from './running-program.ts'

export interface WorkerOptions {
  /** Default: a new folder. */
  readonly dataDir?: string
  /** Default 0, any free one. */
  readonly port?: number
  readonly env?: Readonly<Record<string, string>>
  readonly withFile?: boolean
}

export interface WorkerProcess {
  readonly details: WorkerDetails
  readonly variables: Readonly<Record<string, string>>
  readonly dataDir: string
  readonly pid: number
  /** Of the runtime beside it. */
  readonly workerdPid: number
  stdout(): string
  stderr(): string
  stop(signal?: NodeJS.Signals): Promise<Ended>
  /** As a power cut to both processes. */
  kill9(): Promise<void>
  /** A new process on the same folder and port. */
  again(): Promise<WorkerProcess>
  /** A request with the worker key. */
  ask(path: string, init?: RequestInit): Promise<Response>
}

/** Resolves when the Worker says that it is ready. */
export async function startWorker(options: WorkerOptions = {}): Promise<WorkerProcess> {
  const dataDir = options.dataDir ?? newFolder()
  const program = launchWorker({ ...options, dataDir })
  const [line] = await program.printed(/^\{.*\}$/m)
  const details = JSON.parse(line) as WorkerDetails
  const { pid, stdout, stderr, withFile } = program
  const workerdPid = childrenOf(pid).find((child) => commandOf(child).includes('workerd')) ?? 0
  return {
    details,
    variables: variablesOf(details),
    dataDir,
    pid,
    workerdPid,
    stdout,
    stderr,
    stop(signal = 'SIGTERM') {
      program.signal(signal)
      return program.ended
    },
    async kill9() {
      killIfThere(workerdPid)
      program.signal('SIGKILL')
      await program.ended
    },
    again: () =>
      startWorker({ ...options, withFile, dataDir, port: Number(new URL(details.workerUrl).port) }),
    ask(path, init = {}) {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${details.workerKey}`)
      return fetch(details.workerUrl + path, { ...init, headers })
    },
  }
}

/** A start that is meant to end by itself, or of which the test wants to see the middle. */
export function launchWorker(options: WorkerOptions & { readonly dataDir: string }): RunningProgram {
  const { dataDir, port = 0, env = {}, withFile = false } = options
  return startProgram('cli/worker', ['--port', String(port), '--data-dir', dataDir], {
    env: { HOME: dataDir, ...env },
    withFile,
  })
}

function variablesOf({ workerUrl, workerKey, encryptionKey, bucket }: WorkerDetails) {
  return {
    CLOUD_WORKER_URL: workerUrl,
    CLOUD_WORKER_KEY: workerKey,
    CLOUD_ENCRYPTION_KEY: encryptionKey,
    BUCKET_ENDPOINT: bucket.endpoint,
    BUCKET_NAME: bucket.name,
    BUCKET_ACCESS_KEY_ID: bucket.accessKeyId,
    BUCKET_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    BUCKET_PUBLIC_URL: bucket.publicUrl,
  }
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.trim().split(' ').filter(Boolean).map(Number)
}

function commandOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
}

function killIfThere(pid: number): void {
  if (pid > 0 && processExists(pid)) process.kill(pid, 'SIGKILL')
}
