// The states `claimed` and `created`: containers are requested, their bytes sent, their status read until they are
// FINISHED, one act for each step. Nothing here is visible to anyone: until a publish call was made, any step that fails
// may be repeated.
import type { PlatformAccess } from '../../ports/platform/platform.ts'
import { ageOf, DAY, HOUR, MINUTE, SECOND, type Duration, type Instant } from '../../time.ts'
import {
  judgeStatus,
  requestContainer,
  sendVideo,
  type RequestOutcome,
  type ContainerDeps,
  type Loss,
  type Sent,
  type TimedReading,
  type Which,
} from './container-calls.ts'
import { INTERRUPTED_TOO_OFTEN, MEDIA_GONE } from '../../rules/publication/failures.ts'
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
import { isBusy, waitForPlatform, waitUnreached } from './backoff.ts'
import { readMoment, type Moment } from './send-window.ts'
import { planWait } from './staging.ts'
import {
  NO_CHILD,
  containerIdOf,
  toFailed,
  toPublishing,
  toFailedUnlessSent,
  toSentByOthers,
} from './transitions.ts'

const READS = {
  image: [2 * SECOND, 3 * SECOND, 5 * SECOND],
  video: [5 * SECOND, 10 * SECOND, 20 * SECOND, 30 * SECOND],
} as const
const LATER_READS = { image: 10 * SECOND, video: MINUTE } as const
/** Ten minutes of reading every minute: a video that is not FINISHED by then takes longer. */
const PATIENT_READS = 14
const PATIENT_READ_EVERY = 5 * MINUTE
/** A container that is not FINISHED by then will not be. */
export const PROCESSING_LIMIT = { image: 5 * MINUTE, video: HOUR } as const
/** … and after fewer reads than this it was not really waited for: the clock was set, or the machine slept. */
const PROCESSING_READS = 10
/** One that is not found may not have reached all of the platform yet. After this long, and so many reads, it is gone. */
const LAG: Duration = 2 * MINUTE
const LAG_READS = 2

/** The next status read of a container after `reads` reads. */
export function nextStatusReadAt(now: Instant, reads: number, kind: 'image' | 'video'): Instant {
  if (kind === 'video' && reads >= PATIENT_READS) return now + PATIENT_READ_EVERY
  return now + (READS[kind][reads] ?? LATER_READS[kind])
}

const CONTAINER_RETRIES: readonly Duration[] = [10 * SECOND, MINUTE]

/** When to request another container after `asked` requests: at once where none of them counts. */
export function nextContainerAt(now: Instant, asked: number): Instant {
  return asked === 0 ? now : now + (CONTAINER_RETRIES[asked - 1] ?? MINUTE)
}

interface ContainerWork {
  /** `upload` only where the platform cannot fetch a video. */
  readonly kind: 'create' | 'read' | 'upload'
  readonly which: Which
}

/** The next act. All children are created before the first is read, so that they are processed at the same time. */
export function nextContainerWork({ step, upload: own, children }: Publication): ContainerWork {
  if (step === 'created') return { kind: own?.sent === false ? 'upload' : 'read', which: 'post' }
  for (const [which, { containerId, upload }] of children.entries()) {
    if (containerId === null) return { kind: 'create', which }
    if (upload?.sent === false) return { kind: 'upload', which }
  }
  const unfinished = children.findIndex(({ finished }) => !finished)
  return unfinished === -1 ? { kind: 'create', which: 'post' } : { kind: 'read', which: unfinished }
}

export function prepareContainers(
  ports: ContainerDeps,
  publication: Publication,
  access: PlatformAccess,
): Promise<Change> {
  const { kind, which } = nextContainerWork(publication)
  switch (kind) {
    case 'create':
      return askForContainer(ports, publication, which, access)
    case 'read':
      return readStatus(ports, publication, which, access)
    case 'upload':
      return sendBytes(ports, publication, which, access)
    default:
      return kind satisfies never
  }
}

