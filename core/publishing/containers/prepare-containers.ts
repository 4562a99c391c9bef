// The acts of `claimed` and of an upload: ask for a container, send bytes to it, read a child's status. One per step.
import { CodedError } from '../../errors.ts'
import type {
  ContainerRequest,
  ContainerSource,
  PlatformAccess,
  Reply,
} from '../../ports/platform/platform.ts'
import {
  afterChildRead,
  afterContainerAsked,
  afterContainerNotMade,
  afterUpload,
} from './container-outcomes.ts'
import { containerOf, nextContainerWork, type Which } from './containers.ts'
import type { PublishingPorts } from '../effects.ts'
import { BYTES_NOT_TAKEN, MEDIA_GONE, NEVER_MADE, NO_PUBLIC_ADDRESS } from '../failures.ts'
import {
  MAX_CONTAINERS,
  type Change,
  type PayloadItem,
  type Publication,
  type PublicationPayload,
} from '../publication.ts'
import { toFailed } from '../transitions.ts'

export async function prepareContainers(
  ports: PublishingPorts,
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

export async function sendBytes(
  ports: PublishingPorts,
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

async function createContainer(
  ports: PublishingPorts,
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

async function isFileGone(ports: PublishingPorts, publication: Publication, which: Which): Promise<boolean> {
  const item = itemOf(publication, which)
  if (item === undefined || item.url !== undefined) return false
  const isAlbum = which === 'post' && publication.payload.mediaType === 'CAROUSEL'
  return !isAlbum && (await ports.openMedia(item.blobKey)) === null
}

async function requestContainer(
  ports: PublishingPorts,
  publication: Publication,
  which: Which,
  access: PlatformAccess,
): Promise<Change> {
  const request = await buildRequest(ports, publication, which, access).catch(codedErrorOf)
  if (request instanceof CodedError) {
    const { code, message } = request
    return afterContainerNotMade(
      publication,
      which,
      { code, message, recovery: 'retry', transient: true },
      ports.clock.now(),
    )
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

/** Null when the platform could not fetch the file from anywhere. */
async function buildRequest(
  ports: PublishingPorts,
  publication: Publication,
  which: Which,
  access: PlatformAccess,
): Promise<ContainerRequest | null> {
  const { payload, children } = publication
  if (which === 'post' && payload.mediaType === 'CAROUSEL') {
    return { kind: 'carousel', payload, children: children.flatMap(({ containerId }) => containerId ?? []) }
  }
  const item = itemOf(publication, which)
  const { containersAsked } = containerOf(publication, which)
  const source = item ? await chooseSource(ports, item, { payload, containersAsked, access }) : null
  if (source === null) return null
  return which === 'post'
    ? { kind: 'single', payload, source }
    : { kind: 'child', payload, index: which, source }
}

interface Asking {
  readonly payload: PublicationPayload
  readonly containersAsked: number
  readonly access: PlatformAccess
}

/**
 * A picture is always fetched. A video goes by bytes where the login is known to take them (every other try by address, if
 * there is one), and by address elsewhere; without an address its bytes are at least offered.
 */
async function chooseSource(
  { publicUrl, platform }: PublishingPorts,
  item: PayloadItem,
  { payload, containersAsked, access }: Asking,
): Promise<ContainerSource | null> {
  const { kind } = item
  if (item.url !== undefined) return { kind, url: item.url }
  if (await platform.takesFiles?.(access, payload)) return { kind, url: null }
  const byBytes = kind === 'video' && access.loginMethod === 'partner' && containersAsked % 2 === 0
  if (byBytes) return { kind, url: null }
  const url = await publicUrl(item, access)
  return kind === 'image' && url === null ? null : { kind, url }
}

function itemOf({ payload }: Publication, which: Which): PayloadItem | undefined {
  return payload.items[which === 'post' ? 0 : which]
}

/** The platform login is not documented to take bytes: its "no" then means the way, not the post. */
function areBytesRefused(
  request: ContainerRequest,
  reply: Reply<unknown>,
  { loginMethod }: PlatformAccess,
): boolean {
  if (request.kind === 'carousel' || request.source.kind === 'image' || request.source.url !== null)
    return false
  return loginMethod === 'platform' && reply.kind === 'refused' && reply.refusal.code === 100
}
