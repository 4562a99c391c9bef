// The history of a post, as text that can be pasted into a bug report or a question to the platform. In English,
// because anyone may read it; it contains nothing that the user wrote.
import type { AttemptBody } from '../../api/post-history.ts'
import type { PostBody } from '../../api/posts.ts'

type ReportedPost = Pick<
  PostBody,
  | 'id'
  | 'status'
  | 'mediaType'
  | 'sourceType'
  | 'publishOutcome'
  | 'errorCode'
  | 'errorMessage'
  | 'retryCount'
>

export function attemptsReport(post: ReportedPost, attempts: readonly AttemptBody[]): string {
  const { id, status, publishOutcome, mediaType, sourceType, errorCode, errorMessage } = post
  const outcome = publishOutcome === null ? status : `${status} (${publishOutcome})`
  return [
    `Nightpost post ${id}`,
    `${outcome}, ${mediaType}, ${sourceType}`,
    ...(errorCode === null ? [] : [`${errorCode}: ${errorMessage ?? ''}`]),
    '',
    ...attempts.map(lineOf),
  ].join('\n')
}

function lineOf(attempt: AttemptBody): string {
  const { at, engine, step, call, httpStatus, outcome, platformTitle, traceId, next, nextAt } = attempt
  const { platformCode, platformSubcode } = attempt
  const number = [platformCode, platformSubcode].filter((part) => part !== null).join('/')
  const facts = [
    `HTTP ${httpStatus ?? '–'}`,
    number && `code ${number}`,
    platformTitle,
    outcome,
    traceId && `trace ${traceId}`,
  ]
  const then = `then ${next}${nextAt === null ? '' : ` at ${nextAt}`}`
  return `${at} ${engine} ${step} · ${call}: ${facts.filter(Boolean).join(', ')}; ${then}`
}
