// The states of a mention, in one place.
//
//                  ┌──────────► EXPIRED ◄───────┐
//                  │                            │
//   found ──► PENDING ──► REPOSTING ──► FAILED ─┤
//                  │        │    ▲        │     │
//                  │        │    └────────┘     │
//                  │        ├──► PUBLISHED ◄────┤
//                  └──────► DISMISSED ◄─────────┘   (of one that was in doubt: ──► PUBLISHED)
//
// PENDING    Found while the story lives. It waits for one click, or, where that is switched on, for its turn.
// REPOSTING  A post is under way. Record and post were stored in one transaction, so neither is without the other.
// PUBLISHED  The post is live. Nothing leads out: another repost of the same mention is refused.
// FAILED     The post failed, or the story could not be made into one. The same post may be tried again: the publishing engine
//            looks before it sends, so what is live already is found and not sent twice.
// EXPIRED    Nothing to repost any more: `gone` says why.
// DISMISSED  The user does not want it, or has deleted its post before anything of it was sent. A post that was in doubt when it was
//            dismissed may still prove to be live.
export const REPOST_STATUSES = [
  'PENDING',
  'REPOSTING',
  'PUBLISHED',
  'FAILED',
  'EXPIRED',
  'DISMISSED',
] as const
export type RepostStatus = (typeof REPOST_STATUSES)[number]

const TRANSITIONS: Readonly<Record<RepostStatus, readonly RepostStatus[]>> = {
  PENDING: ['REPOSTING', 'FAILED', 'EXPIRED', 'DISMISSED'],
  REPOSTING: ['PUBLISHED', 'FAILED', 'DISMISSED'],
  FAILED: ['REPOSTING', 'PUBLISHED', 'EXPIRED', 'DISMISSED'],
  PUBLISHED: [],
  EXPIRED: [],
  DISMISSED: ['PUBLISHED'],
}

export const canBecome = (from: RepostStatus, to: RepostStatus): boolean => TRANSITIONS[from].includes(to)
