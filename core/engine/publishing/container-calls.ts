// The calls for a container: its request, its bytes, a read of its status. Each reply is judged here, once; what follows from
// it is in containers.ts.
import { CodedError, codedErrorOf, failureOfError } from '../../coded-error.ts'
import {
  failureOfContainer,
  failureOfPost,
  failureOfReply,
  isPlatformFault,
  judge,
  waitAskedBy,
} from '../../rules/publication/error-table.ts'
import type { OpenBlob } from '../../ports/media/blob-store.ts'
import type {
  ContainerRequest,
  ContainerSource,
  ContainerStatus,
  CreatedContainer,
  PlatformAccess,
  PlatformReply,
  Usage,
} from '../../ports/platform/platform.ts'
import type { PublishingDeps } from './effects.ts'
import {
  BYTES_NOT_TAKEN,
  MEDIA_GONE,
  NO_PUBLIC_ADDRESS,
  NOT_IN_TIME,
} from '../../rules/publication/failures.ts'
import type {
  Failure,
  PayloadItem,
  Publication,
  PublicationPayload,
} from '../../rules/publication/publication.ts'
import type { Duration } from '../../time.ts'

/** The post's own container, or that of an item of a carousel. */
export type Which = 'post' | number

export interface WantedContainer {
  readonly which: Which
  /** Undefined for the parent of a carousel. */
  readonly item: PayloadItem | undefined
  /** How often it was or may have been requested before. */
  readonly tries: number
}

/** What came of a request: a container, or why there is none and perhaps nobody was asked. */
export type RequestOutcome =
  | (CreatedContainer & { readonly kind: 'made'; readonly usage: Usage | null })
  | {
      readonly kind: 'failed'
      readonly failure: Failure
      /** As long as the platform asks for: it does not count as a try then. */
      readonly wait?: Duration | null
      /** Nothing was asked: the platform, or the bucket from which it takes the file, was not reached. */
      readonly neverArrived?: boolean
      /** The platform's fault, which says nothing of the post: it does not count as a try either. */
      readonly isFault?: boolean
    }

const failed = (failure: Failure): RequestOutcome => ({ kind: 'failed', failure })

export type ContainerDeps = Pick<PublishingDeps, 'clock' | 'openMedia' | 'platform' | 'publicUrl'>

export async function requestContainer(
  ports: ContainerDeps,
  publication: Publication,
  wanted: WantedContainer,
  access: PlatformAccess,
): Promise<RequestOutcome> {
  // A missing file explains any earlier failure, and another request with it would fail again.
  const missing = wanted.tries > 0 ? await findLostFile(ports, publication, wanted) : null
  if (missing) return failed(missing)
  const asked = await ask(ports, publication, wanted, access)
  const lost = asked.kind === 'made' ? null : await findLostFile(ports, publication, wanted)
  return lost ? failed(lost) : asked
}

async function findLostFile(
  ports: Pick<PublishingDeps, 'openMedia'>,
  { payload: { cover } }: Publication,
  { item }: WantedContainer,
): Promise<Failure | null> {
  if (item === undefined || item.url !== undefined) return null
  for (const { blobKey } of cover ? [cover, item] : [item]) {
    const opened = await openFile(ports, blobKey)
    if ('failure' in opened) return opened.failure
  }
  return null
}

/** The bytes, or why there are none. */
async function openFile(
  { openMedia }: Pick<PublishingDeps, 'openMedia'>,
  blobKey: string,
): Promise<OpenBlob | { readonly failure: Failure }> {
  const opened = await openMedia(blobKey).catch(codedErrorOf)
  if (opened instanceof CodedError) return { failure: notPutThere(opened) }
  return opened ?? { failure: MEDIA_GONE }
}

async function ask(
  ports: ContainerDeps,
  publication: Publication,
  wanted: WantedContainer,
  access: PlatformAccess,
): Promise<RequestOutcome> {
  const request = await buildRequest(ports, publication, wanted, access).catch(codedErrorOf)
  if (request instanceof CodedError) {
    const { neverArrived } = request
    return { kind: 'failed', failure: notPutThere(request), neverArrived }
  }
  if (request === null) return failed(NO_PUBLIC_ADDRESS)
  const asked = judgeRequest(await ports.platform.createContainer(access, request), publication.payload)
  if (asked.kind === 'made' || !areBytesRefused(request, asked.failure, access)) return asked
  // Refusing bytes has no number of its own: the platform's words show whether something else was meant.
  const { platform } = asked.failure.detail
  return failed({ ...BYTES_NOT_TAKEN, detail: { ...BYTES_NOT_TAKEN.detail, platform } })
}

export function judgeRequest(
  reply: PlatformReply<CreatedContainer>,
  payload: PublicationPayload,
): RequestOutcome {
  if (reply.kind === 'ok') return { kind: 'made', ...reply.value, usage: reply.facts.usage }
  const { neverArrived } = reply.facts
  const failure = failureOfPost(reply, payload)
  return { kind: 'failed', failure, wait: waitAskedBy(reply), neverArrived, isFault: isPlatformFault(reply) }
}

/** The file could not be made available to the platform: nothing was requested, and it may be tried again. */
function notPutThere(error: CodedError): Failure {
  return { code: error.code, detail: failureOfError(error), recovery: 'retry', transient: true }
}

