// Streams an upload request into one staged file: memory does not grow with the file. A refusal stops reading at once
// but leaves the connection open, so that the sender can still read the response.
import type { Readable } from 'node:stream'
import { originalFilename } from '../../core/media/original-filename.ts'
import type { StagedUpload, UploadIntake } from '../../core/ports/media/upload-intake.ts'
import { MultipartForm, refusalError, tooLargeError } from './multipart-form.ts'
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

/** The bytes that boundaries, part headers and a preamble may add to the file. */
const ENVELOPE_BYTES = 64 * 1024

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
    await untilRefused(form.refused, feedParser(bodyOf(options, request), form, maxBytes))
    const { filename, declaredType, head, ...written } = await form.end()
    const sniffedType = await sniffType(head)
    return { ...written, originalFilename: originalFilename(filename), declaredType, sniffedType }
  } catch (error) {
    await form.abandon()
    throw toStorageRefusal(error, 'UPLOAD_ERROR')
  }
}

async function feedParser(
  body: AsyncIterable<Uint8Array>,
  form: MultipartForm,
  maxBytes: number,
): Promise<void> {
  let total = 0
  for await (const chunk of body) {
    total += chunk.length
    if (total > maxBytes + ENVELOPE_BYTES) throw tooLargeError(maxBytes)
    await form.write(chunk)
  }
}

/** A refusal may come while the sender is silent; it does not wait for the next byte. */
async function untilRefused(refused: AbortSignal, work: Promise<void>): Promise<void> {
  const refusing = Promise.withResolvers<never>()
  const onAbort = () => refusing.reject(refused.reason)
  refused.addEventListener('abort', onAbort, { once: true })
  try {
    await Promise.race([work, refusing.promise])
  } finally {
    refused.removeEventListener('abort', onAbort)
    work.catch(() => {})
  }
}

async function* bodyOf(options: UploadIntakeOptions, request: Request): AsyncGenerator<Uint8Array> {
  try {
    const raw = options.nodeStreamOf?.(request)
    // Destroying the raw stream would close the socket before the response.
    if (raw) yield* raw.iterator({ destroyOnReturn: false })
    else if (request.body) yield* webChunks(request.body)
  } catch (error) {
    throw refusalError('The upload ended before the file was complete. Send it again.', error)
  }
}

async function* webChunks(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    reader.releaseLock()
  }
}
