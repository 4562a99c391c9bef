// The stored set-up of the cloud: one settings value, with each secret in it sealed for its own use.
import { z } from 'zod'
import type { TokenVault } from '../../../engine/access/token-vault.ts'
import { MINUTE, type Instant } from '../../../time.ts'
import type { BucketSettings, DeployedWorker } from './connection.ts'

export const CLOUD_SETTING = 'cloud'

export interface WorkerAddress {
  readonly url: string
  readonly key: string
  /** base64url of 32 bytes. */
  readonly encryptionKey: string
}

/** When the Worker last answered with this installation's key, and whether its latest answer did. */
export interface Verification {
  readonly workerUrl: string
  readonly at: Instant
  readonly holds: boolean
}

/** Which storage the Worker at this address had when it first answered there. */
export interface KnownStore {
  readonly workerUrl: string
  readonly id: string
}

/** Opened. A secret that can no longer be opened makes the part that needs it count as not set. */
export interface KeptCloud {
  readonly worker: WorkerAddress | null
  readonly bucket: BucketSettings | null
  readonly apiToken: string | null
  readonly deployment: DeployedWorker | null
  readonly verification: Verification | null
  readonly store: KnownStore | null
}

export const NOTHING_KEPT: KeptCloud = {
  worker: null,
  bucket: null,
  apiToken: null,
  deployment: null,
  verification: null,
  store: null,
}

const Stored = z.object({
  worker: z
    .object({ url: z.string(), sealedKey: z.string(), sealedEncryptionKey: z.string() })
    .nullable()
    .catch(null),
  bucket: z
    .object({
      endpoint: z.string(),
      name: z.string(),
      region: z.string().optional(),
      accessKeyId: z.string(),
      sealedSecretAccessKey: z.string(),
      publicUrl: z.string(),
    })
    .nullable()
    .catch(null),
  sealedApiToken: z.string().nullable().catch(null),
  deployment: z
    .object({
      accountId: z.string(),
      scriptName: z.string(),
      namespaceId: z.string().nullable(),
      version: z.string().nullable(),
    })
    .nullable()
    .catch(null),
  verification: z
    .object({ workerUrl: z.string(), at: z.number(), holds: z.boolean() })
    .nullable()
    .catch(null),
  store: z.object({ workerUrl: z.string(), id: z.string() }).nullable().catch(null),
})
type Stored = z.infer<typeof Stored>

/** Unchanged facts of an answer are written again only after this long. */
const NOTE_AGAIN = MINUTE

/** What an answer at this time changes; null when it changes nothing. */
export function verificationAfter(
  { verification }: KeptCloud,
  { workerUrl, holds, now }: { readonly workerUrl: string; readonly holds: boolean; readonly now: Instant },
): Pick<KeptCloud, 'verification'> | null {
  const known = verification?.workerUrl === workerUrl ? verification : null
  const at = holds ? now : (known?.at ?? null)
  if (at === null || (known?.holds === holds && Math.abs(at - known.at) < NOTE_AGAIN)) return null
  return { verification: { workerUrl, at, holds } }
}

const owner = (field: string) => `settings/cloud/${field}`

export async function openCloud(vault: TokenVault, value: unknown): Promise<KeptCloud> {
  const stored = Stored.safeParse(value)
  if (!stored.success) return NOTHING_KEPT
  const { worker, bucket, sealedApiToken, deployment, verification, store } = stored.data
  return {
    worker: worker && (await openWorker(vault, worker)),
    bucket: bucket && (await openBucket(vault, bucket)),
    apiToken: sealedApiToken && (await vault.open(sealedApiToken, owner('apiToken'))),
    deployment,
    verification,
    store,
  }
}

async function openWorker(
  vault: TokenVault,
  { url, sealedKey, sealedEncryptionKey }: NonNullable<Stored['worker']>,
): Promise<WorkerAddress | null> {
  const key = await vault.open(sealedKey, owner('workerKey'))
  const encryptionKey = await vault.open(sealedEncryptionKey, owner('encryptionKey'))
  return key !== null && encryptionKey !== null ? { url, key, encryptionKey } : null
}

async function openBucket(
  vault: TokenVault,
  { sealedSecretAccessKey, ...bucket }: NonNullable<Stored['bucket']>,
): Promise<BucketSettings | null> {
  const secretAccessKey = await vault.open(sealedSecretAccessKey, owner('bucketSecret'))
  return secretAccessKey === null ? null : { ...bucket, secretAccessKey }
}

export async function sealCloud(vault: TokenVault, kept: KeptCloud): Promise<Stored> {
  const { worker, bucket, apiToken, deployment, verification, store } = kept
  return {
    worker: worker && {
      url: worker.url,
      sealedKey: await vault.seal(worker.key, owner('workerKey')),
      sealedEncryptionKey: await vault.seal(worker.encryptionKey, owner('encryptionKey')),
    },
    bucket: bucket && (await sealBucket(vault, bucket)),
    sealedApiToken: apiToken && (await vault.seal(apiToken, owner('apiToken'))),
    deployment,
    verification,
    store,
  }
}

async function sealBucket(vault: TokenVault, { secretAccessKey, ...bucket }: BucketSettings) {
  return { ...bucket, sealedSecretAccessKey: await vault.seal(secretAccessKey, owner('bucketSecret')) }
}
