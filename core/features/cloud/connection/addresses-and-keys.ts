// What a person or a variable may enter to deploy a Worker, or to connect one and a bucket.
import { z } from 'zod'

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** https, or http on loopback: keys and tokens must not travel in clear to another machine. No login, query or fragment in it. */
export const SafeUrl = z
  .url({ normalize: true })
  .max(2_000)
  .refine((text) => isSafe(text), 'must be an https address, or an http address on this computer')
  .transform((text) => text.replace(/\/+$/, ''))

export const WorkerKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,500}$/, 'must be the whole worker key, without spaces')

/** 32 bytes are 43 digits, the last of which says only four bits. */
export const EncryptionKey = z
  .string()
  .regex(
    /^[\w-]{42}[AEIMQUYcgkosw048]$/,
    'must be the whole encryption key: 32 bytes as 43 digits of base64url',
  )

/** Opaque: its form has changed before. */
export const ApiToken = z
  .string()
  .regex(/^[\x21-\x7e]{1,500}$/, 'must be the whole API token, without spaces')
export const AccountId = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'must be the account id, as the dashboard shows it')
export const ScriptName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,51}[a-z0-9]$/, 'must begin with a letter: small letters, digits and hyphens')
/** The name of an account below workers.dev. */
export const WorkersDevName = z
  .string()
  .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, 'must be small letters, digits and hyphens, at most 63')

const BucketName = z.string().regex(/^[\w.-]{1,255}$/, 'must be the name of a bucket')
const BucketKey = z.string().regex(/^[\x21-\x7e]{1,500}$/, 'must be the whole key, without spaces')

export const BucketRegion = z
  .string()
  .regex(/^[a-z0-9-]{1,63}$/, 'must be a region, such as eu-central-1, or auto')

export const BucketFields = z.object({
  endpoint: SafeUrl,
  name: BucketName,
  region: BucketRegion.optional(),
  accessKeyId: BucketKey,
  secretAccessKey: BucketKey,
  publicUrl: SafeUrl,
})

export const BucketEntry = BucketFields.transform((entry) => ({ ...entry, endpoint: endpointOf(entry) }))

/** What follows the bucket's name in a host that is for one bucket. */
const HOST_OF_ALL = /^(s3[.-].+|[^.]+\.digitaloceanspaces\.com)$/

/**
 * The address for all buckets of one that ends in the bucket's name or begins with it, as dashboards show it. With the name in it
 * twice a file is stored where nobody looks for it.
 */
export function endpointOf({ endpoint, name }: { readonly endpoint: string; readonly name: string }): string {
  const { pathname, hostname } = URL.parse(endpoint) ?? { pathname: '', hostname: '' }
  const ofAll = pathname === `/${name}` ? endpoint.slice(0, -name.length - 1) : endpoint
  const isOfOne = hostname.startsWith(`${name}.`) && HOST_OF_ALL.test(hostname.slice(name.length + 1))
  return isOfOne ? ofAll.replace(`//${name}.`, '//') : ofAll
}

function isSafe(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname))
}
