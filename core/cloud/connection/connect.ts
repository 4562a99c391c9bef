// Connecting a Worker that is there already, and letting go of one.
import { fromBase64Url, toHex } from '../../base64url.ts'
import { CodedError } from '../../errors.ts'
import { readText } from '../../http-calls/call-json.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Random } from '../../ports/random.ts'
import type { WorkerLink } from '../../ports/cloud/worker-link.ts'
import { SECOND, type Duration } from '../../time.ts'
import type { BucketSettings } from './connection.ts'
import { DEPLOYMENT_SETTING } from '../deploy/progress.ts'
import { keyIdOf } from '../protocol/protocol.ts'
import type { CloudClients, CloudSetup } from './settings.ts'
import { NOTHING_KEPT, type WorkerAddress } from './stored-cloud.ts'
import { requireAnswer, requireWorker } from '../protocol/require-worker.ts'

const PUBLIC_READ: Duration = 10 * SECOND
const LARGEST_CHECK = 1024

/** Moves of scheduling when the Worker changes. */
export interface CloudMoves {
  /** Recalls everything from the Worker; `left` is how much it did not let go of, `accounts` of it are accounts. */
  recallAll(): Promise<{ readonly left: number; readonly accounts?: number }>
  /** Ends here what the Worker did not let go of, as posts whose outcome is not known. */
  abandonAll(): Promise<void>
  /** Takes the accounts' tokens away from the Worker, as far as it answers. */
  unregisterAccounts(): Promise<void>
  /** Registers every account with the Worker; `left` is how many could not be registered. */
  registerAllAccounts(): Promise<{ readonly left: number }>
}

/** For a runtime in which everything is published here. */
export const NOTHING_HANDED_OVER: CloudMoves = {
  recallAll: async () => ({ left: 0 }),
  abandonAll: async () => {},
  unregisterAccounts: async () => {},
  registerAllAccounts: async () => ({ left: 0 }),
}

export interface ConnectCloudDeps extends CloudMoves, CloudClients {
  readonly cloudSetup: CloudSetup
  readonly clock: Clock
  readonly random: Random
  /** Reads an address as anybody on the internet does. */
  readonly fetchPublic: typeof fetch
}

export interface CloudEntry {
  readonly worker: WorkerAddress
  /** Undefined leaves the bucket as it is. */
  readonly bucket?: BucketSettings | undefined
}

/**
 * Stores the Worker once it has shown that it is ours. Throws SETUP_LOCKED, WORKER_UNREACHABLE, INVALID_WORKER_KEY,
 * ENCRYPTION_KEY_MISMATCH, CLOUD_ERROR when the bucket does not work, and SYNC_FAILED: about posts that an earlier Worker
 * did not let go of, with nothing changed; about accounts that could not be registered, with all else done.
 */
export async function connectWorker(deps: ConnectCloudDeps, { worker, bucket }: CloudEntry): Promise<void> {
  const { cloudSetup, clock } = deps
  await requireOwnChoice(cloudSetup)
  const link = deps.createLink({ workerUrl: worker.url, workerKey: worker.key })
  await requireRightKeys(link, worker.encryptionKey)
  if (bucket) await tryBucket(deps, bucket)
  await leaveOtherWorker(deps, worker.url)
  const { workerUrl } = await cloudSetup.cloudState()
  await cloudSetup.changeCloud(
    {
      worker,
      ...(bucket && { bucket }),
      verification: { workerUrl: worker.url, at: clock.now(), holds: true },
      // A Worker that was deployed from here and is connected once more stays one that can be deployed again.
      ...(workerUrl !== worker.url && { deployment: null }),
    },
    { [DEPLOYMENT_SETTING]: null },
  )
  await requireRegistration(deps)
}

/**
 * Forgets everything that was set up, after every post was recalled; `leave` ends those that do not, for a Worker that will
 * never answer again. Throws SYNC_FAILED, with nothing forgotten.
 */
export async function disconnectCloud(
  deps: ConnectCloudDeps,
  { leave }: { readonly leave: boolean },
): Promise<void> {
  if (leave) await recallOrAbandon(deps)
  else await requireRecall(deps)
  await deps.unregisterAccounts()
  await deps.cloudSetup.changeCloud(NOTHING_KEPT, { [DEPLOYMENT_SETTING]: null })
}

/** Throws SETUP_LOCKED: what variables say would win over what is chosen in the page. */
export async function requireOwnChoice(cloudSetup: CloudSetup): Promise<void> {
  if ((await cloudSetup.cloudState()).workerFrom !== 'variable') return
  throw new CodedError(
    'SETUP_LOCKED',
    'The Worker is set by CLOUD_WORKER_URL. Start without the CLOUD variables to choose another one here.',
  )
}

