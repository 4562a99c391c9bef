// The words of the contract for a post: what it is, where it came from, how far it is, what helps it.

export const MEDIA_TYPES = ['IMAGE', 'REELS', 'STORIES', 'CAROUSEL'] as const
export const SOURCE_TYPES = ['MANUAL', 'SCHEDULED', 'STORY_REPOST', 'AUTO_REPOST'] as const
export const POST_STATUSES = [
  'DRAFT',
  'SCHEDULED',
  'QUEUED',
  'PROCESSING',
  'PUBLISHING',
  'PUBLISHED',
  'FAILED',
] as const
/** Each of them takes a place. */
export const TO_GO_OUT = ['SCHEDULED', 'QUEUED', 'PROCESSING', 'PUBLISHING'] as const
export const RECOVERIES = ['retry', 'reconnect', 'fix_media', 'wait', 'check_platform'] as const

export type MediaType = (typeof MEDIA_TYPES)[number]
export type SourceType = (typeof SOURCE_TYPES)[number]
export type PostStatus = (typeof POST_STATUSES)[number]
export type Recovery = (typeof RECOVERIES)[number]

/** Everything before the publish call was or may have been made. */
export const isUnsent = (status: PostStatus): boolean =>
  status === 'SCHEDULED' || status === 'QUEUED' || status === 'PROCESSING'
