// A refusal in the upload host's own shape.

/** @NOTE The last one is not documented: it is what a refused login is believed to look like there. */
export const UPLOAD_FAILURES = [
  'ProcessingFailedError',
  'OffsetInvalidError',
  'PartialRequestError',
  'NotAuthorizedError',
] as const
export type UploadFailureType = (typeof UPLOAD_FAILURES)[number]

export class UploadFailure extends Error {
  override readonly name = 'UploadFailure'
  readonly type: UploadFailureType
  readonly retriable: boolean

  constructor(type: UploadFailureType, message: string, retriable = false) {
    super(message)
    this.type = type
    this.retriable = retriable
  }

  get httpStatus(): number {
    return this.type === 'NotAuthorizedError' ? 401 : 400
  }

  /** `message` is JSON text inside JSON, as it was seen. */
  envelope(): object {
    const { type, retriable, message } = this
    return {
      debug_info: { retriable, type, message: JSON.stringify({ success: false, error: { message } }) },
    }
  }
}

/** Answers anything thrown while bytes were taken. An error of the Graph hosts becomes a failed processing here. */
export function uploadRefusal(error: unknown): Response {
  const failure =
    error instanceof UploadFailure
      ? error
      : new UploadFailure(
          'ProcessingFailedError',
          error instanceof Error ? error.message : String(error),
          true,
        )
  return Response.json(failure.envelope(), { status: failure.httpStatus })
}
