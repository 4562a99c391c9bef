// The one place that knows which Worker and which bucket are current. Read from the settings once and kept in memory
// until they change; variables override them, as a whole for the Worker and as a whole for the bucket.
import { createTokenVault } from '../../../engine/access/token-vault.ts'
import type { TokenVault } from '../../../engine/access/token-vault.ts'
import { fromBase64Url } from '../../../base64url.ts'
import type { Bucket } from '../../../ports/cloud/bucket.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Random } from '../../../ports/random.ts'
import type { SettingsStore } from '../../../ports/settings-store.ts'
import type { WorkerLink } from '../../../engine/worker/worker-link.ts'
import type { ValueSource } from '../../setup/login-apps.ts'
import { MINUTE, type Instant } from '../../../time.ts'
import type {
  BucketSettings,
  CloudConnection,
  DeployedWorker,
  MediaBucket,
  WorkerReach,
} from './connection.ts'
import { isKeyRefused } from '../worker-link/require-worker.ts'
import { createWorkerObserver, type WorkerObserver } from '../worker-link/worker-observer.ts'
import { createUnknownWorker, type UnknownWorker } from './unknown-worker.ts'
import { workerIdOf } from '../../../rules/ownership/ownership.ts'
import { keyIdOf, type WorkerStatus } from '../../../engine/worker/protocol.ts'
import { createKnownStores } from './worker-stores.ts'
import {
  CLOUD_SETTING,
  NOTHING_KEPT,
  openCloud,
  sealCloud,
  verificationAfter,
  type KeptCloud,
  type WorkerAddress,
} from './stored-cloud.ts'

/** Values set by variables; null where none is set. */
export interface FixedCloud {
  readonly worker: WorkerAddress | null
  readonly bucket: BucketSettings | null
}

/** Creates the clients of the Worker and the bucket. */
export interface CloudClients {
  createLink(worker: Pick<WorkerAddress, 'url' | 'key'>): WorkerLink
  createBucket(settings: BucketSettings): Bucket
}

export interface CloudSetupDeps extends CloudClients {
  readonly settings: SettingsStore
  readonly vault: TokenVault
  readonly clock: Clock
  readonly random: Random
  readonly fixedCloud: FixedCloud
  /** Another set-up is stored, or an answer of the Worker was noted. */
  changed?(): void
}

/** Variables override the page’s set-up: as a whole for the Worker, and as a whole for the bucket. */
export interface CloudState {
  readonly workerUrl: string | null
  readonly workerKey: string | null
  /** base64url of 32 bytes. */
  readonly encryptionKey: string | null
  readonly workerFrom: ValueSource | null
  readonly bucket: BucketSettings | null
  readonly bucketFrom: ValueSource | null
  /** When the Worker last answered with the right keys. */
  readonly verifiedAt: Instant | null
  /** It has answered with the right keys, and every answer since had them. */
  readonly isVerified: boolean
  /** False from a question of this run that it left unanswered, or refused, until it answers again. */
  readonly isAnswering: boolean
  /** The id of the encryption key; null without one. */
  readonly keyId: string | null
  /** The Worker that the automated deployment made; null when the Worker was deployed by hand. */
  readonly deployment: DeployedWorker | null
  readonly apiToken: string | null
}

export interface CloudSetup extends WorkerReach {
  cloudState(): Promise<CloudState>
  /** Null when no Worker is set up. */
  workerLink(): Promise<WorkerLink | null>
  /** The bucket alone, which may be set up without a Worker. */
  mediaBucket(): Promise<MediaBucket | null>
  /** Replaces the named parts, together with other settings values in one write. */
  changeCloud(change: Partial<KeptCloud>, alongside?: Readonly<Record<string, unknown>>): Promise<void>
  /** For recalling everything and the change that follows: what was scheduled in between would be lost at the Worker. */
  whileLeaving<T>(work: () => Promise<T>): Promise<T>
}

/** For the exchange in the background: nobody else may ask for days. */
const VERIFY_AGAIN = 5 * MINUTE

