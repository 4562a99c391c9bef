// The Worker over HTTP: one call each, never repeated, never redirected. What matters most is what an answer proves.
// Only the Worker itself can accept; a refusal or a connection that was never made proves that nothing was done;
// everything else, including a page of the provider's, leaves open whether the Worker has acted.
import * as z from 'zod'
import { callJson, describeError, type JsonAnswer } from '../../../engine/http-calls/call-json.ts'
import { noConnectionReason } from '../../../engine/http-calls/never-connected.ts'
import type { WorkerLink, WorkerReply } from '../../../engine/worker/worker-link.ts'
import { safePageLink } from '../../../rules/content/safe-link.ts'
import { safeSentence, safeText, type SafeText } from '../../../redact.ts'
import { SECOND, type Duration } from '../../../time.ts'
import {
  AccountInsightNews,
  eachReadable,
  WorkerChanges,
  JobAnswer,
  JobView,
  KvPage,
  RepostAnswer,
  RepostClaim,
  RecalledReposts,
  WorkerStatus,
  type AccountEnvelope,
  type JobEnvelope,
} from '../../../engine/worker/protocol.ts'
import { describeRefusal } from './refusal-words.ts'

interface WorkerEndpoint {
  readonly fetch: typeof fetch
  /** Without a trailing slash. */
  readonly workerUrl: string
  readonly workerKey: string
}

const TIMEOUT: Duration = 10 * SECOND
/** A page of changes with all their steps is far smaller. */
const LARGEST_ANSWER = 16 * 1024 * 1024

export function createWorkerLink(address: WorkerEndpoint): WorkerLink {
  const call = <T>(request: Call<T>) => askWorker(address, request)
  const job = (id: string) => `/jobs/${encodeURIComponent(id)}`
  const account = (id: string) => `/accounts/${encodeURIComponent(id)}`
  const repost = (id: string) => `/reposts/${encodeURIComponent(id)}`
  const key = (name: string) => `/kv/${encodeURIComponent(name)}`
  return {
    status: () => call({ method: 'GET', path: '/status', answer: WorkerStatus }),
    putJob: (envelope: JobEnvelope) =>
      call({ method: 'PUT', path: job(envelope.jobId), body: envelope, ...WITH_JOB }),
    cancelJob: (id, purpose) =>
      call({ method: 'DELETE', path: purpose ? `${job(id)}?${purpose}=true` : job(id), ...WITH_JOB }),
    job: (id, accountId) =>
      call({
        method: 'GET',
        path: `${job(id)}?account=${encodeURIComponent(accountId)}`,
        answer: JobOrNone,
        isAnswer: [NOT_THERE],
      }),
    openJobs: () => call({ method: 'GET', path: '/jobs?brief=true', answer: OpenJobs }),
    putAccount: (envelope: AccountEnvelope) =>
      call({ method: 'PUT', path: account(envelope.accountId), body: envelope, answer: Done }),
    removeAccount: (id) => call({ method: 'DELETE', path: account(id), answer: Done }),
    delegateReposts: (envelope) =>
      call({
        method: 'PUT',
        path: repost(envelope.accountId),
        body: envelope,
        answer: RepostAnswer,
        isAnswer: [CONFLICT],
      }),
    recallReposts: (id, revision) =>
      call({
        method: 'DELETE',
        path: `${repost(id)}?revision=${revision}`,
        answer: RecalledOrNone,
        isAnswer: [NOT_THERE],
      }),
    claimRepost: (id, body) =>
      call({
        method: 'POST',
        path: `${repost(id)}/claims`,
        body,
        answer: ClaimOrNone,
        isAnswer: [CONFLICT, NOT_THERE],
      }),
    changes: (since, taken = since) =>
      call({ method: 'GET', path: `/changes?since=${since}&taken=${taken}`, answer: ReadableChanges }),
    listKeys: (prefix) =>
      call({ method: 'GET', path: `/kv?prefix=${encodeURIComponent(prefix)}`, answer: KvPage }),
    putKey: (name, value) => call({ method: 'PUT', path: key(name), body: { value }, answer: Done }),
    deleteKey: (name) => call({ method: 'DELETE', path: key(name), answer: Done }),
  }
}

const { repostConfigs, reposts } = WorkerChanges.shape
const ReadableChanges = WorkerChanges.extend({
  jobs: eachReadable(JobView),
  accounts: eachReadable(WorkerChanges.shape.accounts.element),
  repostConfigs: eachReadable(repostConfigs.element),
  reposts: eachReadable(reposts.element),
  insights: eachReadable(AccountInsightNews).default([]),
}).transform((told) => {
  const parts = {
    jobs: readableOf(told.jobs),
    accounts: readableOf(told.accounts),
    repostConfigs: readableOf(told.repostConfigs),
    reposts: readableOf(told.reposts),
    insights: readableOf(told.insights),
  }
  const names = ['jobs', 'accounts', 'repostConfigs', 'reposts', 'insights'] as const
  return { ...told, ...parts, isWhole: names.every((name) => parts[name].length === told[name].length) }
})

