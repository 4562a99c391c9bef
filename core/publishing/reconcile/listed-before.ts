// Which media of the account were there before ours was sent: what has no caption of its own is told from them by their ids.
import type { ContainerStatus, MediaListing, PlatformAccess, Reply } from '../../ports/platform/platform.ts'
import type { Instant } from '../../time.ts'
import type { PublishingPorts } from '../effects.ts'
import type { Publication } from '../publication.ts'
import { hasOwnCaption, listOf } from './match.ts'

const LISTED_MEDIA = 25

/** The list in which the platform will show it. */
export function listingFor({ payload }: Publication): MediaListing {
  return { of: listOf(payload.mediaType), limit: LISTED_MEDIA }
}

interface Before extends Pick<Publication, 'listedBefore'> {
  /** The platform's clock at its last answer. */
  readonly platformTime: Instant | null
}

/** Asks when the container is ready to be sent for the first time. What was learned earlier stays true. */
export async function listMediaBefore(
  { platform }: Pick<PublishingPorts, 'platform'>,
  publication: Publication,
  access: PlatformAccess,
  read: Reply<ContainerStatus>,
): Promise<Before> {
  const { listedBefore, payload, intent } = publication
  const platformTime = read.kind === 'unknown' ? null : read.platformTime
  const isReady = read.kind === 'ok' && read.value.status === 'FINISHED'
  if (!isReady || intent !== null || hasOwnCaption(payload)) return { listedBefore, platformTime }
  const media = await platform.recentMedia(access, listingFor(publication))
  if (media.kind !== 'ok') return { listedBefore, platformTime }
  return {
    listedBefore: media.value.map(({ id }) => id),
    platformTime: media.platformTime ?? platformTime,
  }
}
