// Fetches a video from its public address into the store, as the platform does after a container was created.
import { MINUTE } from '../../../core/time.ts'
import { FileTooLarge, type SandboxFiles } from '../state/store.ts'

/** The platform's patience is not published. */
const TIMEOUT = 2 * MINUTE

/** Download failed · too slow · not a video, or a larger one than is taken. */
export type FetchFault = 2207077 | 2207003 | 2207026

export interface VideoFetch {
  readonly fetch: typeof globalThis.fetch
  readonly files: SandboxFiles
  readonly url: string
  /** The file's id. */
  readonly id: string
  readonly maxSize: number
}

/** Never rejects: null when the file is there. */
export async function fetchVideo({ fetch, files, url, id, maxSize }: VideoFetch): Promise<FetchFault | null> {
  // Addresses must be plain ASCII; anything else has to be percent-encoded by the caller.
  if (!/^https?:[\x21-\x7e]+$/i.test(url) || !URL.canParse(url)) return 2207077
  try {
    const response = await fetch(url, {
      // Redirects are refused, though a browser would follow them.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
      headers: { 'user-agent': 'facebookexternalhit/1.1 (Nightpost sandbox)', accept: 'video/*' },
    })
    if (response.status !== 200 || !isVideo(response) || !response.body) {
      await response.body?.cancel()
      return 2207077
    }
    await files.writeFile(id, response.body as ReadableStream<Uint8Array>, { offset: 0, maxSize })
    return null
  } catch (error) {
    if (error instanceof FileTooLarge) return 2207026
    return error instanceof Error && error.name === 'TimeoutError' ? 2207003 : 2207077
  }
}

/** Refuses hosts that do not name a video type, such as those of raw files. */
function isVideo({ headers }: Response): boolean {
  return /^video\//i.test(headers.get('content-type') ?? '')
}
