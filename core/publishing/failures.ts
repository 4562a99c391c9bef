// What went wrong, as our table reads it, with the platform's own words.
import { failureDetail, type FailureDetail } from '../notices/failure-details.ts'
import { judge, type RefusalVerdict } from '../platform/graph/error-table.ts'
import type { ContainerStatus, PlatformRefusal } from '../ports/platform/platform.ts'
import type { Failure, PublicationPayload } from './publication.ts'
import { safeText, withoutFullStop, type SafeText } from '../redact.ts'

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
    return {
      code: 'PLATFORM_ERROR',
      detail: failureDetail('CONTAINER_EXPIRED'),
      recovery: 'retry',
      transient: true,
    }
  }
  const said = detail ?? safeText('Instagram could not process the file.')
  return toFailure(judge({ httpStatus: 400, code: null, subcode }), { said, code: null, subcode: null })
}

function toFailure(verdict: RefusalVerdict, platform: FailureDetail['platform']): Failure {
  const { code, recovery, advice, retry } = verdict
  const transient = retry === 'new' || retry === 'verify' || retry === 'same'
  return { code, detail: { ...failureDetail(advice), platform }, recovery, transient }
}

/** The cause of a call's failure, for use in a sentence of ours. */
export function reasonOf(
  reply: { kind: 'refused'; refusal: PlatformRefusal } | { kind: 'unknown'; reason: SafeText },
): SafeText {
  return withoutFullStop(reply.kind === 'refused' ? reply.refusal.message : reply.reason)
}

export const NO_PUBLIC_ADDRESS: Failure = {
  code: 'BUCKET_NOT_CONFIGURED',
  detail: failureDetail('NO_PUBLIC_ADDRESS'),
  recovery: 'fix_media',
  transient: false,
}

/** The bytes were offered to a login that may not send them, and there is no address to use instead. */
export const BYTES_NOT_TAKEN: Failure = {
  code: 'BUCKET_NOT_CONFIGURED',
  detail: failureDetail('BYTES_NOT_TAKEN'),
  recovery: 'fix_media',
  transient: false,
}

export const LIMIT_REACHED: Failure = {
  code: 'PLATFORM_ERROR',
  detail: failureDetail('PUBLISHING_LIMIT'),
  recovery: 'wait',
  transient: false,
}

/** Whether the platform has said so, or it was known. */
export function isLimitReached(failure: Pick<Failure, 'detail'> | null): boolean {
  return failure?.detail.code === LIMIT_REACHED.detail.code
}

export const INTERRUPTED_TOO_OFTEN: Failure = {
  code: 'INTERNAL_ERROR',
  detail: failureDetail('INTERRUPTED_TOO_OFTEN'),
  recovery: 'retry',
  transient: false,
}

export const MEDIA_GONE: Failure = {
  code: 'MEDIA_INVALID',
  detail: failureDetail('MEDIA_GONE'),
  recovery: 'fix_media',
  transient: false,
}

export const NOT_IN_TIME: Failure = {
  code: 'PLATFORM_ERROR',
  detail: failureDetail('NOT_PROCESSED_IN_TIME'),
  recovery: 'retry',
  transient: true,
}
