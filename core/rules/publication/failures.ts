// What went wrong, as our table reads it, with the platform's own words.
import type { Recovery } from './post-words.ts'
import type { ErrorCode } from '../../errors.ts'
import { failureDetail, type FailureDetail, type PlainFailureCode } from '../notices/failure-details.ts'
import { judge, type RefusalVerdict } from './error-table.ts'
import type { ContainerStatus, PlatformRefusal } from '../../ports/platform/platform.ts'
import type { Failure, PublicationPayload } from './publication.ts'
import { safeText, withoutFullStop, type SafeText } from '../../redact.ts'

/** The same send would fail again. */
export function failureOf(code: ErrorCode, why: PlainFailureCode, recovery: Recovery): Failure {
  return { code, detail: failureDetail(why), recovery, transient: false }
}

export function failureOfReply(
  reply: { kind: 'refused'; refusal: PlatformRefusal } | { kind: 'unknown'; reason: SafeText },
): Failure {
  if (reply.kind === 'unknown') {
    const detail = failureDetail('UNEXPECTED_ANSWER', { reason: reply.reason })
    return { code: 'PLATFORM_ERROR', detail, recovery: 'retry', transient: true }
  }
  const { code, subcode, message: said, httpStatus } = reply.refusal
  const platform = { said, code: subcode === null ? (code ?? httpStatus) : code, subcode }
  return toFailure(judge(reply.refusal), platform)
}

/** The same, naming the tagged people where it concerns one of them: the platform does not say which. */
export function failureOfPost(
  reply: Parameters<typeof failureOfReply>[0],
  { collaborators, userTags, storyMentions, options }: PublicationPayload,
): Failure {
  const failure = failureOfReply(reply)
  if (failure.detail.code !== 'SOMEBODY_REFUSED') return failure
  const onFiles = (options?.mediaTags ?? []).flatMap((file) => file.userTags)
  const tagged = [...userTags, ...onFiles, ...storyMentions].map(({ username }) => username)
  const names = [...new Set([...collaborators, ...tagged])].map((name) => `@${name}` as const)
  const [name, ...others] = names
  if (name === undefined) return failure
  const named =
    others.length === 0
      ? failureDetail('PERSON_REFUSED', { name })
      : failureDetail('ONE_OF_PEOPLE_REFUSED', { names })
  return { ...failure, detail: { ...named, platform: failure.detail.platform } }
}

export function failureOfContainer({ status, detail, subcode }: ContainerStatus): Failure {
  if (status === 'EXPIRED') {
    return { ...failureOf('PLATFORM_ERROR', 'CONTAINER_EXPIRED', 'retry'), transient: true }
  }
  const said = detail ?? safeText('Instagram could not process the file.')
  return toFailure(judge({ httpStatus: 400, code: null, subcode }), { said, code: null, subcode: null })
}

function toFailure(verdict: RefusalVerdict, platform: FailureDetail['platform']): Failure {
  const { code, recovery, advice, retry } = verdict
  const transient = retry === 'new' || retry === 'verify' || retry === 'same'
  return { code, detail: { ...failureDetail(advice), platform }, recovery, transient }
}

/** The cause of a call's failure, for use in a sentence of Nightpost. */
export function reasonOf(
  reply: { kind: 'refused'; refusal: PlatformRefusal } | { kind: 'unknown'; reason: SafeText },
): SafeText {
  return withoutFullStop(reply.kind === 'refused' ? reply.refusal.message : reply.reason)
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
