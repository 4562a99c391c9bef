// Reads one multipart form that must contain one file.
// A refusal can come from any side (a wrong part, the limit, the disk), so all of them meet in one abort signal.
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import type { BusboyFileStream } from '@fastify/busboy'
import { CodedError } from '../../core/coded-error.ts'
import { stagingPath } from './staging-folder.ts'
import { WRITE_BYTES, writeStagingFile } from './staging-writer.ts'
import type { WrittenFile } from './staging-writer.ts'

export interface FormFile extends WrittenFile {
  /** The name as sent; data only. */
  readonly filename: string | undefined
  /** Lower case, without parameters; empty when the sender named none. */
  readonly declaredType: string
}

interface PartHeader {
  readonly field: string | undefined
  readonly filename: string | undefined
  readonly mimeType: string
}

interface Part {
  readonly filename: string | undefined
  readonly declaredType: string
  readonly stream: BusboyFileStream
  readonly writing: Promise<WrittenFile>
}

/** The bytes that boundaries, part headers and a preamble may add to the file. */
export const ENVELOPE_BYTES = 64 * 1024
const HOW = 'Send multipart/form-data with one field named file.'

export function refusalError(message: string, cause?: unknown): CodedError {
  return new CodedError('UPLOAD_ERROR', message, { cause })
}

export function tooLargeError(maxBytes: number): CodedError {
  const megabytes = Math.floor(maxBytes / 2 ** 20)
  return refusalError(
    `The file is larger than ${megabytes} MB. Export it smaller, or raise MAX_FILE_SIZE_MB.`,
  )
}

export interface FormOptions {
  readonly contentType: string
  /** The largest accepted file. */
  readonly maxBytes: number
  readonly stagingDir: string
  readonly hashes: boolean
}

export class MultipartForm {
  readonly #options: FormOptions
  readonly #parser: InstanceType<typeof Busboy>
  readonly #stop = new AbortController()
  #part: Part | undefined

  constructor(options: FormOptions) {
    this.#options = options
    this.#parser = createParser(options)
    this.#parser.on('file', (...[field, stream, filename, , mimeType]) =>
      this.#begin({ field, filename, mimeType }, stream),
    )
    this.#parser.on('partsLimit', () => this.#refuse(refusalError(`The form has too many parts. ${HOW}`)))
    this.#parser.on('error', () => this.#refuse(cutShortError()))
  }

  /**
   * Resolves with the whole file, once it is durable. A refusal does not wait for the sender's next byte, and leaves the body open:
   * destroying it would close the socket before the response.
   */
  async read(body: Readable): Promise<FormFile> {
    await this.#parse(body)
    if (this.#part === undefined) throw refusalError(`The form holds no file. ${HOW}`)
    const { filename, declaredType, writing } = this.#part
    const written = await writing
    if (written.size === 0) throw refusalError('The file is empty.')
    return { ...written, filename, declaredType }
  }

  /** Removes what was written. */
  async abandon(): Promise<void> {
    this.#stop.abort()
    this.#parser.destroy()
    // With an error: otherwise the reader of a part that has all its bytes waits for an end that never comes.
    this.#part?.stream.destroy(cutShortError())
    const written = await this.#part?.writing.catch(() => undefined)
    if (written) await rm(stagingPath(this.#options.stagingDir, written.stagingKey), { force: true })
  }

  #begin(header: PartHeader, stream: BusboyFileStream): void {
    stream.on('error', (error: Error) => this.#refuse(causeOf(error)))
    const objection = objectionTo(header, this.#part !== undefined)
    if (objection !== null) {
      stream.resume()
      return this.#refuse(refusalError(`${objection} ${HOW}`))
    }
    stream.on('limit', () => this.#refuse(tooLargeError(this.#options.maxBytes)))
    const writing = writeStagingFile(this.#options.stagingDir, stream, this.#options.hashes)
    writing.catch((error) => this.#refuse(error))
    this.#part = {
      filename: header.filename,
      declaredType: declaredLengthOf(header.mimeType),
      stream,
      writing,
    }
  }

  /** The first reason stays: later ones are mostly its consequences. */
  #refuse(reason: unknown): void {
    this.#stop.abort(reason)
  }

  async #parse(body: Readable): Promise<void> {
    const { signal } = this.#stop
    const parsed = once(this.#parser, 'finish', { signal })
    let left = this.#options.maxBytes + ENVELOPE_BYTES
    const count = (chunk: Uint8Array) => {
      left -= chunk.length
      if (left < 0) this.#refuse(tooLargeError(this.#options.maxBytes))
    }
    // A pipe: awaiting each chunk cost as much as all the rest of an upload.
    body.on('data', count).pipe(this.#parser)
    try {
      await Promise.all([finished(body, { writable: false, signal }), parsed])
    } catch (error) {
      signal.throwIfAborted()
      throw cutShortError(error)
    } finally {
      body.unpipe(this.#parser).off('data', count)
    }
  }
}

function createParser({ contentType, maxBytes }: FormOptions): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      highWaterMark: WRITE_BYTES,
      fileHwm: WRITE_BYTES,
      // Every part is treated as a file: its name is then known at its header, before any of its bytes.
      isPartAFile: () => true,
      limits: { fileSize: maxBytes, files: 2, parts: 3 },
    })
  } catch (error) {
    throw refusalError(`The Content-Type names no boundary. ${HOW}`, error)
  }
}

function objectionTo({ field, filename, mimeType }: PartHeader, second: boolean): string | null {
  if (field !== 'file') return `The form has an unexpected field "${(field ?? '').slice(0, 50)}".`
  if (second) return 'The form holds more than one file.'
  if (filename === undefined && mimeType === 'text/plain') return 'The field named file is text.'
  return null
}

/** The parser reports text/plain where a part names no type, as RFC 7578 says; so that value means nothing. */
function declaredLengthOf(mimeType: string): string {
  return mimeType === 'text/plain' ? '' : mimeType.toLowerCase()
}

/** A part also ends with the error of the disk that could not take it. */
function causeOf(error: Error): Error {
  return 'syscall' in error ? error : cutShortError()
}

function cutShortError(cause?: unknown): CodedError {
  return refusalError('The upload ended before the file was complete. Send it again.', cause)
}
