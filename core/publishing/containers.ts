// A container that exists: its bytes are sent, its status is read until it is FINISHED. Nothing here is visible to anybody:
// until a publish was sent, whatever fails may be done again.
import { judge } from '../platform/graph/error-table.ts'
import type { ContainerStatus, PlatformAccess, PlatformReply } from '../ports/platform/platform.ts'
import { MINUTE, type Instant } from '../time.ts'
import type { PublishingDeps } from './effects.ts'
import { MEDIA_GONE, NOT_IN_TIME, failureOfContainer, failureOfReply } from './failures.ts'
import { listMediaBefore } from './match.ts'
import {
  MAX_CONTAINERS,
  TOO_OLD_TO_USE,
  slowestKindOf,
  type Change,
  type ChildContainer,
  type ContainerState,
  type Failure,
  type PayloadItem,
  type Publication,
} from './publication.ts'
import { PROCESSING_LIMIT, PROCESSING_READS, nextContainerAt, nextStatusReadAt } from './retry-schedule.ts'
import { planWait } from './staging.ts'
import { NO_CHILD, toFailed, toPublishing, toUncertain } from './transitions.ts'

/** The post's own container, or that of an item of a carousel. */
export type Which = 'post' | number

export function containerOf(publication: Publication, which: Which): ContainerState {
  if (which === 'post') return publication
  return publication.children[which] ?? NO_CHILD
}

export function containerIdOf({ id, containerId }: Publication): string {
  if (containerId === null) throw new Error(`publication ${id} has no container`)
  return containerId
}

export function itemOf({ payload }: Publication, which: Which): PayloadItem | undefined {
  return payload.items[which === 'post' ? 0 : which]
}

export function withContainer(
  publication: Publication,
  which: Which,
  change: Partial<ChildContainer>,
): Pick<Change, keyof ContainerState | 'children'> {
  if (which === 'post') {
    const { finished: _, ...own } = change
    return own
  }
  const child = { ...(publication.children[which] ?? NO_CHILD), ...change }
  return { children: publication.children.with(which, child) }
}

/** The requests for it still count. */
export function withoutContainer({ containersAsked }: ContainerState): ChildContainer {
  return { ...NO_CHILD, containersAsked }
}

export async function sendBytes(
  ports: PublishingDeps,
  publication: Publication,
  which: Which,
  access: PlatformAccess,
): Promise<Change> {
  const { containerId, upload } = containerOf(publication, which)
  const video = await ports.openMedia(itemOf(publication, which)?.blobKey ?? '')
  if (video === null || containerId === null || upload === null) return toFailed(MEDIA_GONE)
  const container = { containerId, uploadUrl: upload.url }
  const reply = await ports.platform.uploadVideo(access, container, video)
  return afterUpload(publication, which, reply, ports.clock.now())
}

export function afterUpload(
  publication: Publication,
  which: Which,
  reply: PlatformReply<{ uploaded: true }>,
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

export async function readStatus(
  ports: PublishingDeps,
  publication: Publication,
  access: PlatformAccess,
): Promise<Change> {
  const reply = await ports.platform.containerStatus(access, containerIdOf(publication))
  const { listedBefore, platformTime } = await listMediaBefore(ports, publication, access, reply)
  const clocks = { now: ports.clock.now(), monotonic: ports.clock.monotonic() }
  return { ...afterStatusRead(publication, { ...reply, platformTime }, clocks), listedBefore }
}

export function afterStatusRead(
  publication: Publication,
  reply: PlatformReply<ContainerStatus>,
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

export function afterChildRead(
  publication: Publication,
  which: number,
  reply: PlatformReply<ContainerStatus>,
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

function readingOf(reply: PlatformReply<ContainerStatus>): Reading {
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
