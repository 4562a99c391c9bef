// The data folder as somebody opens it who was given a copy.
import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { startSandbox, type SandboxProcess } from '../process-harness/sandbox-process.ts'
import { startServer, type ServerProcess } from '../process-harness/server-process.ts'
import type { Unpacked } from './packed-folder.ts'

/** What the version that wrote the folder says of it. */
export const REPLIES = join(import.meta.dirname, '../fixtures/data-folder-replies.json')

export interface Opened {
  readonly sandbox: SandboxProcess
  readonly server: ServerProcess
  /** Another server in the place of one that has ended, with the Worker at this address. */
  againWith(workerUrl: string): Promise<ServerProcess>
}

const NOBODY = 'http://127.0.0.1:1'
const FAST = pathToFileURL(join(import.meta.dirname, '../faults/fast-and-mortal.ts')).href

/** With the sandbox that it was used with, and without the Worker. For both of them time may run faster than it does. */
export async function openHeld(unpacked: Unpacked, speed = 1): Promise<Opened> {
  const nodeArgs = [`--import=${FAST}`]
  const time = { FAULT_SPEED: String(speed), FAULT_EPOCH: String(Date.now()) }
  const sandbox = await startSandbox(unpacked.folder('sandbox'), { nodeArgs, env: time })
  const open = (workerUrl: string) => {
    const env = { NIGHTPOST_SANDBOX_URL: sandbox.origin, ...time, ...variablesOf(unpacked, workerUrl) }
    return startServer({ dataDir: unpacked.folder('data'), env, nodeArgs })
  }
  return { sandbox, server: await open(NOBODY), againWith: open }
}

/** What connects a server to the Worker, as the Worker at this address would print it. */
export function variablesOf(unpacked: Unpacked, workerUrl: string): Record<string, string> {
  const secrets = JSON.parse(
    readFileSync(join(unpacked.folder('worker'), 'worker-secrets.json'), 'utf8'),
  ) as Record<string, string>
  return {
    CLOUD_WORKER_URL: workerUrl,
    CLOUD_WORKER_KEY: secrets['workerKey'] ?? '',
    CLOUD_ENCRYPTION_KEY: secrets['encryptionKey'] ?? '',
    BUCKET_ENDPOINT: `${workerUrl}/cdn-cgi/local/r2/s3`,
    BUCKET_NAME: 'nightpost-media',
    BUCKET_ACCESS_KEY_ID: secrets['accessKeyId'] ?? '',
    BUCKET_SECRET_ACCESS_KEY: secrets['secretAccessKey'] ?? '',
    BUCKET_PUBLIC_URL: workerUrl,
  }
}