async function askForContainer(
  ports: ContainerDeps,
  publication: Publication,
  which: Which,
  access: PlatformAccess,
): Promise<Change> {
  const { payload, interruptions, faults = 0 } = publication
  if (payload.items.length === 0) return toFailed(MEDIA_GONE)
  if (interruptions >= MAX_INTERRUPTIONS) return toFailed(INTERRUPTED_TOO_OFTEN)
  const isParent = which === 'post' && payload.mediaType === 'CAROUSEL'
  const item = isParent ? undefined : itemOf(publication, which)
  const tries = containerOf(publication, which).containersAsked + interruptions + faults
  const wanted = { which, item, tries }
  const asked = await requestContainer(ports, publication, wanted, access)
  const change = afterContainerAsked(publication, which, asked, ports.clock.now())
  const isReadAtOnce = asked.kind === 'made' && which === 'post' && asked.uploadUrl === null
  if (!isReadAtOnce || isBusy(asked.usage)) return change
  // Its id is stored with the result of the first read: a crash in between leaves an unused container.
  return { ...change, ...(await readStatus(ports, { ...publication, ...change }, which, access)) }
}

export function afterContainerAsked(
  publication: Publication,
  which: Which,
  asked: RequestOutcome,
  now: Instant,
): Change {
  const containersAsked = containerOf(publication, which).containersAsked + 1
  if (asked.kind === 'made') {
    const { containerId, uploadUrl } = asked
    const upload = uploadUrl === null ? null : { url: uploadUrl, sent: false }
    const made = { containersAsked, containerId, containerCreatedAt: now, upload, finished: false }
    const created = withContainer(publication, which, made)
    return { ...created, ...(which === 'post' ? { step: 'created' } : {}), reads: 0, nextAt: null }
  }
  const unreached = asked.neverArrived ? waitUnreached(now, publication) : null
  if (unreached) return unreached
  const { failure, wait = null, isFault = false } = asked
  // It does not count as a try; a post that has waited a day for it is given up. A wait for room came before.
  const since = Math.max(publication.createdAt, publication.roomAt ?? 0)
  if (wait !== null && now - since <= DAY) return { nextAt: now + wait }
  const recovery = isFault ? waitForPlatform(now, publication) : null
  if (recovery) return { ...itemsReadAgain(publication, which), ...recovery }
  const counted = withContainer(publication, which, { containersAsked })
  if (isFault || !failure.transient || containersAsked >= MAX_CONTAINERS)
    return { ...toFailed(failure), ...counted }
  const nextAt = nextContainerAt(now, containersAsked)
  return { ...itemsReadAgain(publication, which), ...counted, nextAt }
}

/**
 * Which item spoilt a carousel is unknown, and one may have expired since it was read: all are checked again before the next one
 * is assembled.
 */
function itemsReadAgain({ children }: Publication, which: Which): Change {
  if (which !== 'post' || children.length === 0) return {}
  return { children: children.map((child) => ({ ...child, finished: false })) }
}

async function sendBytes(
  ports: ContainerDeps,
  publication: Publication,
  which: Which,
  access: PlatformAccess,
): Promise<Change> {
  const { containerId, upload } = containerOf(publication, which)
  if (containerId === null || upload === null) return toFailed(MEDIA_GONE)
  const blobKey = itemOf(publication, which)?.blobKey ?? ''
  const sent = await sendVideo(ports, { containerId, uploadUrl: upload.url }, blobKey, access)
  return afterUpload(publication, which, sent, ports.clock.now())
}

export function afterUpload(publication: Publication, which: Which, sent: Sent, now: Instant): Change {
  const { upload } = containerOf(publication, which)
  if (sent.kind === 'sent')
    return {
      ...withContainer(publication, which, { upload: upload && { ...upload, sent: true } }),
      nextAt: null,
    }
  // None of it was sent: the same container still waits for it.
  const unreached = sent.neverArrived ? waitUnreached(now, publication) : null
  return unreached ?? afterContainerLost(publication, which, sent, now)
}