interface Current {
  readonly state: Omit<CloudState, 'isAnswering'>
  readonly observer: WorkerObserver
  readonly link: WorkerLink | null
  readonly mediaBucket: MediaBucket | null
  readonly connection: CloudConnection | null
  /** Its question comes before the connection is used; null once the Worker has answered. */
  readonly unknown: UnknownWorker | null
}

export function createCloudSetup(given: CloudSetupDeps): CloudSetup {
  const deps = { ...given, createBucket: oneClient(given.createBucket) }
  const { settings, vault, clock } = deps
  let current: Promise<Current> | null = null
  let writing: Promise<unknown> = Promise.resolve()
  let verifiedLast: Instant | null = null
  const stores = createKnownStores()
  const observerOf = oneObserver(clock)
  const now = () => (current ??= load().catch(forget))
  const forget = (error: unknown): never => {
    current = null
    throw error
  }
  const load = async () => {
    const kept = await openCloud(vault, await settings.get(CLOUD_SETTING))
    return currentOf(deps, kept, { note: noteAnswer, isDue: isVerifyingDue, storeOf: stores.of, observerOf })
  }
  const isVerifyingDue = (): boolean => {
    const at = clock.now()
    if (verifiedLast !== null && Math.abs(at - verifiedLast) < VERIFY_AGAIN) return false
    verifiedLast = at
    return true
  }
  // One after the other: each starts from what the previous one wrote.
  const change: CloudSetup['changeCloud'] = (changed, alongside = {}) => {
    const write = async () => {
      const kept = { ...(await openCloud(vault, await settings.get(CLOUD_SETTING))), ...changed }
      const value = isNothing(kept) ? null : await sealCloud(vault, kept)
      await settings.put({ ...alongside, [CLOUD_SETTING]: value })
      current = null
      deps.changed?.()
    }
    const written = writing.then(write, write)
    writing = written.catch(() => {})
    return written
  }
  const noteAnswer: Verifying['note'] = async (workerUrl, holds, status) => {
    if (status && stores.see(workerUrl, status)) current = null
    const kept = await openCloud(vault, await settings.get(CLOUD_SETTING))
    const noted = {
      ...verificationAfter(kept, { workerUrl, holds, now: clock.now() }),
      ...stores.toKeep(kept, workerUrl),
    }
    if (Object.keys(noted).length > 0) await change(noted)
  }
  return {
    cloudState: async () => stateNow(await now()),
    workerLink: async () => (await now()).link,
    mediaBucket: async () => (await now()).mediaBucket,
    async cloudConnection() {
      const { connection, unknown } = await now()
      if (unknown === null) return connection
      await unknown.ask()
      return (await now()).connection
    },
    changeCloud: change,
    ...createLeaving(),
  }
}

function stateNow({ state, observer }: Current): CloudState {
  return { ...state, isAnswering: observer.isAnswering() }
}

function createLeaving(): Pick<CloudSetup, 'isBeingLeft' | 'whileLeaving'> {
  let leaving = 0
  return {
    isBeingLeft: () => leaving > 0,
    async whileLeaving(work) {
      leaving += 1
      try {
        return await work()
      } finally {
        leaving -= 1
      }
    },
  }
}

/** Keeps one client per Worker: facts noted about it need no new client and no new connections. */
function oneClient(create: CloudSetupDeps['createBucket']): CloudSetupDeps['createBucket'] {
  let made: { readonly of: string; readonly bucket: Bucket } | null = null
  return (settings) => {
    const of = JSON.stringify(settings)
    if (made?.of !== of) made = { of, bucket: create(settings) }
    return made.bucket
  }
}

/** Keeps one per Worker: what was heard of it is still true once a fact about it is noted. */
function oneObserver(clock: Clock): (workerUrl: string) => WorkerObserver {
  let made: { readonly of: string; readonly observer: WorkerObserver } | null = null
  return (workerUrl) => {
    if (made?.of !== workerUrl) made = { of: workerUrl, observer: createWorkerObserver(clock) }
    return made.observer
  }
}

function isNothing(kept: KeptCloud): boolean {
  return Object.keys(NOTHING_KEPT).every((field) => kept[field as keyof KeptCloud] === null)
}

