// What a container and a live media are made of, as they are kept.
import type { Instant } from '../../core/time.ts'
import type { ContainerScript } from './behaviour.ts'

export interface UserTag {
  readonly username: string
  readonly x: number
  readonly y: number
}

/** What a client asked to have published. */
export interface PostDraft {
  readonly mediaType: 'IMAGE'
  readonly imageUrl: string
  readonly caption: string | null
  readonly altText: string | null
  readonly locationId: string | null
  readonly userTags: readonly UserTag[]
  readonly collaborators: readonly string[]
}

/** A prepared post. It never changes: whether it is ready or published follows from the clock and from its media. */
export interface Container extends PostDraft {
  readonly id: string
  readonly createdAt: Instant
  readonly width: number
  readonly height: number
  readonly script: ContainerScript
}

/** A live post. Writing this one record is the publish. */
export interface Media {
  readonly id: string
  readonly containerId: string
  readonly publishedAt: Instant
}

/** A live post with all that was asked for it. */
export interface LivePost {
  readonly media: Media
  readonly container: Container
}
