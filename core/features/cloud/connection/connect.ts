// Connects a Worker that exists already, and disconnects one.
import { fromBase64Url } from '../../../base64url.ts'
import { deployRefusal } from '../../../rules/notices/deploy-refusals.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { WorkerLink } from '../../../engine/worker/worker-link.ts'
import type { BucketSettings } from './connection.ts'
import { safeText } from '../../../redact.ts'
import { DeployRefusal } from '../deploy/deploy-refusal.ts'
import { DEPLOYMENT_SETTING } from '../deploy/progress.ts'
import { keyIdOf, type WorkerStatus } from '../../../engine/worker/protocol.ts'
import { workerIdOf } from '../../../rules/ownership/ownership.ts'
import type { CloudClients, CloudSetup } from './settings.ts'
import { NOTHING_KEPT, type WorkerAddress } from './stored-cloud.ts'
import { tryBucket, type BucketFault } from './try-bucket.ts'
import { requireAnswer, requireWorker } from '../worker-link/require-worker.ts'
import type { Random } from '../../../ports/random.ts'

/** What the Worker still has, or may have: with nothing left it can be disconnected without losing a post. */
export interface NotRecalled {
  readonly posts: number
  /** Whose mentions it checks. */
  readonly accounts: number
}

/** What happens to scheduled posts when the Worker changes. */
export interface CloudMoves {
  /** Recalls everything from the Worker, and counts what it did not release. */
  recallAll(): Promise<NotRecalled>
  /** Ends here what the Worker did not release, as posts whose outcome is unknown. */
  abandonAll(): Promise<void>
  /** Removes the accounts' tokens from the Worker, as far as it answers. */
  unregisterAccounts(): Promise<void>
  /** Registers every account with the Worker; `left` is how many could not be registered. */
  registerAllAccounts(): Promise<{ readonly left: number }>
}

export interface ConnectCloudDeps extends CloudMoves, CloudClients {
  /** Reads an address as anyone on the internet would. */
  readonly fetchPublic: typeof fetch
  readonly random: Random
  readonly cloudSetup: CloudSetup
  readonly clock: Clock
}

export interface CloudEntry {
  readonly worker: WorkerAddress
  /** Undefined leaves the bucket as it is. */
  readonly bucket?: BucketSettings | undefined
}

/**
 * Stores the Worker once it has proven to be this installation's. Throws SETUP_LOCKED, WORKER_UNREACHABLE, INVALID_WORKER_KEY,
 * ENCRYPTION_KEY_MISMATCH, CLOUD_ERROR when the bucket does not work, and SYNC_FAILED: for posts that an earlier
 * Worker did not release, with nothing changed; for accounts that could not be registered, with everything else done.
 */
export async function connectWorker(deps: ConnectCloudDeps, { worker, bucket }: CloudEntry): Promise<void> {
  const { cloudSetup, clock } = deps
  await requireOwnChoice(cloudSetup)
  const link = deps.createLink(worker)
  const status = await requireRightKeys(link, worker.encryptionKey)
  if (bucket) await requireBucket(deps, bucket)
  const isSame = await isConnected(cloudSetup, status)
  await cloudSetup.whileLeaving(async () => {
    if (!isSame) await leaveOtherWorker(deps, worker.url)
    const { workerUrl } = await cloudSetup.cloudState()
    await cloudSetup.changeCloud(
      {
        worker,
        ...(bucket && { bucket }),
        verification: { workerUrl: worker.url, at: clock.now(), holds: true },
        // A Worker that was deployed from here can still be deployed after it is connected again.
        ...(workerUrl !== worker.url && { deployment: null }),
      },
      { [DEPLOYMENT_SETTING]: null },
    )
  })
  await requireRegistration(deps)
}

/**
 * Forgets the set-up after every post was recalled; `leave` ends the posts that could not be, for a Worker that
 * will never answer again. Throws SYNC_FAILED, with nothing forgotten.
 */
export async function disconnectCloud(
  deps: ConnectCloudDeps,
  { leave }: { readonly leave: boolean },
): Promise<void> {
  await deps.cloudSetup.whileLeaving(async () => {
    if (leave) await recallOrAbandon(deps)
    else await requireRecall(deps)
    await deps.unregisterAccounts()
    await deps.cloudSetup.changeCloud(NOTHING_KEPT, { [DEPLOYMENT_SETTING]: null })
  })
}

/** Throws SETUP_LOCKED: variables would override what is chosen on the page. */
export async function requireOwnChoice(cloudSetup: CloudSetup): Promise<void> {
  if ((await cloudSetup.cloudState()).workerFrom !== 'variable') return
  throw new DeployRefusal(null, deployRefusal('SET_BY_VARIABLES'), 'SETUP_LOCKED')
}

