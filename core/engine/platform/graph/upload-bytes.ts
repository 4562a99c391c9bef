// Sends the bytes of a video to the upload host. Its dialect is its own: another scheme name before the token, and
// failures without the usual envelope. Source: the platform's guide to resumable uploads.
import * as z from 'zod'
import type { OpenBlob } from '../../../ports/media/blob-store.ts'
import type { PlatformReply } from '../../../ports/platform/platform.ts'
import { MINUTE, SECOND, type Duration } from '../../../time.ts'
import { callGraph } from './graph-request.ts'

interface UploadOfBytes {
  readonly fetch: typeof fetch
  readonly url: string
  readonly token: string
  readonly file: OpenBlob
}

/** As to a bucket: two uploads at once may share a line of 0.4 Mbit/s. One that stands still ends sooner. */
const SLOWEST_BYTES_PER_SECOND = 25_000

const Uploaded = z.object({ success: z.literal(true) }).transform(() => ({ uploaded: true }) as const)

/** From the first byte: what an earlier try uploaded is not continued. */
export function uploadBytes({
  fetch,
  url,
  token,
  file,
}: UploadOfBytes): Promise<PlatformReply<{ uploaded: true }>> {
  const headers = {
    authorization: `OAuth ${token}`,
    offset: '0',
    file_size: String(file.size),
    'content-length': String(file.size),
    'content-type': 'application/octet-stream',
  }
  return callGraph(
    { fetch, method: 'POST', url, headers, body: file.stream(), timeout: timeFor(file.size) },
    { answer: Uploaded, token },
  )
}

function timeFor(size: number): Duration {
  return 2 * MINUTE + Math.ceil(size / SLOWEST_BYTES_PER_SECOND) * SECOND
}
