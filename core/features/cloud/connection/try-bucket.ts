// Tries a media bucket from both sides: writes to it, and reads where the platform will read.
import { toHex } from '../../../base64url.ts'
import { readText } from '../../../engine/http-calls/call-json.ts'
import type { Random } from '../../../ports/random.ts'
import { SECOND, type Duration } from '../../../time.ts'
import type { MediaBucket } from './connection.ts'

/** What its public address does instead of serving a file that the bucket stored. */
export type BucketFault =
  | { readonly kind: 'refuses'; readonly status: number }
  | { readonly kind: 'silent' }
  | { readonly kind: 'serves-something-else' }

const PUBLIC_READ: Duration = 10 * SECOND
const LARGEST_CHECK = 1024

export interface TriedBucket extends Pick<MediaBucket, 'publicUrl'> {
  readonly bucket: Pick<MediaBucket['bucket'], 'put' | 'remove'>
}

/**
 * Makes three calls, under an unguessable name such as the files of posts have. Null when everything works; throws
 * CLOUD_ERROR when the bucket does not store the file, or does not remove it.
 */
export async function tryBucket(
  {
    fetchPublic,
    random,
  }: {
    /** Reads an address as anyone on the internet would. */
    readonly fetchPublic: typeof fetch
    readonly random: Random
  },
  { bucket, publicUrl }: TriedBucket,
): Promise<BucketFault | null> {
  const key = `media/${toHex(random.bytes(16))}.txt`
  const text = random.uuid()
  const bytes = new TextEncoder().encode(text)
  const stream = () => new Response(bytes).body ?? new ReadableStream<Uint8Array<ArrayBuffer>>()
  await bucket.put(key, { size: bytes.length, stream }, 'text/plain')
  try {
    return await findFault(fetchPublic, `${publicUrl}/${key}`, text)
  } finally {
    await bucket.remove(key)
  }
}

async function findFault(fetchPublic: typeof fetch, url: string, text: string): Promise<BucketFault | null> {
  try {
    // The platform follows no redirects.
    const response = await fetchPublic(url, { redirect: 'manual', signal: AbortSignal.timeout(PUBLIC_READ) })
    if (!response.ok) {
      await response.body?.cancel()
      return { kind: 'refuses', status: response.status }
    }
    return (await readText(response, LARGEST_CHECK)) === text ? null : { kind: 'serves-something-else' }
  } catch {
    return { kind: 'silent' }
  }
}