/** Perhaps at another address: then it keeps its posts, and the one that it had may not answer any more. */
async function isConnected(cloudSetup: CloudSetup, { keyId, storeId }: WorkerStatus): Promise<boolean> {
  if (keyId === null || storeId === undefined) return false
  return (await cloudSetup.cloudConnection())?.keyId === workerIdOf(keyId, storeId)
}

/** Throws WORKER_UNREACHABLE, INVALID_WORKER_KEY or ENCRYPTION_KEY_MISMATCH. */
export async function requireRightKeys(link: WorkerLink, encryptionKey: string): Promise<WorkerStatus> {
  const status = requireAnswer(await link.status())
  const { keyId } = status
  if (keyId === (await keyIdOf(fromBase64Url(encryptionKey)))) return status
  const problem = keyId === null ? 'NO_ENCRYPTION_KEY' : 'OTHER_ENCRYPTION_KEY'
  throw new DeployRefusal(null, deployRefusal(problem), 'ENCRYPTION_KEY_MISMATCH')
}

/** Called before another Worker replaces the current one, inside `whileLeaving`. Throws SYNC_FAILED. */
export async function leaveOtherWorker(deps: ConnectCloudDeps, workerUrl: string): Promise<void> {
  const before = (await deps.cloudSetup.cloudState()).workerUrl
  if (before === null || before === workerUrl) return
  await requireRecall(deps)
  await deps.unregisterAccounts()
}

async function requireRecall({ recallAll }: CloudMoves): Promise<void> {
  const left = await recallAll()
  if (left.posts + left.accounts === 0) return
  const posts = safeText(String(left.posts))
  const refusal =
    left.accounts === 0
      ? deployRefusal('POSTS_NOT_RELEASED', { posts })
      : deployRefusal('NOT_RELEASED', { posts, checked: safeText(String(left.accounts)) })
  throw new DeployRefusal(null, refusal, 'SYNC_FAILED')
}

async function recallOrAbandon({ recallAll, abandonAll }: CloudMoves): Promise<void> {
  const { posts, accounts } = await recallAll()
  if (posts + accounts > 0) await abandonAll()
}

/** Throws SYNC_FAILED. */
export async function requireRegistration({ registerAllAccounts }: CloudMoves): Promise<void> {
  const { left } = await registerAllAccounts()
  if (left === 0) return
  throw new DeployRefusal(null, deployRefusal('NOT_REGISTERED'), 'SYNC_FAILED')
}

/** Throws CLOUD_ERROR. */
async function requireBucket(deps: ConnectCloudDeps, settings: BucketSettings): Promise<void> {
  const { publicUrl } = settings
  const fault = await tryBucket(deps, { bucket: deps.createBucket(settings), publicUrl })
  if (fault !== null) throw new DeployRefusal(null, refusalOf(fault), 'CLOUD_ERROR')
}

function refusalOf(fault: BucketFault) {
  if (fault.kind === 'refuses')
    return deployRefusal('BUCKET_REFUSES', { httpStatus: safeText(String(fault.status)) })
  return deployRefusal(fault.kind === 'silent' ? 'BUCKET_SILENT' : 'BUCKET_ELSEWHERE')
}

/** Through the Worker, which knows which keys are its own. Throws CLOUD_NOT_CONFIGURED, VALIDATION_ERROR and as `answered`. */
export async function putKey({ cloudSetup }: ConnectCloudDeps, key: string, value: string): Promise<void> {
  const link = await requireWorker(cloudSetup.workerLink)
  requireWritten(await link.putKey(key, value))
}

export async function deleteKey({ cloudSetup }: ConnectCloudDeps, key: string): Promise<void> {
  const link = await requireWorker(cloudSetup.workerLink)
  requireWritten(await link.deleteKey(key))
}

function requireWritten(reply: Awaited<ReturnType<WorkerLink['putKey']>>): void {
  if (reply.kind === 'refused' && [400, 403, 409, 413].includes(reply.refusal.httpStatus)) {
    const httpStatus = safeText(String(reply.refusal.httpStatus))
    throw new DeployRefusal(null, deployRefusal('KEY_REFUSED', { httpStatus }))
  }
  // The Worker reports nothing else than a failing store with this code here.
  if (reply.kind === 'unknown' && reply.code === 'CLOUD_ERROR')
    throw new DeployRefusal(null, deployRefusal('STORE_FAILED'), 'CLOUD_ERROR')
  requireAnswer(reply)
}
