// One durable step of one publication: read what is recorded, act once, record the result, say what is next.
// The Node job loop and the Worker call this same function.
import { CodedError } from '../errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { Platform, PlatformAccess } from '../ports/platform.ts'
import type { PublicationLedger } from '../ports/publication-ledger.ts'
import type { Instant } from '../time.ts'
import { afterContainerAsked, afterPermalinkRead, afterPublish, afterStatusRead, failed } from './outcomes.ts'
import { MAX_CONTAINERS, SEND_WINDOW, type Change, type Failure, type Publication } from './publication.ts'
import { afterLook } from './settle.ts'
import { becomeUncertain } from './begin.ts'
import { nextPermalinkReadAt } from './looks.ts'
import { earliestOurs } from './match.ts'

export interface PublishingPorts {
  readonly ledger: PublicationLedger
  readonly platform: Platform
  readonly clock: Clock
  /** Rejects with CodedError NOT_FOUND (disconnected) or TOKEN_EXPIRED. */
  accessTo(accountId: string): Promise<PlatformAccess>
  /** Where the platform can fetch the file, or null when it cannot. */
  publicUrl(publicKey: string, access: PlatformAccess): string | null
}

export type Next =
  | { readonly kind: 'again'; readonly publication: Publication }
  | { readonly kind: 'wait'; readonly until: Instant }
  /** Nothing left to do, or somebody else has it now. */
  | { readonly kind: 'end' }

const LISTED_MEDIA = 25

export async function advance(ports: PublishingPorts, publication: Publication): Promise<Next> {
  const change = await takeStep(ports, publication)
  const now = ports.clock.now()
  const next: Publication = { ...publication, ...change, version: publication.version + 1, updatedAt: now }
  if (!(await ports.ledger.commit(next))) return { kind: 'end' }
  if (next.step === 'done' || next.step === 'failed') return { kind: 'end' }
  return next.nextAt === null ? { kind: 'again', publication: next } : { kind: 'wait', until: next.nextAt }
}

async function takeStep(ports: PublishingPorts, publication: Publication): Promise<Change> {
  const access = await accessOrFailure(ports, publication.accountId)
  if ('code' in access) return withoutAccess(publication, access, ports.clock.now())
  switch (publication.step) {
    case 'claimed':
      return askForContainer(ports, publication, access)
    case 'created':
      return readStatus(ports, publication, access)
    case 'publishing':
      return publish(ports, publication, access)
    case 'uncertain':
      return look(ports, publication, access)
    case 'confirmed':
      return readPermalink(ports, publication, access)
    case 'done':
    case 'failed':
      return {}
    default:
      return publication.step satisfies never
  }
}

async function askForContainer(
  ports: PublishingPorts,
  publication: Publication,
  access: PlatformAccess,
): Promise<Change> {
  const { payload } = publication
  if (payload.items.length === 0) return failed(MEDIA_GONE)
  if (publication.containersAsked >= MAX_CONTAINERS) return failed(NEVER_MADE)
  const urls = payload.items.map(({ publicKey }) => ports.publicUrl(publicKey, access))
  if (!urls.every((url) => url !== null)) return failed(NO_PUBLIC_ADDRESS)
  const reply = await ports.platform.createContainer(access, payload, urls)
  return afterContainerAsked(publication, reply, ports.clock.now())
}

async function readStatus(
  ports: PublishingPorts,
  publication: Publication,
  access: PlatformAccess,
): Promise<Change> {
  const reply = await ports.platform.containerStatus(access, containerOf(publication))
  return afterStatusRead(publication, reply, { now: ports.clock.now(), monotonic: ports.clock.monotonic() })
}

async function publish(
  ports: PublishingPorts,
  publication: Publication,
  access: PlatformAccess,
): Promise<Change> {
  const age = ports.clock.monotonic() - (publication.intent?.monotonicAt ?? 0)
  // We know that we have not sent: the intent is ours and the call is below. Read the status anew, then intend anew.
  if (age > SEND_WINDOW || age < 0)
    return { step: 'created', intent: withoutThisSend(publication), nextAt: null }
  const reply = await ports.platform.publishContainer(access, containerOf(publication))
  return afterPublish(publication, reply, ports.clock.now())
}

async function look(
  ports: PublishingPorts,
  publication: Publication,
  access: PlatformAccess,
): Promise<Change> {
  const { platform, ledger, clock } = ports
  const status = await platform.containerStatus(access, containerOf(publication))
  const media = await platform.recentMedia(access, LISTED_MEDIA)
  const listed = media.kind === 'ok' ? media.value.map(({ id }) => id) : []
  const owned = new Set(await ledger.ownedMediaIds(publication.accountId, listed))
  const since = earliestOurs(publication) ?? clock.now()
  const rivals = await ledger.countUnsettled(publication.accountId, publication.id, since)
  return afterLook(
    publication,
    { status, media, owned, rivals },
    { now: clock.now(), monotonic: clock.monotonic() },
  )
}

async function readPermalink(
  ports: PublishingPorts,
  publication: Publication,
  access: PlatformAccess,
): Promise<Change> {
  if (publication.mediaId === null) return { step: 'done', nextAt: null }
  const reply = await ports.platform.permalink(access, publication.mediaId)
  return afterPermalinkRead(publication, reply, ports.clock.now())
}

/** An intent whose send never happened counts as if it had not been stored. */
function withoutThisSend({ intent }: Publication): Publication['intent'] {
  if (intent === null || intent.sends <= 1) return null
  return { ...intent, sends: intent.sends - 1 }
}

/** What a publication can do while nobody may speak for its account. */
function withoutAccess(publication: Publication, failure: Failure, now: Instant): Change {
  switch (publication.step) {
    case 'confirmed': {
      const nextAt = nextPermalinkReadAt(now, publication.reads)
      return nextAt === null ? { step: 'done', nextAt } : { reads: publication.reads + 1, nextAt }
    }
    case 'uncertain': {
      const unread = { kind: 'unknown', reason: failure.message } as const
      const evidence = { status: unread, media: unread, owned: new Set<string>(), rivals: 0 }
      return afterLook(publication, evidence, { now, monotonic: 0 })
    }
    case 'created':
      // A publish call was made earlier: only looking may end this publication.
      return publication.intent ? becomeUncertain(publication, now) : failed(failure)
    default:
      return failed(failure)
  }
}

async function accessOrFailure(ports: PublishingPorts, accountId: string): Promise<PlatformAccess | Failure> {
  try {
    return await ports.accessTo(accountId)
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    return { code: error.code, message: error.message, recovery: 'reconnect', transient: false }
  }
}

function containerOf({ id, containerId }: Publication): string {
  if (containerId === null) throw new Error(`publication ${id} has no container`)
  return containerId
}

const NO_PUBLIC_ADDRESS: Failure = {
  code: 'BUCKET_NOT_CONFIGURED',
  message:
    'Instagram fetches images from a public address. Set up a media bucket in the settings, then retry.',
  recovery: 'fix_media',
  transient: false,
}

const NEVER_MADE: Failure = {
  code: 'PLATFORM_ERROR',
  message:
    'The platform was asked several times to prepare this post, without a result. Nothing was published. Try again.',
  recovery: 'retry',
  transient: false,
}

const MEDIA_GONE: Failure = {
  code: 'MEDIA_INVALID',
  message: 'The media file of this post was deleted. Choose another one and publish again.',
  recovery: 'fix_media',
  transient: false,
}
