// The user's Worker on this computer, for trying out and for tests: the bundle that would be deployed, in the runtime it
// would run in, with everything it stores in one private folder.
import { mkdirSync, chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawn, type ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { z } from 'zod'
import { webCryptoRandom } from '../../core/random.ts'
import { makePrivateFolder } from '../disk/private-folder.ts'
import { otherPort } from '../http/blocked-ports.ts'
import { takeInstanceLock, type InstanceLock } from '../sqlite/instance-lock.ts'
import { calledAs } from '../terminal/called-as.ts'
import { StartFailure } from '../terminal/start-failure.ts'
import { readWorkerScript } from './worker-script.ts'
import { startCron } from './cron.ts'
import { BUCKET_NAME, S3_PATH, startWorkerd, type Workerd } from './workerd.ts'
import { toBase64Url } from '../../core/base64url.ts'
import type { Random } from '../../core/ports/random.ts'
import { writeFileDurably } from '../disk/write-file-durably.ts'

export interface WorkerServerOptions {
  /** 0 takes any free port. */
  readonly port: number
  readonly dataDir: string
  /** The platform's, by the names of the Worker's variables. */
  readonly hosts: Readonly<Record<string, string>>
  /** Takes the log lines of the Worker and its runtime. */
  say(line: string): void
}

export interface WorkerServer {
  readonly details: WorkerDetails
  stop(): Promise<void>
}

/** All that a server needs to hand posts over. */
export interface WorkerDetails {
  readonly workerUrl: string
  readonly workerKey: string
  /** base64url of 32 bytes. */
  readonly encryptionKey: string
  readonly bucket: {
    readonly endpoint: string
    readonly name: string
    readonly accessKeyId: string
    readonly secretAccessKey: string
    readonly publicUrl: string
  }
}

/** Rejects with StartFailure when the port or the data folder is in use. */
export async function startWorkerServer(options: WorkerServerOptions): Promise<WorkerServer> {
  const { dataDir, say } = options
  const lock = takeFolder(dataDir)
  try {
    const secrets = loadWorkerSecrets(join(dataDir, 'worker-secrets.json'), webCryptoRandom)
    endWithUs(/workerd/)
    const workerd = await start(options, secrets)
    const cron = startCron(workerd.runCron, (error) => say(`The cron run failed: ${reasonOf(error)}`))
    return {
      details: detailsOf(workerd, secrets),
      async stop() {
        cron.stop()
        await workerd.stop()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

function takeFolder(dataDir: string): InstanceLock {
  let lock: InstanceLock | null
  try {
    makePrivateFolder(dataDir)
    lock = takeInstanceLock(join(dataDir, 'worker-lock.db'))
  } catch (error) {
    throw new StartFailure(
      `The Worker’s data folder ${dataDir} cannot be used: ${reasonOf(error)}.`,
      `Make it writable for you, or name another one: ${calledAs('worker', '--data-dir DIR')}`,
    )
  }
  if (lock) return lock
  throw new StartFailure(
    `Another Worker is using ${dataDir}.`,
    `Stop it, or name another folder: ${calledAs('worker', '--data-dir DIR')}`,
  )
}

async function start(options: WorkerServerOptions, secrets: WorkerSecrets): Promise<Workerd> {
  const { port, dataDir, hosts, say } = options
  const { workerKey, encryptionKey, accessKeyId, secretAccessKey } = secrets
  const storageDir = join(dataDir, 'workerd')
  mkdirSync(storageDir, { recursive: true })
  try {
    const { source, compatibilityDate, version } = await readWorkerScript()
    return await startWorkerd({
      port,
      storageDir,
      code: source,
      compatibilityDate,
      texts: {
        WORKER_VERSION: version,
        WORKER_API_KEY: workerKey,
        ENCRYPTION_KEY: encryptionKey,
        ...hosts,
      },
      s3: { accessKeyId, secretAccessKey },
      say,
    })
  } catch (error) {
    throw startFailure(error, port)
  }
}

function detailsOf({ origin }: Workerd, secrets: WorkerSecrets): WorkerDetails {
  const { workerKey, encryptionKey, accessKeyId, secretAccessKey } = secrets
  const endpoint = origin + S3_PATH
  const bucket = { endpoint, name: BUCKET_NAME, accessKeyId, secretAccessKey, publicUrl: origin }
  return { workerUrl: origin, workerKey, encryptionKey, bucket }
}

function startFailure(error: unknown, port: number): StartFailure {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'ERR_ADDRESS_IN_USE') {
    return new StartFailure(
      `Port ${port} is in use by another program.`,
      `Take another port: ${calledAs('worker', `--port ${otherPort(port)}`)}`,
    )
  }
  return new StartFailure(
    `The Workers runtime could not be started: ${reasonOf(error)}`,
    'It needs 64-bit Linux with glibc 2.35, macOS 13.5 or Windows 10, or newer.',
  )
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** If the pipe ends without a word, we are gone. */
const WATCH = 'read -r over || kill -9 "$0"'

/**
 * Makes each program that this process starts from a matching file end with it. workerd is a process of its own: when this one is
 * killed outright, it would go on publishing, and the next start would run a second one on the same files. So a one-line shell
 * beside it waits for our pipe to close.
 */
function endWithUs(file: RegExp): void {
  // On Windows children die with their parent.
  if (process.platform === 'win32') return
  subscribe('child_process', (message) => {
    const { process: child } = message as { process: ChildProcess }
    // Its file and id are known once it runs.
    child.once('spawn', () => {
      if (file.test(child.spawnfile)) watch(child)
    })
  })
}

function watch(child: ChildProcess): void {
  const watcher = spawn('/bin/sh', ['-c', WATCH, String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // A Ctrl+C in the terminal is for us.
    detached: true,
  })
  watcher.unref()
  // Without a watcher the Worker still runs.
  watcher.on('error', () => {})
  watcher.stdin.on('error', () => {})
  child.once('exit', () => watcher.stdin.end('over\n'))
}

const KeyText = z.string().regex(/^[\w-]{43}$/)
const WorkerSecrets = z.object({
  workerKey: KeyText,
  encryptionKey: KeyText,
  accessKeyId: z.string().regex(/^[0-9a-f]{32}$/),
  secretAccessKey: z.string().regex(/^[0-9a-f]{64}$/),
})
type WorkerSecrets = z.infer<typeof WorkerSecrets>

/** The secrets that the Worker shares with the server, made at its first start. Throws StartFailure when they cannot be read. */
function loadWorkerSecrets(file: string, random: Random): WorkerSecrets {
  if (!existsSync(file)) writeFileDurably(file, JSON.stringify(newSecrets(random)))
  chmodSync(file, 0o600)
  try {
    return WorkerSecrets.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new StartFailure(
      `The Worker’s secrets file ${file} cannot be read.`,
      `Restore it from a backup, or name another folder: ${calledAs('worker', '--data-dir DIR')}`,
    )
  }
}

function newSecrets(random: Random): WorkerSecrets {
  const key = () => toBase64Url(random.bytes(32))
  const hex = (bytes: number) => Buffer.from(random.bytes(bytes)).toString('hex')
  return { workerKey: key(), encryptionKey: key(), accessKeyId: hex(16), secretAccessKey: hex(32) }
}
