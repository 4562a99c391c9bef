/** The states of a mention; `states.ts` says what leads where. */
export const REPOST_STATUSES = [
  'PENDING',
  'REPOSTING',
  'PUBLISHED',
  'FAILED',
  'EXPIRED',
  'DISMISSED',
] as const
export type RepostStatus = (typeof REPOST_STATUSES)[number]
