import type { MediaType } from '../../../../core/api/posts.ts'

export type { MediaType }

/** The contract’s list lies beside its schemas, which the page does not load. */
const EVERY = { IMAGE: true, REELS: true, STORIES: true, CAROUSEL: true } satisfies Record<MediaType, true>

export const MEDIA_TYPE_OPTIONS = Object.keys(EVERY) as MediaType[]
