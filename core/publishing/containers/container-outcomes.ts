// Replies about containers in, the publication's next state out. Pure. Nothing here is visible to anybody: until a publish
// was sent, whatever fails may be done again.
import { judge } from '../../platform/graph/error-table.ts'
import type { ContainerStatus, CreatedContainer, Reply } from '../../ports/platform/platform.ts'
import { DAY, MINUTE, type Instant } from '../../time.ts'
import { containerOf, withContainer, withoutContainer, type Which } from './containers.ts'
import { NOT_IN_TIME, failureOfContainer, failureOfPost, failureOfReply } from '../failures.ts'
import {
  MAX_CONTAINERS,
  TOO_OLD_TO_USE,
  slowestKindOf,
  type Change,
  type Failure,
  type Publication,
} from '../publication.ts'
import { PROCESSING_LIMIT, PROCESSING_READS, nextContainerAt, nextStatusReadAt } from '../retry-schedule.ts'
import { planWait } from '../staging.ts'
import { toFailed, toPublishing, toUncertain } from '../transitions.ts'

export function afterContainerAsked(
  publication: Publication,
  which: Which,
  reply: Reply<CreatedContainer>,
  now: Instant,
): Change {
  const containersAsked = containerOf(publication, which).containersAsked + 1
  if (reply.kind === 'ok') {
    const { containerId, uploadUrl } = reply.value
    const upload = uploadUrl === null ? null : { url: uploadUrl, sent: false }
    const made = { containersAsked, containerId, containerCreatedAt: now, upload, finished: false }
    const created = withContainer(publication, which, made)
    return { ...created, ...(which === 'post' ? { step: 'created' } : {}), reads: 0, nextAt: null }
  }
  const toldToWait = waitOf(publication, reply, now)
  if (toldToWait) return toldToWait
  return afterContainerNotMade(publication, which, failureOfPost(reply, publication.payload), now)
}

/** A container was asked for, or would have been, and there is none. */
export function afterContainerNotMade(
  publication: Publication,
  which: Which,
  failure: Failure,
  now: Instant,
): Change {
  const containersAsked = containerOf(publication, which).containersAsked + 1
  const counted = withContainer(publication, which, { containersAsked })
  if (failure.transient && containersAsked < MAX_CONTAINERS)
    return { ...counted, nextAt: nextContainerAt(now, containersAsked) }
  return { ...toFailed(failure), ...counted }
}

export function afterUpload(
  publication: Publication,
  which: Which,
  reply: Reply<{ uploaded: true }>,
  now: Instant,
): Change {
  const { upload } = containerOf(publication, which)
  if (reply.kind === 'ok')
    return {
      ...withContainer(publication, which, { upload: upload && { ...upload, sent: true } }),
      nextAt: null,
    }
  // How much of it arrived is not known: another container gets the whole of it.
  return afterContainerLost(publication, which, { ...failureOfReply(reply), transient: true }, now)
}

export function afterChildRead(
  publication: Publication,
  which: number,
  reply: Reply<ContainerStatus>,
  now: Instant,
): Change {
  const reading = readingOf(reply)
  if (reading.kind === 'ready' || reading.kind === 'published')
    return { ...withContainer(publication, which, { finished: true }), nextAt: null }
  if (reading.kind === 'lost')
    return afterContainerLost(withoutExpired(publication, which, now), which, reading.failure, now)
  if (reading.kind === 'refused') return toFailed(reading.failure)
  return nextStatusRead(publication, containerOf(publication, which).containerCreatedAt, reading, now)
}

export function afterStatusRead(
  publication: Publication,
  reply: Reply<ContainerStatus>,
  { now, monotonic }: { now: Instant; monotonic: number },
): Change {
  const reading = readingOf(reply)
  if (reading.kind === 'ready' && !publication.settleOnly) {
    const platformTime = reply.kind === 'ok' ? reply.platformTime : null
    const clocks = { now, monotonic }
    return planWait(publication, platformTime, clocks) ?? toPublishing(publication, platformTime, clocks)
  }
  if (reading.kind === 'published' || reading.kind === 'ready') return toUncertain(publication, now)
  if (reading.kind === 'lost')
    return afterContainerLost(withoutExpired(publication, 'post', now), 'post', reading.failure, now)
  if (reading.kind === 'refused')
    return publication.intent ? toUncertain(publication, now) : toFailed(reading.failure)
  return nextStatusRead(publication, publication.containerCreatedAt, reading, now)
}