/** Null when the platform could not fetch the file from anywhere. */
async function buildRequest(
  ports: Pick<PublishingDeps, 'publicUrl' | 'platform'>,
  { payload, children, jobId }: Publication,
  { which, item, tries }: WantedContainer,
  access: PlatformAccess,
): Promise<ContainerRequest | null> {
  if (which === 'post' && payload.mediaType === 'CAROUSEL') {
    return { kind: 'carousel', payload, children: children.flatMap(({ containerId }) => containerId ?? []) }
  }
  const source = item ? await chooseSource(ports, item, { jobId, payload, tries, access }) : null
  if (source === null) return null
  if (which !== 'post') return { kind: 'child', payload, index: which, source }
  if (payload.cover === undefined) return { kind: 'single', payload, source }
  const coverUrl = await ports.publicUrl(payload.cover, access, jobId, tries > 0)
  return coverUrl === null ? null : { kind: 'single', payload, source, coverUrl }
}

interface ContainerAttempt {
  readonly jobId: string
  readonly payload: PublicationPayload
  readonly tries: number
  readonly access: PlatformAccess
}

/**
 * A picture is always fetched. A video is sent as bytes where the login is known to accept them (every other try by
 * address, if there is one), and by address elsewhere; without an address its bytes are at least offered.
 */
async function chooseSource(
  { publicUrl, platform }: Pick<PublishingDeps, 'publicUrl' | 'platform'>,
  item: PayloadItem,
  { jobId, payload, tries, access }: ContainerAttempt,
): Promise<ContainerSource | null> {
  const { kind } = item
  if (item.url !== undefined) return { kind, url: item.url }
  if (await platform.takesFiles?.(access, payload)) return { kind, url: null }
  const byBytes = kind === 'video' && access.loginMethod === 'partner' && tries % 2 === 0
  if (byBytes) return { kind, url: null }
  const url = await publicUrl(item, access, jobId, tries > 0)
  return kind === 'image' && url === null ? null : { kind, url }
}

/**
 * The platform login is not documented to accept bytes: a refusal that names nothing else then means the bytes, not
 * the post.
 */
function areBytesRefused(
  request: ContainerRequest,
  { detail: { code, platform } }: Failure,
  { loginMethod }: PlatformAccess,
): boolean {
  if (request.kind === 'carousel' || request.source.kind === 'image' || request.source.url !== null)
    return false
  return (
    loginMethod === 'platform' &&
    platform?.code === 100 &&
    (code === 'FIELD_REFUSED' || code === 'OBJECT_NOT_FOUND')
  )
}

/** The bytes of a video, for a container that waits for them. */
export async function sendVideo(
  ports: ContainerDeps,
  container: CreatedContainer,
  blobKey: string,
  access: PlatformAccess,
): Promise<Sent> {
  const video = await openFile(ports, blobKey)
  if ('failure' in video) return { kind: 'failed', failure: video.failure }
  return judgeUpload(await ports.platform.uploadVideo(access, container, video))
}

export type Sent =
  | { readonly kind: 'sent' }
  | ({ readonly kind: 'failed'; readonly neverArrived?: boolean } & Loss)

/** Why a container will not do; `isFault` as for a request. */
export interface Loss {
  readonly failure: Failure
  readonly isFault?: boolean
}

export function judgeUpload(reply: PlatformReply<{ uploaded: true }>): Sent {
  if (reply.kind === 'ok') return { kind: 'sent' }
  // How much of it arrived is unknown: another container gets all of it.
  const failure = { ...failureOfReply(reply), transient: true }
  const { neverArrived } = reply.facts
  return { kind: 'failed', failure, neverArrived, isFault: isPlatformFault(reply) }
}

type ContainerReading =
  | { readonly kind: 'ready' }
  | { readonly kind: 'published' }
  /** Another one may do where the failure is transient. */
  | { readonly kind: 'lost'; readonly failure: Failure }
  /** Not yet, or the read itself went wrong: `failure` is what is to be said once it has lasted too long. */
  | {
      readonly kind: 'later'
      readonly tooManyCalls: boolean
      readonly neverArrived?: boolean
      /** What the container is could not be seen, through the platform's fault. */
      readonly isFault?: boolean
      readonly failure: Failure
    }

export type TimedReading = ContainerReading & Pick<PlatformReply<ContainerStatus>, 'platformTime'>

export function judgeStatus(reply: PlatformReply<ContainerStatus>): TimedReading {
  return { ...readingOf(reply), platformTime: reply.platformTime }
}

function readingOf(reply: PlatformReply<ContainerStatus>): ContainerReading {
  if (reply.kind === 'unknown') {
    const { neverArrived } = reply.facts
    const isFault = isPlatformFault(reply)
    return { kind: 'later', tooManyCalls: false, neverArrived, isFault, failure: failureOfReply(reply) }
  }
  if (reply.kind === 'refused') {
    const { retry } = judge(reply.refusal)
    const failure = failureOfReply(reply)
    if (retry === 'no' || retry === 'new' || retry === 'block') return { kind: 'lost', failure }
    return { kind: 'later', tooManyCalls: retry === 'wait', isFault: isPlatformFault(reply), failure }
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
      return { kind: 'later', tooManyCalls: false, failure: NOT_IN_TIME }
  }
}