async function readStatus(
  ports: ContainerDeps,
  publication: Publication,
  which: Which,
  access: PlatformAccess,
): Promise<Change> {
  const container = { ...containerOf(publication, which), id: publication.id }
  const reading = judgeStatus(await ports.platform.containerStatus(access, containerIdOf(container)))
  const { listedBefore, platformTime } = await listMediaBefore(ports, publication, access, reading)
  const change = afterStatusRead(publication, which, { ...reading, platformTime }, readMoment(ports.clock))
  return { ...change, listedBefore }
}

export function afterStatusRead(
  publication: Publication,
  which: Which,
  reading: TimedReading,
  at: Moment,
): Change {
  const { platformTime } = reading
  switch (reading.kind) {
    case 'later':
      return afterNotReady(publication, which, reading, at.now)
    case 'lost': {
      const counted = withoutExpired(publication, which, at.now)
      return afterContainerLost(counted, which, reading, at.now)
    }
    case 'ready':
    case 'published':
      // The reads of this item say nothing of how long the next one takes.
      if (which !== 'post')
        return { ...withContainer(publication, which, { finished: true }), reads: 0, nextAt: null }
      if (reading.kind === 'published' || publication.settleOnly)
        return toSentByOthers(publication, platformTime, at.now)
      return planWait(publication, platformTime, at) ?? toPublishing(publication, platformTime, at)
    default:
      return reading satisfies never
  }
}

function afterNotReady(
  publication: Publication,
  which: Which,
  { tooManyCalls, neverArrived, isFault, failure }: Extract<TimedReading, { kind: 'later' }>,
  now: Instant,
): Change {
  const unreached = neverArrived ? waitUnreached(now, publication) : null
  if (unreached) return unreached
  const kind = slowestKindOf(publication.payload)
  const age = ageOf(containerOf(publication, which).containerCreatedAt ?? now, now)
  // Nothing was read, and reading at the same pace would only lengthen the wait, which the container outlasts for a day.
  if (tooManyCalls && age <= DAY) return { nextAt: now + MINUTE }
  if (isMissing(failure) && age > LAG && publication.reads >= LAG_READS)
    return afterContainerLost(withoutExpired(publication, which, now), which, { failure }, now)
  if (age > PROCESSING_LIMIT[kind] && publication.reads >= PROCESSING_READS) {
    if (isUnknown(failure)) return afterContainerLost(publication, which, { failure }, now)
    // Whether it is ready could not be seen: it is waited for anew once it can.
    const recovery = isFault && publication.intent === null ? waitForPlatform(now, publication) : null
    return recovery ? { ...recovery, reads: 0 } : toFailedUnlessSent(publication, failure, now)
  }
  return { reads: publication.reads + 1, nextAt: nextStatusReadAt(now, publication.reads, kind) }
}

/** A read alone says so at times, although the container is there; for so long it is gone, or of another app. */
const isUnknown = ({ detail }: Failure): boolean => detail.code === 'OBJECT_NOT_FOUND'
const isMissing = ({ detail }: Failure): boolean => detail.code === 'CONTAINER_NOT_FOUND'

/**
 * A container that will never be published. Before any publish call another may be requested; afterwards only reading
 * helps.
 */
function afterContainerLost(
  publication: Publication,
  which: Which,
  { failure, isFault = false }: Loss,
  now: Instant,
): Change {
  const state = containerOf(publication, which)
  const again = isFault
    ? waitForPlatform(now, publication)
    : failure.transient && state.containersAsked < MAX_CONTAINERS
      ? { nextAt: nextContainerAt(now, state.containersAsked) }
      : null
  if (publication.intent !== null || again === null) return toFailedUnlessSent(publication, failure, now)
  const containersAsked = state.containersAsked - (isFault ? 1 : 0)
  return {
    ...itemsReadAgain(publication, which),
    ...withContainer(publication, which, { ...NO_CHILD, containersAsked }),
    step: 'claimed',
    reads: 0,
    ...again,
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
