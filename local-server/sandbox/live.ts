// The witness: what is really live, told without the platform's dialect. Tests compare it with what a client believes.
import { toIso, type Instant } from '../../core/time.ts'
import { shortcodeOf } from './ids.ts'
import type { LivePost, UserTag } from './records.ts'

export interface LiveMedia {
  readonly id: string
  readonly containerId: string
  readonly caption: string | null
  readonly altText: string | null
  readonly locationId: string | null
  readonly userTags: readonly UserTag[]
  readonly collaborators: readonly string[]
  /** ISO 8601. */
  readonly timestamp: string
  readonly publishedAt: Instant
  readonly permalink: string
  /** Where the bytes are that were published. */
  readonly imageUrl: string
}

export function liveMedia({ media, container }: LivePost, origin: string): LiveMedia {
  return {
    id: media.id,
    containerId: container.id,
    caption: container.caption,
    altText: container.altText,
    locationId: container.locationId,
    userTags: container.userTags,
    collaborators: container.collaborators,
    timestamp: toIso(media.publishedAt),
    publishedAt: media.publishedAt,
    permalink: `${origin}/sandbox/p/${shortcodeOf(media.id)}`,
    imageUrl: `${origin}/sandbox/media/${media.id}.jpg`,
  }
}
