// The words of the contract for what the platform counts.

/** Why a row has no value. */
export const INSIGHT_REASONS = [
  'gone',
  'too-few-viewers',
  'before-professional',
  'missed',
  'no-permission',
  'not-answered',
  'deleted',
] as const
export type InsightReason = (typeof INSIGHT_REASONS)[number]

/** The name under which a row is kept that is about a whole look, not about one number. */
export const LOOK = 'look'

export const GROUPINGS = ['day', 'weekday-hour', 'kind', 'hashtag', 'post'] as const
export type Grouping = (typeof GROUPINGS)[number]

/** Fewer posts say nothing of an hour. */
export const ENOUGH_POSTS = 5

export const TRIAL_VERDICTS = ['too-early', 'too-few-reels', 'above', 'usual', 'below'] as const
export type TrialVerdictName = (typeof TRIAL_VERDICTS)[number]

/** The columns of an exported row, in their order. */
export const EXPORTED_COLUMNS = [
  'accountId',
  'username',
  'igMediaId',
  'postId',
  'kind',
  'publishedAt',
  'permalink',
  'metric',
  'at',
  'value',
  'reason',
] as const