/** One that has lived its day does not count: a post that waits for its true time may outlive several. */
function withoutExpired(publication: Publication, which: Which, now: Instant): Publication {
  const { containerCreatedAt } = containerOf(publication, which)
  if (now - (containerCreatedAt ?? now) < TOO_OLD_TO_USE) return publication
  return { ...publication, ...withContainer(publication, which, { containersAsked: 0 }) }
}

type Reading =
  | { readonly kind: 'ready' }
  | { readonly kind: 'published' }
  | { readonly kind: 'lost'; readonly failure: Failure }
  | { readonly kind: 'refused'; readonly failure: Failure }
  /** Not yet, or the read itself went wrong. */
  | { readonly kind: 'later'; readonly tooManyCalls: boolean }

function readingOf(reply: Reply<ContainerStatus>): Reading {
  if (reply.kind === 'unknown') return { kind: 'later', tooManyCalls: false }
  if (reply.kind === 'refused') {
    const { retry } = judge(reply.refusal)
    if (retry === 'no') return { kind: 'refused', failure: failureOfReply(reply) }
    if (retry === 'new') return { kind: 'lost', failure: failureOfReply(reply) }
    return { kind: 'later', tooManyCalls: retry === 'wait' || retry === 'block' }
  }
  switch (reply.value.status) {
    case 'FINISHED':
      return { kind: 'ready' }
    case 'PUBLISHED':
      return { kind: 'published' }
    case 'ERROR':
    case 'EXPIRED':
      return { kind: 'lost', failure: failureOfContainer(reply.value) }
    default:
      return { kind: 'later', tooManyCalls: false }
  }
}

function nextStatusRead(
  publication: Publication,
  createdAt: Instant | null,
  { tooManyCalls }: { tooManyCalls: boolean },
  now: Instant,
): Change {
  const kind = slowestKindOf(publication.payload)
  if (now - (createdAt ?? now) > PROCESSING_LIMIT[kind] && publication.reads >= PROCESSING_READS)
    return publication.intent ? toUncertain(publication, now) : toFailed(NOT_IN_TIME)
  // To a platform that says "too many calls", asking on as before would only lengthen the wait.
  const nextAt = tooManyCalls ? now + MINUTE : nextStatusReadAt(now, publication.reads, kind)
  return { reads: publication.reads + 1, nextAt }
}

/** A container that will never be published. Before any send another may be asked for; afterwards only looking helps. */
function afterContainerLost(publication: Publication, which: Which, failure: Failure, now: Instant): Change {
  if (publication.intent) return toUncertain(publication, now)
  const state = containerOf(publication, which)
  if (!failure.transient || state.containersAsked >= MAX_CONTAINERS) return toFailed(failure)
  const again = withContainer(publication, which, withoutContainer(state))
  // Which of its items spoilt a carousel is not told: all are looked at again before the next one is put together.
  const children = publication.children.map((child) => ({ ...child, finished: false }))
  return {
    ...(which === 'post' ? { children } : {}),
    ...again,
    step: 'claimed',
    reads: 0,
    nextAt: nextContainerAt(now, state.containersAsked),
  }
}

/** "Too many calls" proves that nothing was made and counts for nothing; a post that waits a day for it is given up. */
function waitOf(
  publication: Publication,
  reply: Exclude<Reply<unknown>, { kind: 'ok' }>,
  now: Instant,
): Change | null {
  if (reply.kind !== 'refused') return null
  const { retry, pauseFor } = judge(reply.refusal)
  if (retry !== 'wait' || now - publication.createdAt > DAY) return null
  return { nextAt: now + (reply.facts.usage?.regainAfter ?? pauseFor ?? MINUTE) }
}