/** Resolves with the Worker's version. Throws WORKER_UNREACHABLE, INVALID_WORKER_KEY or ENCRYPTION_KEY_MISMATCH. */
export async function requireRightKeys(link: WorkerLink, encryptionKey: string): Promise<string> {
  const { keyId, version } = requireAnswer(await link.status())
  if (keyId === (await keyIdOf(fromBase64Url(encryptionKey)))) return version
  throw new CodedError(
    'ENCRYPTION_KEY_MISMATCH',
    keyId === null
      ? 'The Worker has no encryption key. Set its secret ENCRYPTION_KEY, or deploy it from here.'
      : 'The Worker has a different encryption key from the one entered. Enter the key that it was deployed with, or deploy it again.',
  )
}

/** Before another Worker takes the place of the one that we have. Throws SYNC_FAILED. */
export async function leaveOtherWorker(deps: ConnectCloudDeps, workerUrl: string): Promise<void> {
  const before = (await deps.cloudSetup.cloudState()).workerUrl
  if (before !== null && before !== workerUrl) await requireRecall(deps)
}

async function requireRecall({ recallAll }: CloudMoves): Promise<void> {
  const { left, accounts = 0 } = await recallAll()
  if (left === 0) return
  const posts = left - accounts
  const what = [
    ...(posts > 0 ? [posts === 1 ? 'one post' : `${posts} posts`] : []),
    ...(accounts > 0
      ? [accounts === 1 ? 'the mentions of one account' : `the mentions of ${accounts} accounts`]
      : []),
  ].join(' and ')
  throw new CodedError(
    'SYNC_FAILED',
    `The cloud Worker did not release ${what}. Try again when it can be reached, or once they are published; for a Worker that is gone for good, leave them behind.`,
  )
}

async function recallOrAbandon({ recallAll, abandonAll }: CloudMoves): Promise<void> {
  const { left } = await recallAll()
  if (left > 0) await abandonAll()
}

/** Throws SYNC_FAILED. */
export async function requireRegistration({ registerAllAccounts }: CloudMoves): Promise<void> {
  const { left } = await registerAllAccounts()
  if (left === 0) return
  throw new CodedError(
    'SYNC_FAILED',
    'The Worker is connected, but not every account could be registered with it yet. Nightpost keeps trying.',
  )
}

/** Written, and read where the platform will read it: under a name as every file of a post has. Throws CLOUD_ERROR. */
async function tryBucket(
  { createBucket, fetchPublic, random }: ConnectCloudDeps,
  settings: BucketSettings,
): Promise<void> {
  const bucket = createBucket(settings)
  const key = `media/${toHex(random.bytes(16))}.txt`
  const text = random.uuid()
  const bytes = new TextEncoder().encode(text)
  const stream = () => new Response(bytes).body ?? new ReadableStream<Uint8Array<ArrayBuffer>>()
  await bucket.put(key, { size: bytes.length, stream }, 'text/plain')
  try {
    const found = await readPublic(fetchPublic, `${settings.publicUrl}/${key}`)
    if (found !== text) throw new CodedError('CLOUD_ERROR', notPublic(settings, found))
  } finally {
    await bucket.remove(key)
  }
}

/** Reads the text there, or the reason why there is none. */
async function readPublic(fetchPublic: typeof fetch, url: string): Promise<string> {
  try {
    const response = await fetchPublic(url, { signal: AbortSignal.timeout(PUBLIC_READ) })
    return response.ok ? await readText(response, LARGEST_CHECK) : `HTTP ${response.status}`
  } catch {
    return 'no answer'
  }
}

function notPublic({ publicUrl }: BucketSettings, found: string): string {
  const why = /^(?:HTTP \d+|no answer)$/.test(found) ? found : 'something else is there'
  return `The bucket accepts files, but they cannot be read at ${publicUrl} (${why}). Instagram fetches them there: make the bucket public, or enter its public address.`
}

/** Through the Worker, which knows which keys are its own. Throws CLOUD_NOT_CONFIGURED, VALIDATION_ERROR and as `answered`. */
export async function putKey({ cloudSetup }: ConnectCloudDeps, key: string, value: string): Promise<void> {
  const link = await requireWorker(cloudSetup)
  requireWritten(await link.putKey(key, value))
}

export async function deleteKey({ cloudSetup }: ConnectCloudDeps, key: string): Promise<void> {
  const link = await requireWorker(cloudSetup)
  requireWritten(await link.deleteKey(key))
}

function requireWritten(reply: Awaited<ReturnType<WorkerLink['putKey']>>): void {
  if (reply.kind === 'refused' && [400, 403, 409, 413].includes(reply.refusal.httpStatus))
    throw new CodedError('VALIDATION_ERROR', `The Worker does not accept this key: ${reply.refusal.message}`)
  requireAnswer(reply)
}
