import type { MediaType } from '../../rules/publication/post-words.ts'
import type { Instant } from '../../time.ts'
import type { PlatformAccess, PlatformReply } from './platform.ts'

/** Figures by the platform’s name for them. One that it does not give is absent. */
export type Figures = Readonly<Record<string, number>>

/** Of a media, or of the account itself within a time. */
export type FiguresOf =
  | { readonly kind: MediaType; readonly igMediaId: string }
  | { readonly kind: 'ACCOUNT'; readonly from: Instant; readonly until: Instant }

export interface SeenMedia {
  readonly igMediaId: string
  readonly permalink: string | null
  readonly caption: string | null
  readonly kind: MediaType
  readonly publishedAt: Instant
  /** Null where none came with it. */
  readonly figures: Figures | null
}

export interface SeenPage {
  readonly media: readonly SeenMedia[]
  /** Where the list goes on; null at its end. */
  readonly next: string | null
}

/** Reading what the platform counts: one HTTP call each, never repeated by the adapter; nothing here rejects. */
export interface InsightCalls {
  /** The account’s media, newest first, at most fifty, with these figures of each; with none when no metrics are named. */
  list(
    access: PlatformAccess,
    listing: {
      readonly of: 'posts' | 'stories'
      readonly metrics: readonly string[]
      readonly after?: string | null
    },
  ): Promise<PlatformReply<SeenPage>>
  /** As one number each. */
  read(access: PlatformAccess, of: FiguresOf, metrics: readonly string[]): Promise<PlatformReply<Figures>>
}
