// The state `claimed`: containers are asked for, one act for each step.
import { CodedError, failureOfError } from '../errors.ts'
import { judge } from '../platform/graph/error-table.ts'
import type {
  ContainerRequest,
  ContainerSource,
  CreatedContainer,
  PlatformAccess,
  PlatformReply,
} from '../ports/platform/platform.ts'
import { DAY, MINUTE, type Instant } from '../time.ts'
import { afterChildRead, containerOf, itemOf, sendBytes, withContainer, type Which } from './containers.ts'
import type { PublishingDeps } from './effects.ts'
import { BYTES_NOT_TAKEN, MEDIA_GONE, NEVER_MADE, NO_PUBLIC_ADDRESS, failureOfPost } from './failures.ts'
import {
  MAX_CONTAINERS,
  type Change,
  type Failure,
  type PayloadItem,
  type Publication,
  type PublicationPayload,
} from './publication.ts'
import { nextContainerAt } from './retry-schedule.ts'
import { toFailed } from './transitions.ts'

type ContainerWork =
  | { readonly kind: 'create'; readonly which: Which }
  | { readonly kind: 'upload'; readonly which: number }
  | { readonly kind: 'read'; readonly which: number }

/** The next act. All children are made before the first is read, so that they process together. */
export function nextContainerWork({ children }: Publication): ContainerWork {
  for (const [which, { containerId, upload }] of children.entries()) {
    if (containerId === null) return { kind: 'create', which }
    if (upload?.sent === false) return { kind: 'upload', which }
  }
  const unfinished = children.findIndex(({ finished }) => !finished)
  return unfinished === -1 ? { kind: 'create', which: 'post' } : { kind: 'read', which: unfinished }
}

export async function prepareContainers(
  ports: PublishingDeps,
  publication: Publication,
  access: PlatformAccess,
): Promise<Change> {
  if (publication.payload.items.length === 0) return toFailed(MEDIA_GONE)
  const { kind, which } = nextContainerWork(publication)
  if (kind === 'upload') return sendBytes(ports, publication, which, access)
  if (kind === 'create') return createContainer(ports, publication, which, access)
  const { containerId } = containerOf(publication, which)
  const reply = await ports.platform.containerStatus(access, containerId ?? '')
  return afterChildRead(publication, which, reply, ports.clock.now())
}

async function createContainer(
  ports: PublishingDeps,
  publication: Publication,
  which: Which,
  access: PlatformAccess,
): Promise<Change> {
  const { containersAsked } = containerOf(publication, which)
  if (containersAsked >= MAX_CONTAINERS) return toFailed(NEVER_MADE)
  // Whatever went wrong before: a file that is gone is the reason, and asking again with it is of no use.
  if (containersAsked > 0 && (await isFileGone(ports, publication, which))) return toFailed(MEDIA_GONE)
  const change = await requestContainer(ports, publication, which, access)
  const isMade = containerOf({ ...publication, ...change }, which).containerId !== null
  return isMade || !(await isFileGone(ports, publication, which)) ? change : toFailed(MEDIA_GONE)
}

async function isFileGone(ports: PublishingDeps, publication: Publication, which: Which): Promise<boolean> {
  const { mediaType, cover } = publication.payload
  const item = itemOf(publication, which)
  if (item === undefined || item.url !== undefined) return false
  if (which === 'post' && mediaType === 'CAROUSEL') return false
  if (cover && (await ports.openMedia(cover.blobKey)) === null) return true
  return (await ports.openMedia(item.blobKey)) === null
}

async function requestContainer(
  ports: PublishingDeps,
  publication: Publication,
  which: Which,
  access: PlatformAccess,
): Promise<Change> {
  const request = await buildRequest(ports, publication, which, access).catch(codedErrorOf)
  if (request instanceof CodedError) {
    const failure = {
      code: request.code,
      detail: failureOfError(request),
      recovery: 'retry',
      transient: true,
    } as const
    return afterContainerNotMade(publication, which, failure, ports.clock.now())
  }
  if (request === null) return toFailed(NO_PUBLIC_ADDRESS)
  const reply = await ports.platform.createContainer(access, request)
  if (areBytesRefused(request, reply, access)) return toFailed(BYTES_NOT_TAKEN)
  return afterContainerAsked(publication, which, reply, ports.clock.now())
}

/** The file could not be put where the platform fetches it: nothing was asked, and it may be tried again. */
function codedErrorOf(error: unknown): CodedError {
  if (error instanceof CodedError) return error
  throw error
}

interface Asking {
  readonly jobId: string
  readonly payload: PublicationPayload
  readonly containersAsked: number
  readonly access: PlatformAccess
}

/** Null when the platform could not fetch the file from anywhere. */
async function buildRequest(
  ports: PublishingDeps,
  publication: Publication,
  which: Which,
  access: PlatformAccess,
): Promise<ContainerRequest | null> {
  const { payload, children, jobId } = publication
  if (which === 'post' && payload.mediaType === 'CAROUSEL') {
    return { kind: 'carousel', payload, children: children.flatMap(({ containerId }) => containerId ?? []) }
  }
  const item = itemOf(publication, which)
  const { containersAsked } = containerOf(publication, which)
  const source = item ? await chooseSource(ports, item, { jobId, payload, containersAsked, access }) : null
  if (source === null) return null
  if (which !== 'post') return { kind: 'child', payload, index: which, source }
  if (payload.cover === undefined) return { kind: 'single', payload, source }
  const coverUrl = await ports.publicUrl(payload.cover, access, jobId)
  return coverUrl === null ? null : { kind: 'single', payload, source, coverUrl }
}

/**
 * A picture is always fetched. A video goes by bytes where the login is known to take them (every other try by address, if
 * there is one), and by address elsewhere; without an address its bytes are at least offered.
 */
async function chooseSource(
  { publicUrl, platform }: PublishingDeps,
  item: PayloadItem,
  { jobId, payload, containersAsked, access }: Asking,
): Promise<ContainerSource | null> {
  const { kind } = item
  if (item.url !== undefined) return { kind, url: item.url }
  if (await platform.takesFiles?.(access, payload)) return { kind, url: null }
  const byBytes = kind === 'video' && access.loginMethod === 'partner' && containersAsked % 2 === 0
  if (byBytes) return { kind, url: null }
  const url = await publicUrl(item, access, jobId)
  return kind === 'image' && url === null ? null : { kind, url }
}

/** The platform login is not documented to take bytes: its "no" then means the way, not the post. */
function areBytesRefused(
  request: ContainerRequest,
  reply: PlatformReply<unknown>,
  { loginMethod }: PlatformAccess,
): boolean {
  if (request.kind === 'carousel' || request.source.kind === 'image' || request.source.url !== null)
    return false
  return loginMethod === 'platform' && reply.kind === 'refused' && reply.refusal.code === 100
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
  const toldToWait = waitOf(publication, reply, now)
  if (toldToWait) return toldToWait
  return afterContainerNotMade(publication, which, failureOfPost(reply, publication.payload), now)
}

/** A container was asked for, or would have been, and there is none. */
function afterContainerNotMade(
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

/** "Too many calls" proves that nothing was made and counts for nothing; a post that waits a day for it is given up. */
function waitOf(
  publication: Publication,
  reply: Exclude<PlatformReply<unknown>, { kind: 'ok' }>,
  now: Instant,
): Change | null {
  if (reply.kind !== 'refused') return null
  const { retry, pauseFor } = judge(reply.refusal)
  if (retry !== 'wait' || now - publication.createdAt > DAY) return null
  return { nextAt: now + (reply.facts.usage?.regainAfter ?? pauseFor ?? MINUTE) }
}
