/** One uploaded file, streamed to the staging area and not yet part of anything. */
export interface StagedUpload {
  /** Names the bytes in the staging area of the `BlobStore` beside it. Opaque. */
  readonly stagingKey: string
  /** The sender's name of the file. Data only: it never becomes a path. */
  readonly originalFilename: string
  /** The part's own Content-Type, lower case, without parameters. */
  readonly declaredType: string
  /** The MIME type the first bytes prove, or null when they prove none. */
  readonly sniffedType: string | null
  /** Bytes. */
  readonly size: number
  /** SHA-256 of the bytes in hex, when it was asked for. */
  readonly sha256?: string | undefined
}

/** Turns a multipart request into one staged file without holding it in memory. */
export interface UploadIntake {
  /**
   * Streams the single field `file`. The bytes are on stable storage when this resolves.
   * Rejects with CodedError UPLOAD_ERROR (not multipart, no or another field, two files, over the limit, cut short) and
   * leaves nothing behind when it rejects.
   */
  receive(request: Request, wanted?: { readonly hash: boolean }): Promise<StagedUpload>
}
