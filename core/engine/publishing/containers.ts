// The states `claimed` and `created`: containers are requested, their bytes sent, their status read until they are
// FINISHED, one act for each step. Nothing here is visible to anyone: until a publish call was made, any step that fails
// may be repeated.
import type {
  ContainerStatus,
  CreatedContainer,
  PlatformAccess,
  PlatformReply,
} from '../../ports/platform/platform.ts'
import { ageOf, DAY, MINUTE, type Instant } from '../../time.ts'
import {
  openFile,
  readingOf,
  requestContainer,
  type ContainerDeps,
  type ContainerReading,
  type Which,
} from './container-calls.ts'
import { failureOfPost, failureOfReply, waitAskedBy } from '../../rules/publication/error-table.ts'
import { INTERRUPTED_TOO_OFTEN, MEDIA_GONE, NOT_IN_TIME } from '../../rules/publication/failures.ts'
import { listMediaBefore } from './match.ts'
import {
  MAX_CONTAINERS,
  MAX_INTERRUPTIONS,
  TOO_OLD_TO_USE,
  slowestKindOf,
  type Change,
  type ChildContainer,
  type ContainerState,
  type Failure,
  type PayloadItem,
  type Publication,
} from '../../rules/publication/publication.ts'
import {
  PROCESSING_LIMIT,
  PROCESSING_READS,
  isBusy,
  nextContainerAt,
  nextStatusReadAt,
} from './retry-schedule.ts'
import { planWait } from './staging.ts'
import {
  NO_CHILD,
  containerIdOf,
  toFailed,
  toFailedUnlessSent,
  toPublishing,
  toSentByOthers,
} from './transitions.ts'

type ContainerWork =
  | { readonly kind: 'create'; readonly which: Which }
  | { readonly kind: 'upload'; readonly which: number }
  | { readonly kind: 'read'; readonly which: number }

/** The next act. All children are created before the first is read, so that they are processed at the same time. */
export function nextContainerWork({ children }: Publication): ContainerWork {
  for (const [which, { containerId, upload }] of children.entries()) {
    if (containerId === null) return { kind: 'create', which }
    if (upload?.sent === false) return { kind: 'upload', which }
  }
  const unfinished = children.findIndex(({ finished }) => !finished)
  return unfinished === -1 ? { kind: 'create', which: 'post' } : { kind: 'read', which: unfinished }
}

export async function prepareContainers(
  ports: ContainerDeps,
  publication: Publication,
  access: PlatformAccess,
): Promise<Change> {
  if (publication.payload.items.length === 0) return toFailed(MEDIA_GONE)
  const { kind, which } = nextContainerWork(publication)
  if (kind === 'upload') return sendBytes(ports, publication, which, access)
  if (kind === 'create') return askForContainer(ports, publication, which, access)
  const { containerId } = containerOf(publication, which)
  const reply = await ports.platform.containerStatus(access, containerId ?? '')
  return afterChildRead(publication, which, reply, ports.clock.now())
}

async function askForContainer(
  ports: ContainerDeps,
  publication: Publication,
  which: Which,
  access: PlatformAccess,
): Promise<Change> {
  const { payload, interruptions } = publication
  if (interruptions >= MAX_INTERRUPTIONS) return toFailed(INTERRUPTED_TOO_OFTEN)
  const isParent = which === 'post' && payload.mediaType === 'CAROUSEL'
  const item = isParent ? undefined : itemOf(publication, which)
  const wanted = { which, item, tries: containerOf(publication, which).containersAsked + interruptions }
  const asked = await requestContainer(ports, publication, wanted, access)
  const now = ports.clock.now()
  if (asked.kind === 'failed') return afterContainerNotMade(publication, which, asked.failure, now)
  const change = afterContainerAsked(publication, which, asked, now)
  const isReadAtOnce = change.step === 'created' && change.upload === null && !isBusy(asked.facts.usage)
  if (!isReadAtOnce) return change
  // Its id is stored with the result of the first read: a crash in between leaves an unused container.
  return { ...change, ...(await readStatus(ports, { ...publication, ...change }, access)) }
}

export function afterContainerAsked(
  publication: Publication,
  which: Which,
  reply: PlatformReply<CreatedContainer>,
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
  const wait = waitAskedBy(reply)
  // It does not count as a try; a post that has waited a day for it is given up.
  if (wait !== null && now - publication.createdAt <= DAY) return { nextAt: now + wait }
  return afterContainerNotMade(publication, which, failureOfPost(reply, publication.payload), now)
}

