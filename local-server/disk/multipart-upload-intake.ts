// Streams an upload request into one staged file: memory does not grow with the file. A refusal stops reading at once
// but leaves the connection open, so that the sender can still read the response.
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { originalFilename } from '../../core/features/media/original-filename.ts'
import type { StagedUpload, UploadIntake } from '../../core/ports/media/upload-intake.ts'
import { ENVELOPE_BYTES, MultipartForm, refusalError, tooLargeError } from './multipart-form.ts'
import { sniffType } from './sniff-type.ts'
import { toStorageRefusal } from './storage-causes.ts'

export interface UploadIntakeOptions {
  /** The `stagingDir` of the blob store. */
  readonly stagingDir: string
  /** The largest accepted file. */
  readonly maxBytes: number
  /** The raw stream of a request, where the listener knows it: faster than the same bytes as a web stream. */
  readonly nodeStreamOf?: (request: Request) => Readable | undefined
}

export function createUploadIntake(options: UploadIntakeOptions): UploadIntake {
  return { receive: (request, wanted) => receiveUpload(options, request, wanted?.hash ?? false) }
}

async function receiveUpload(
  options: UploadIntakeOptions,
  request: Request,
  hashes: boolean,
): Promise<StagedUpload> {
  const { maxBytes, stagingDir } = options
  const contentType = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\b/i.test(contentType))
    throw refusalError('Send multipart/form-data with one field named file.')
  if (Number(request.headers.get('content-length')) > maxBytes + ENVELOPE_BYTES) throw tooLargeError(maxBytes)
  const form = new MultipartForm({ contentType, maxBytes, stagingDir, hashes })
  try {
    const { filename, declaredType, head, ...written } = await form.read(bodyOf(options, request))
    const sniffedType = await sniffType(head)
    return { ...written, originalFilename: originalFilename(filename), declaredType, sniffedType }
  } catch (error) {
    await form.abandon()
    throw toStorageRefusal(error, 'UPLOAD_ERROR')
  }
}

function bodyOf({ nodeStreamOf }: UploadIntakeOptions, request: Request): Readable {
  const raw = nodeStreamOf?.(request)
  if (raw) return raw
  return request.body ? Readable.fromWeb(request.body as ReadableStream) : Readable.from([])
}