const Done = z.object({ ok: z.literal(true) })
const OpenJobs = z.object({ jobs: eachReadable(JobView) }).transform(({ jobs }) => {
  const read = readableOf(jobs)
  return { jobs: read, isWhole: read.length === jobs.length }
})

function readableOf<T>(parts: readonly (T | null)[]): T[] {
  return parts.filter((one) => one !== null)
}

/** Null for the Worker's own "no such job". The provider's page for a missing Worker says something else. */
const NotFound = z.object({ code: z.literal('NOT_FOUND') }).transform(() => null)
const JobOrNone = z.union([NotFound, JobView])
const RecalledOrNone = z.union([NotFound, RecalledReposts])
const ClaimOrNone = z.union([NotFound, RepostClaim])

/** Only another version of our own Worker answers like this. */
const ANOTHER_SHAPE = safeText(
  'its answer cannot be read; it may be another version of Nightpost: deploy the Worker again',
)
const CONFLICT = 409
const NOT_THERE = 404
const WITH_JOB = { answer: JobAnswer, isAnswer: [CONFLICT] }

interface ExpectedAnswer<T> {
  /** What a usable answer looks like. */
  readonly answer: z.ZodType<T>
  /** Statuses beside 200 whose body is an answer, too. */
  readonly isAnswer?: readonly number[]
}

interface Call<T> extends ExpectedAnswer<T> {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  readonly path: string
  readonly body?: unknown
}

function askWorker<T>(
  { fetch, workerUrl, workerKey }: WorkerEndpoint,
  { method, path, body, ...expected }: Call<T>,
): Promise<WorkerReply<T>> {
  const headers = { authorization: `Bearer ${workerKey}`, accept: 'application/json' }
  return callJson<WorkerReply<T>>(
    { fetch, method, url: workerUrl + path, headers, json: body, timeout: TIMEOUT },
    {
      largestAnswer: LARGEST_ANSWER,
      parse: (text) => withSafeWords(JSON.parse(text), workerKey),
      read: (given) => readAnswer(given, expected, workerKey),
      explain: (error) => failureReason(error, workerKey),
    },
  )
}

function readAnswer<T>(
  { httpStatus, isOk, body }: JsonAnswer,
  { answer, isAnswer = [] }: ExpectedAnswer<T>,
  workerKey: string,
): WorkerReply<T> {
  if (isOk || isAnswer.includes(httpStatus)) {
    const read = answer.safeParse(body)
    if (read.success) return { kind: 'ok', value: read.data }
    if (!isAnswer.includes(httpStatus)) return { kind: 'unknown', reason: ANOTHER_SHAPE }
  }
  const { words, code } = describeRefusal(httpStatus, body, workerKey)
  // A proxy stopped waiting: the request may still be carried out.
  const isLate = httpStatus === 408 || httpStatus === 425
  if (httpStatus >= 300 && httpStatus < 500 && !isLate)
    return { kind: 'refused', refusal: { httpStatus, message: words }, code }
  return { kind: 'unknown', reason: words, code }
}

const LINKS: ReadonlySet<string> = new Set(['igPermalink', 'partnerPermalink', 'permalink'])
/** What the user wrote, what was sealed here, and what only machines read. */
const KEPT: ReadonlySet<string> = new Set([
  'envelope',
  'insights',
  'mediaUrl',
  'memory',
  'payload',
  'sealedToken',
  'signatureOverlay',
  'upload',
])
const IDS = /^(?:id|key)$|Id$/
const LONGEST_ID = 400

/** All other texts, at any depth: they are stored and shown here, by their types as SafeText. */
function withSafeWords(value: unknown, workerKey: string, name = ''): unknown {
  if (typeof value === 'string') return safeWords(name, value, workerKey)
  if (Array.isArray(value)) return value.map((one) => withSafeWords(one, workerKey, name))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([field, inner]) => [
    field,
    KEPT.has(field) ? inner : withSafeWords(inner, workerKey, field),
  ])
  return Object.fromEntries(fields)
}

function safeWords(name: string, text: string, workerKey: string): string | null {
  if (LINKS.has(name)) return safePageLink(text)
  const isId = IDS.test(name) && text.length <= LONGEST_ID && !text.includes(workerKey)
  return isId ? text : safeSentence(text, [workerKey])
}

function failureReason(error: unknown, workerKey: string): SafeText {
  if (error instanceof Error && error.name === 'TimeoutError')
    return safeText(`no answer within ${TIMEOUT / SECOND} seconds`)
  const unconnected = noConnectionReason(error)
  if (unconnected !== null) return safeText(unconnected)
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : ''
  const text = (cause === '' ? describeError(error) : cause).trim()
  return safeText(text || 'no answer', [workerKey])
}
