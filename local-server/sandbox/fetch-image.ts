// Fetches a picture from its public address, as the platform does while a container is created.
import { SECOND } from '../../core/time.ts'
import { badParameter, refuse } from './graph/refusals.ts'

/** The platform's own refusal of larger pictures names 8 MiB. */
const MAX_BYTES = 8 * 2 ** 20
/** What the platform waits is not published; slower hosts than this were refused. */
const TIMEOUT = 10 * SECOND

/** Rejects with -2/2207003 (slow), 36000/2207004 (large) or 9004/2207052 (everything else that is no picture). */
export async function fetchImage(fetcher: typeof fetch, url: string): Promise<Uint8Array> {
  if (!URL.canParse(url) || !/^https?:/i.test(url)) throw badParameter('Param image_url must be a valid URL.')
  // Addresses must be plain ASCII; anything else has to be percent-encoded by the caller.
  if (!/^[\x21-\x7e]+$/.test(url)) throw refuse('notFetched')
  try {
    return await download(fetcher, url)
  } catch (error) {
    if (error instanceof Error && error.name === 'GraphError') throw error
    throw refuse(error instanceof Error && error.name === 'TimeoutError' ? 'downloadTooSlow' : 'notFetched')
  }
}

async function download(fetcher: typeof fetch, url: string): Promise<Uint8Array> {
  const response = await fetcher(url, {
    // Redirects are refused, though a browser would follow them.
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT),
    headers: { 'user-agent': 'facebookexternalhit/1.1 (Nightpost sandbox)', accept: 'image/*' },
  })
  const type = response.headers.get('content-type') ?? ''
  if (response.status !== 200 || !type.startsWith('image/')) {
    await response.body?.cancel()
    throw refuse('notFetched')
  }
  return readCapped(response)
}

async function readCapped(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = response.body?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    chunks.push(read.value)
    size += read.value.length
    if (size <= MAX_BYTES) continue
    await reader?.cancel()
    throw refuse('imageTooLarge')
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
