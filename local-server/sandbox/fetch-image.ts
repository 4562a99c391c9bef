// Fetches a picture from its public address, as the platform does while a container is created.
import { SECOND } from '../../core/time.ts'
import { checkMediaUrl } from './graph/call-input.ts'
import { graphErrorOf } from './graph/refusals.ts'

/** The platform's own refusal of larger pictures names 8 MiB. */
const MAX_BYTES = 8 * 2 ** 20
/** The time to wait for a host. The platform's is not published; slower hosts than this were refused. */
const TIMEOUT = 10 * SECOND

/** Rejects with -2/2207003 (slow), 36000/2207004 (large) or 9004/2207052 (anything else that is not a picture). */
export async function fetchImage(
  fetcher: typeof globalThis.fetch,
  url: string,
  parameter: string,
): Promise<Uint8Array> {
  checkMediaUrl(url, parameter)
  const image = await downloadImage(fetcher, url, MAX_BYTES)
  if (image === 'too slow') throw graphErrorOf('downloadTooSlow')
  if (image === 'too large') throw graphErrorOf('imageTooLarge')
  if (image === 'not fetched') throw graphErrorOf('notFetched')
  return image
}

/** Never rejects. */
export async function downloadImage(
  fetcher: typeof globalThis.fetch,
  url: string,
  maxBytes: number,
): Promise<Uint8Array | 'not fetched' | 'too slow' | 'too large'> {
  // Addresses must be plain ASCII; anything else has to be percent-encoded by the caller.
  if (!/^[\x21-\x7e]+$/.test(url)) return 'not fetched'
  try {
    const response = await fetcher(url, {
      // Redirects are refused, though a browser would follow them.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
      headers: { 'user-agent': 'facebookexternalhit/1.1 (Nightpost sandbox)', accept: 'image/*' },
    })
    const type = response.headers.get('content-type') ?? ''
    if (response.status === 200 && type.startsWith('image/')) return await readCapped(response, maxBytes)
    await response.body?.cancel()
    return 'not fetched'
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'too slow' : 'not fetched'
  }
}

async function readCapped(response: Response, maxBytes: number): Promise<Uint8Array | 'too large'> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = response.body?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    chunks.push(read.value)
    size += read.value.length
    if (size <= maxBytes) continue
    await reader?.cancel()
    return 'too large'
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
