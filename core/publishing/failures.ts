// What went wrong, in the words of our table and the platform's own. A failure's message is our sentence, then the
// platform's words and number, so that the page can take it apart.
import { SOMEBODY, judge, type RefusalVerdict } from '../platform/graph/error-table.ts'
import type { ContainerStatus, PlatformRefusal } from '../ports/platform/platform.ts'
import type { Failure, PublicationPayload } from './publication.ts'

export function failureOfReply(
  reply: { kind: 'refused'; refusal: PlatformRefusal } | { kind: 'unknown'; reason: string },
): Failure {
  if (reply.kind === 'unknown') {
    const message = `The platform did not answer as expected (${reply.reason}). Try again.`
    return { code: 'PLATFORM_ERROR', message, recovery: 'retry', transient: true }
  }
  const { code, subcode, message } = reply.refusal
  const verdict = judge(reply.refusal)
  const number = subcode === null ? `${code ?? reply.refusal.httpStatus}` : `${code}/${subcode}`
  return toFailure(verdict, `${message} (${number})`)
}

/** The same, naming the people of the post where it speaks of one of them: the platform does not say whom it means. */
export function failureOfPost(
  reply: Parameters<typeof failureOfReply>[0],
  { collaborators, userTags, storyMentions }: PublicationPayload,
): Failure {
  const failure = failureOfReply(reply)
  const tagged = [...userTags, ...storyMentions].map(({ username }) => username)
  const names = [...new Set([...collaborators, ...tagged])].map((name) => `@${name}`)
  if (names.length === 0 || !failure.message.startsWith(SOMEBODY)) return failure
  const who = names.length === 1 ? names.join('') : `One of ${names.join(', ')}`
  return { ...failure, message: who + failure.message.slice(SOMEBODY.length) }
}

export function failureOfContainer({ status, detail, subcode }: ContainerStatus): Failure {
  if (status === 'EXPIRED') {
    return {
      code: 'PLATFORM_ERROR',
      message: 'The prepared post expired before it was published.',
      recovery: 'retry',
      transient: true,
    }
  }
  const message = detail ?? 'The platform could not process the file.'
  const refusal = { httpStatus: 400, code: null, subcode, message, title: null, traceId: null }
  return toFailure(judge(refusal), message)
}

function toFailure(verdict: RefusalVerdict, platformSays: string): Failure {
  const { code, recovery, advice, retry } = verdict
  const transient = retry === 'new' || retry === 'verify' || retry === 'same'
  return { code, message: withPlatformWords(advice, platformSays), recovery, transient }
}

/** The cause of a call's failure, to be put into a sentence of ours. */
export function reasonOf(
  reply: { kind: 'refused'; refusal: PlatformRefusal } | { kind: 'unknown'; reason: string },
): string {
  return (reply.kind === 'refused' ? reply.refusal.message : reply.reason).replace(/\.$/, '')
}

export const NO_PUBLIC_ADDRESS: Failure = {
  code: 'BUCKET_NOT_CONFIGURED',
  message:
    'Instagram fetches pictures from a public address. Set up a media bucket in the settings, then retry.',
  recovery: 'fix_media',
  transient: false,
}

/** The bytes were offered to a login that may not send them, and there is no address to name instead. */
export const BYTES_NOT_TAKEN: Failure = {
  code: 'BUCKET_NOT_CONFIGURED',
  message:
    'Instagram did not accept a direct upload of the video through this login and needs a public address for it. Set up a media bucket in the settings, then retry.',
  recovery: 'fix_media',
  transient: false,
}

export const NEVER_MADE: Failure = {
  code: 'PLATFORM_ERROR',
  message: 'The platform did not prepare this post after several tries. Nothing was published. Try again.',
  recovery: 'retry',
  transient: false,
}

export const MEDIA_GONE: Failure = {
  code: 'MEDIA_INVALID',
  message: 'A media file of this post was deleted. Choose another one and publish again.',
  recovery: 'fix_media',
  transient: false,
}

export const NOT_IN_TIME: Failure = {
  code: 'PLATFORM_ERROR',
  message: 'The platform did not process the file in time. Nothing was published. Try again.',
  recovery: 'retry',
  transient: true,
}

interface FailureWords {
  /** What it means and what to do. */
  readonly advice: string
  /** Null when the platform said nothing. */
  readonly platformSaid: string | null
  /** The platform's number, where it gave one. */
  readonly code: number | null
  readonly subcode: number | null
}

const SAID = ' Instagram said: '

export function withPlatformWords(advice: string, platformSaid: string): string {
  return `${advice}${SAID}${platformSaid}`
}

export function failureWordsOf(message: string): FailureWords {
  const at = message.indexOf(SAID)
  if (at < 0) return { advice: message, platformSaid: null, code: null, subcode: null }
  const platformSaid = message.slice(at + SAID.length)
  const [, code, subcode] = /\((-?\d+)(?:\/(\d+))?\)$/.exec(platformSaid) ?? []
  return {
    advice: message.slice(0, at),
    platformSaid,
    code: code === undefined ? null : Number(code),
    subcode: subcode === undefined ? null : Number(subcode),
  }
}