interface Verifying {
  /** With the status that the Worker answered; without when it refused the worker key. */
  note(workerUrl: string, holds: boolean, status?: WorkerStatus): Promise<void>
  /** True once in a while. */
  isDue(): boolean
}

interface Reading extends Verifying {
  storeOf(kept: KeptCloud, workerUrl: string): string | null | undefined
  observerOf(workerUrl: string): WorkerObserver
}

async function currentOf(
  deps: CloudSetupDeps,
  kept: KeptCloud,
  { storeOf, observerOf, ...verifying }: Reading,
): Promise<Current> {
  const { fixedCloud, random, clock } = deps
  const worker = fixedCloud.worker ?? kept.worker
  const bucket = fixedCloud.bucket ?? kept.bucket
  const key = worker && fromBase64Url(worker.encryptionKey)
  const keyId = key && (await keyIdOf(key))
  const state = stateOf(kept, { worker, bucket, keyId, fixedCloud })
  const observer = observerOf(worker?.url ?? '')
  const link =
    worker && keyId !== null
      ? recordVerification(observer.observe(deps.createLink(worker)), { worker, keyId, ...verifying })
      : null
  const mediaBucket = bucket && { bucket: deps.createBucket(bucket), publicUrl: bucket.publicUrl }
  if (link === null || worker === null || mediaBucket === null || key === null || keyId === null)
    return { state, observer, link, mediaBucket, connection: null, unknown: null }
  const storeId = storeOf(kept, worker.url)
  const unknown = storeId === undefined ? createUnknownWorker(link, clock) : null
  const connection: CloudConnection = {
    workerUrl: worker.url,
    worker: unknown?.link ?? link,
    vault: await createTokenVault(key, random),
    keyId: workerIdOf(keyId, storeId ?? null),
    bucket: mediaBucket.bucket,
    mediaBaseUrl: mediaBucket.publicUrl,
    clockAhead: observer.clockAhead,
  }
  return { state, observer, link, mediaBucket, connection, unknown }
}

interface Effective {
  readonly worker: WorkerAddress | null
  readonly bucket: BucketSettings | null
  readonly keyId: string | null
  readonly fixedCloud: FixedCloud
}

function stateOf(kept: KeptCloud, { worker, bucket, keyId, fixedCloud }: Effective): Current['state'] {
  const isOfThisWorker = kept.verification !== null && kept.verification.workerUrl === worker?.url
  return {
    workerUrl: worker?.url ?? null,
    workerKey: worker?.key ?? null,
    encryptionKey: worker?.encryptionKey ?? null,
    bucket,
    verifiedAt: isOfThisWorker ? (kept.verification?.at ?? null) : null,
    isVerified: isOfThisWorker && kept.verification?.holds === true,
    // What was deployed from here is not the Worker that a variable names.
    deployment: fixedCloud.worker === null ? kept.deployment : null,
    apiToken: kept.apiToken,
    workerFrom: sourceOf(fixedCloud.worker, worker),
    bucketFrom: sourceOf(fixedCloud.bucket, bucket),
    keyId,
  }
}

function sourceOf(fixed: unknown, effective: unknown): ValueSource | null {
  if (fixed !== null) return 'variable'
  return effective === null ? null : 'page'
}

/** Every status request also shows whether the keys are right. Reading changes makes one now and then. */
function recordVerification(
  link: WorkerLink,
  { worker, keyId, note, isDue }: Verifying & { worker: WorkerAddress; keyId: string },
): WorkerLink {
  const status = async () => {
    const reply = await link.status()
    if (reply.kind === 'ok' || isKeyRefused(reply)) {
      // A failed write is repeated with the next answer.
      const status = reply.kind === 'ok' ? reply.value : undefined
      await note(worker.url, status?.keyId === keyId, status).catch(() => {})
    }
    return reply
  }
  return {
    ...link,
    status,
    async changes(...args) {
      const reply = await link.changes(...args)
      if ((reply.kind === 'ok' || isKeyRefused(reply)) && isDue()) await status()
      return reply
    },
  }
}
