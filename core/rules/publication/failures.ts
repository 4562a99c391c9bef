// What goes wrong on our side of a call; what a refusal of the platform means is in `error-table.ts`.
import type { Recovery } from './post-words.ts'
import type { ErrorCode } from '../../errors.ts'
import { failureDetail, type PlainFailureCode } from '../notices/failure-details.ts'
import type { Failure } from './publication.ts'

/** The same send would fail again. */
export function failureOf(code: ErrorCode, why: PlainFailureCode, recovery: Recovery): Failure {
  return { code, detail: failureDetail(why), recovery, transient: false }
}

export const NO_PUBLIC_ADDRESS = failureOf('BUCKET_NOT_CONFIGURED', 'NO_PUBLIC_ADDRESS', 'fix_media')

/** The bytes were offered to a login that may not send them, and there is no address to use instead. */
export const BYTES_NOT_TAKEN = failureOf('BUCKET_NOT_CONFIGURED', 'BYTES_NOT_TAKEN', 'fix_media')

export const LIMIT_REACHED = failureOf('PLATFORM_ERROR', 'PUBLISHING_LIMIT', 'wait')

/** Whether the platform has said so, or it was known. */
export function isLimitReached(failure: Pick<Failure, 'detail'> | null): boolean {
  return failure?.detail.code === LIMIT_REACHED.detail.code
}

export const INTERRUPTED_TOO_OFTEN = failureOf('INTERNAL_ERROR', 'INTERRUPTED_TOO_OFTEN', 'retry')

export const MEDIA_GONE = failureOf('MEDIA_INVALID', 'MEDIA_GONE', 'fix_media')

export const NOT_IN_TIME = {
  ...failureOf('PLATFORM_ERROR', 'NOT_PROCESSED_IN_TIME', 'retry'),
  transient: true,
}
