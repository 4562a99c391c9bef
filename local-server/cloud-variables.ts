// The variables of Worker and bucket come in groups: all of a group or none, because an incomplete connection would
// only fail when the first post is due.
import { z } from 'zod'
import {
  BucketFields,
  endpointOf,
  BucketRegion,
  EncryptionKey,
  SafeUrl,
  WorkerKey,
} from '../core/features/cloud/connection/addresses-and-keys.ts'
import type { FixedCloud } from '../core/features/cloud/connection/settings.ts'
import { StartFailure } from './terminal/start-failure.ts'

const address = SafeUrl.describe('an https address, or an http address on loopback').optional()
const { name, accessKeyId, secretAccessKey } = BucketFields.shape

export const CLOUD_VARIABLES = {
  BUCKET_ENDPOINT: address,
  BUCKET_REGION: BucketRegion.describe('a region, such as eu-central-1, or auto').optional(),
  BUCKET_NAME: name.describe('the name of the bucket').optional(),
  BUCKET_ACCESS_KEY_ID: accessKeyId.describe('the whole access key id').optional(),
  BUCKET_SECRET_ACCESS_KEY: secretAccessKey.describe('the whole secret access key').optional(),
  BUCKET_PUBLIC_URL: address,
  CLOUD_WORKER_URL: address,
  CLOUD_WORKER_KEY: WorkerKey.describe('the whole worker key, without spaces').optional(),
  CLOUD_ENCRYPTION_KEY: EncryptionKey.describe('32 bytes as 43 digits of base64url').optional(),
} as const

const Group = z.object(CLOUD_VARIABLES)
type Values = z.infer<typeof Group>

/** Throws StartFailure naming what is missing from a group. */
export function readFixedCloud(values: Values): FixedCloud {
  const worker = whole(values, ['CLOUD_WORKER_URL', 'CLOUD_WORKER_KEY', 'CLOUD_ENCRYPTION_KEY'])
  const bucket = whole(values, [
    'BUCKET_ENDPOINT',
    'BUCKET_NAME',
    'BUCKET_ACCESS_KEY_ID',
    'BUCKET_SECRET_ACCESS_KEY',
    'BUCKET_PUBLIC_URL',
  ])
  return {
    worker: worker && {
      url: worker.CLOUD_WORKER_URL,
      key: worker.CLOUD_WORKER_KEY,
      encryptionKey: worker.CLOUD_ENCRYPTION_KEY,
    },
    bucket: bucket && {
      endpoint: endpointOf({ endpoint: bucket.BUCKET_ENDPOINT, name: bucket.BUCKET_NAME }),
      name: bucket.BUCKET_NAME,
      region: values.BUCKET_REGION ?? 'auto',
      accessKeyId: bucket.BUCKET_ACCESS_KEY_ID,
      secretAccessKey: bucket.BUCKET_SECRET_ACCESS_KEY,
      publicUrl: bucket.BUCKET_PUBLIC_URL,
    },
  }
}

function whole<Name extends keyof Values>(
  values: Values,
  names: readonly Name[],
): Record<Name, string> | null {
  const missing = names.filter((each) => values[each] === undefined)
  if (missing.length === names.length) return null
  const [first] = missing
  if (first !== undefined)
    throw new StartFailure(
      `${first} is missing, but other variables of its group are set.`,
      `Set ${listed(names)}, or leave all of them out.`,
    )
  return Object.fromEntries(names.map((each) => [each, values[each]])) as Record<Name, string>
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
