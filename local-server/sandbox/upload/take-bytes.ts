// Bytes of a video on their way to what was made for them.
import { FileTooLarge, type SandboxFiles } from '../state/store.ts'
import type { Arrivals, VideoTarget } from '../video/arrivals.ts'
import { fetchVideo } from '../video/fetch-video.ts'
import { UploadFailure } from './upload-failure.ts'

export interface BytePorts {
  readonly files: SandboxFiles
  readonly arrivals: Arrivals
  readonly fetch: typeof globalThis.fetch
}

/** Rejects with an UploadFailure. When it resolves, the target has arrived, fit or not. */
export async function takeBytes(ports: BytePorts, target: VideoTarget, request: Request): Promise<void> {
  const url = request.headers.get('file_url')
  await (url === null ? takeBody(ports, target, request) : takeHosted(ports, target, url))
  await ports.arrivals.complete(target)
}

async function takeHosted(
  { files, fetch }: BytePorts,
  { id, maxSize }: VideoTarget,
  url: string,
): Promise<void> {
  const fault = await fetchVideo({ fetch, files, url, id, maxSize })
  if (fault) throw new UploadFailure('ProcessingFailedError', `The file_url gives no video (${fault}).`, true)
}

async function takeBody({ files }: BytePorts, { id, maxSize }: VideoTarget, request: Request): Promise<void> {
  const offset = wholeHeader(request, 'offset')
  const fileSize = wholeHeader(request, 'file_size')
  if (fileSize > maxSize) throw new UploadFailure('ProcessingFailedError', 'The file is too large.')
  const present = (await files.file(id))?.size ?? 0
  // From the start, which throws away what is there, or from where it ended.
  if (offset !== 0 && offset !== present) {
    throw new UploadFailure('OffsetInvalidError', `The offset must be 0 or ${present}.`, true)
  }
  const size = await files
    .writeFile(id, request.body ?? new Blob([]).stream(), { offset, maxSize: fileSize })
    .catch((error: unknown) => {
      if (error instanceof FileTooLarge) {
        throw new UploadFailure('ProcessingFailedError', 'There are more bytes than file_size says.')
      }
      throw partial()
    })
  if (size < fileSize) throw partial()
}

function partial(): UploadFailure {
  return new UploadFailure('PartialRequestError', 'The request ended before file_size bytes were here.', true)
}

function wholeHeader(request: Request, name: string): number {
  const text = request.headers.get(name) ?? ''
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new UploadFailure('ProcessingFailedError', `The header ${name} must be a number of bytes.`)
}
