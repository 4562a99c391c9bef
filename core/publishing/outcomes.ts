// Replies in, the publication's next state out. Pure: every decision of publishing is here or in settle.ts.
import { judge, type Verdict } from '../platform/error-table.ts'
import type { ContainerStatus, PlatformRefusal, Reply } from '../ports/platform.ts'
import { MINUTE, type Instant } from '../time.ts'
import { becomeUncertain } from './begin.ts'
import {
  LAG_RETRY,
  nextContainerAt,
  nextPermalinkReadAt,
  nextStatusReadAt,
  PROCESSING_LIMIT,
} from './looks.ts'
import { MAX_CONTAINERS, type Change, type Failure, type Publication } from './publication.ts'

export function afterContainerAsked(
  publication: Publication,
  reply: Reply<{ containerId: string }>,
  now: Instant,
): Change {
  const containersAsked = publication.containersAsked + 1
  if (reply.kind === 'ok') {
    const { containerId } = reply.value
    return { step: 'created', containersAsked, containerId, containerCreatedAt: now, reads: 0, nextAt: null }
  }
  const failure = failureOf(reply)
  const again = failure.transient && containersAsked < MAX_CONTAINERS
  return again
    ? { containersAsked, nextAt: nextContainerAt(now, containersAsked) }
    : { ...failed(failure), containersAsked }
}

export function afterStatusRead(
  publication: Publication,
  reply: Reply<ContainerStatus>,
  { now, monotonic }: { now: Instant; monotonic: number },
): Change {
  const reads = publication.reads + 1
  if (reply.kind === 'ok') {
    const { status } = reply.value
    if (status === 'FINISHED') return intendToPublish(publication, reply.platformTime, { now, monotonic })
    if (status === 'PUBLISHED') return becomeUncertain(publication, now)
    if (status === 'ERROR' || status === 'EXPIRED')
      return containerLost(publication, containerFailure(reply.value), now)
  } else if (reply.kind === 'refused') {
    const verdict = judge(reply.refusal)
    if (verdict.retry === 'no')
      return publication.intent ? becomeUncertain(publication, now) : failed(failureOf(reply))
    if (verdict.retry === 'new') return containerLost(publication, failureOf(reply), now)
  }
  const waited = now - (publication.containerCreatedAt ?? now)
  if (waited > PROCESSING_LIMIT)
    return publication.intent ? becomeUncertain(publication, now) : failed(NOT_IN_TIME)
  // To a platform that says "too many calls", asking on as before would only lengthen the wait.
  const tooMany = reply.kind === 'refused' && judge(reply.refusal).retry === 'wait'
  return { reads, nextAt: tooMany ? now + MINUTE : nextStatusReadAt(now, publication.reads) }
}

/** Written before the one irreversible call. */
export function intendToPublish(
  publication: Publication,
  platformTime: Instant | null,
  { now, monotonic }: { now: Instant; monotonic: number },
): Change {
  const before = publication.intent
  return {
    step: 'publishing',
    nextAt: null,
    finishedSeenAt: [],
    intent: {
      at: before?.at ?? now,
      platformAt: before === null ? platformTime : before.platformAt,
      monotonicAt: monotonic,
      sends: (before?.sends ?? 0) + 1,
      lastPossibleSend: now,
      lastRefusal: null,
      onlyLagReplies: before?.onlyLagReplies ?? true,
    },
  }
}

export function afterPublish(
  publication: Publication,
  reply: Reply<{ mediaId: string }>,
  now: Instant,
): Change {
  if (reply.kind === 'ok') return confirmed(reply.value.mediaId, null, now)
  const { intent } = publication
  const uncertain = becomeUncertain(publication, now)
  if (reply.kind === 'refused' && intent?.onlyLagReplies && isLag(reply.refusal)) {
    return { ...uncertain, intent: { ...intent, lastPossibleSend: now }, nextAt: now + LAG_RETRY }
  }
  const lastRefusal = reply.kind === 'refused' ? failureOf(reply) : null
  return { ...uncertain, intent: uncertain.intent ? { ...uncertain.intent, lastRefusal } : null }
}

/** Live. `mediaId` is null when the platform says so without telling which. */
export function confirmed(mediaId: string | null, permalink: string | null, now: Instant): Change {
  const complete = mediaId === null || permalink !== null
  return {
    step: complete ? 'done' : 'confirmed',
    mediaId,
    permalink,
    publishedAt: now,
    failure: null,
    reads: 0,
    nextAt: null,
  }
}

export function afterPermalinkRead(
  publication: Publication,
  reply: Reply<{ permalink: string | null }>,
  now: Instant,
): Change {
  if (reply.kind === 'ok' && reply.value.permalink !== null) {
    return { step: 'done', permalink: reply.value.permalink, nextAt: null }
  }
  const nextAt = nextPermalinkReadAt(now, publication.reads)
  return nextAt === null ? { step: 'done', nextAt } : { reads: publication.reads + 1, nextAt }
}

/** Ends a publication of which nothing is live. */
export function failed(failure: Failure): Change {
  return { step: 'failed', failure: { ...failure, unconfirmed: false }, nextAt: null }
}

export function failureOf(
  reply: { kind: 'refused'; refusal: PlatformRefusal } | { kind: 'unknown'; reason: string },
): Failure {
  if (reply.kind === 'unknown') {
    const message = `The platform did not answer as expected (${reply.reason}). Try again.`
    return { code: 'PLATFORM_ERROR', message, recovery: 'retry', transient: true }
  }
  const { code, subcode, message } = reply.refusal
  const verdict = judge(reply.refusal)
  const number = subcode === null ? `${code ?? reply.refusal.httpStatus}` : `${code}/${subcode}`
  return asFailure(verdict, `${message} (${number})`)
}

/** A container that will never be published. Before any send another may be asked for; afterwards only looking helps. */
function containerLost(publication: Publication, failure: Failure, now: Instant): Change {
  if (publication.intent) return becomeUncertain(publication, now)
  if (!failure.transient || publication.containersAsked >= MAX_CONTAINERS) return failed(failure)
  return {
    step: 'claimed',
    containerId: null,
    containerCreatedAt: null,
    nextAt: nextContainerAt(now, publication.containersAsked),
  }
}

function containerFailure({ status, detail, subcode }: ContainerStatus): Failure {
  if (status === 'EXPIRED') {
    return {
      code: 'PLATFORM_ERROR',
      message: 'The prepared post expired before it was published.',
      recovery: 'retry',
      transient: true,
    }
  }
  const refusal = {
    httpStatus: 400,
    code: null,
    subcode,
    message: detail ?? 'The platform could not process the file.',
    traceId: null,
  }
  return asFailure(judge(refusal), refusal.message)
}

function asFailure(verdict: Verdict, platformSays: string): Failure {
  const { code, recovery, advice, retry } = verdict
  const transient = retry === 'new' || retry === 'verify' || retry === 'same'
  return { code, message: `${advice} Instagram said: ${platformSays}`, recovery, transient }
}

/** Answers that are known to have had no effect, right after FINISHED (replication lag). Believed once nothing of ours is seen. */
function isLag({ code, subcode }: PlatformRefusal): boolean {
  return (code === 9007 && subcode === 2_207_027) || (code === 24 && subcode === 2_207_006)
}

const NOT_IN_TIME: Failure = {
  code: 'PLATFORM_ERROR',
  message: 'The platform did not process the file in time. Nothing was published. Try again.',
  recovery: 'retry',
  transient: true,
}