/** A container was requested, or would have been, and there is none. */
function afterContainerNotMade(
  publication: Publication,
  which: Which,
  failure: Failure,
  now: Instant,
): Change {
  const containersAsked = containerOf(publication, which).containersAsked + 1
  const counted = withContainer(publication, which, { containersAsked })
  if (failure.transient && containersAsked < MAX_CONTAINERS)
    return {
      ...itemsReadAgain(publication, which),
      ...counted,
      nextAt: nextContainerAt(now, containersAsked),
    }
  return { ...toFailed(failure), ...counted }
}

/**
 * Which item spoilt a carousel is unknown, and one may have expired since it was read: all are checked again before the next one
 * is assembled.
 */
function itemsReadAgain({ children }: Publication, which: Which): Change {
  if (which !== 'post' || children.length === 0) return {}
  return { children: children.map((child) => ({ ...child, finished: false })) }
}

/** The post's own: its bytes are sent to their address, then its status is read. */
export function advanceContainer(
  ports: ContainerDeps,
  publication: Publication,
  access: PlatformAccess,
): Promise<Change> {
  return publication.upload?.sent === false
    ? sendBytes(ports, publication, 'post', access)
    : readStatus(ports, publication, access)
}

async function sendBytes(
  ports: ContainerDeps,
  publication: Publication,
  which: Which,
  access: PlatformAccess,
): Promise<Change> {
  const { containerId, upload } = containerOf(publication, which)
  const video = await openFile(ports, itemOf(publication, which)?.blobKey ?? '')
  if ('failure' in video) return afterContainerLost(publication, which, video.failure, ports.clock.now())
  if (containerId === null || upload === null) return toFailed(MEDIA_GONE)
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
  // How much of it arrived is unknown: another container gets all of it.
  return afterContainerLost(publication, which, { ...failureOfReply(reply), transient: true }, now)
}

async function readStatus(
  ports: ContainerDeps,
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
  if (reading.kind === 'published' || reading.kind === 'ready')
    return toSentByOthers(publication, reply.platformTime, now)
  return afterNotReady(publication, 'post', reading, now)
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
  return afterNotReady(publication, which, reading, now)
}

function afterNotReady(
  publication: Publication,
  which: Which,
  reading: Exclude<ContainerReading, { kind: 'ready' | 'published' }>,
  now: Instant,
): Change {
  if (reading.kind === 'lost')
    return afterContainerLost(withoutExpired(publication, which, now), which, reading.failure, now)
  if (reading.kind === 'refused') return toFailedUnlessSent(publication, reading.failure, now)
  const kind = slowestKindOf(publication.payload)
  const age = ageOf(containerOf(publication, which).containerCreatedAt ?? now, now)
  if (age > PROCESSING_LIMIT[kind] && publication.reads >= PROCESSING_READS)
    return toFailedUnlessSent(publication, NOT_IN_TIME, now)
  // After "too many calls", reading at the same pace would only lengthen the wait.
  const nextAt = reading.tooManyCalls ? now + MINUTE : nextStatusReadAt(now, publication.reads, kind)
  return { reads: publication.reads + 1, nextAt }
}

/**
 * A container that will never be published. Before any publish call another may be requested; afterwards only reading
 * helps.
 */
function afterContainerLost(publication: Publication, which: Which, failure: Failure, now: Instant): Change {
  const state = containerOf(publication, which)
  if (publication.intent || !failure.transient || state.containersAsked >= MAX_CONTAINERS)
    return toFailedUnlessSent(publication, failure, now)
  const again = withContainer(publication, which, withoutContainer(state))
  return {
    ...itemsReadAgain(publication, which),
    ...again,
    step: 'claimed',
    reads: 0,
    nextAt: nextContainerAt(now, state.containersAsked),
  }
}

/** An expired container does not count: a post that waits for its true time may outlive several. */
function withoutExpired(publication: Publication, which: Which, now: Instant): Publication {
  const { containerCreatedAt } = containerOf(publication, which)
  if (now - (containerCreatedAt ?? now) < TOO_OLD_TO_USE) return publication
  return { ...publication, ...withContainer(publication, which, { containersAsked: 0 }) }
}

function containerOf(publication: Publication, which: Which): ContainerState {
  if (which === 'post') return publication
  return publication.children[which] ?? NO_CHILD
}

function itemOf({ payload }: Publication, which: Which): PayloadItem | undefined {
  return payload.items[which === 'post' ? 0 : which]
}

function withContainer(
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
function withoutContainer({ containersAsked }: ContainerState): ChildContainer {
  return { ...NO_CHILD, containersAsked }
}
