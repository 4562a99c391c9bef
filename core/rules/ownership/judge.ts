// The Worker's side of `ownership.ts`, decided on one stored row. Adapters apply it in the transaction that reads the row.
//
//   (nothing) ──► held ◄──► released
//
// A released job keeps its row, even one that was never held: a delegation that was overtaken by its recall comes too
// late.

export interface Holding {
  /** Held: the revision that it has. Released: every delegation up to it is over. */
  readonly revision: number
  readonly isReleased: boolean
}

/** A job is delegated once, so its recall is of every revision. */
export const EVERY_REVISION = Number.MAX_SAFE_INTEGER

/** `replay`: already done. */
type DelegationVerdict = 'take' | 'change' | 'replay' | 'stale'

export function judgeDelegation(stored: Holding | null, revision: number): DelegationVerdict {
  if (stored === null) return 'take'
  if (stored.isReleased) return revision > stored.revision ? 'take' : 'stale'
  if (revision < stored.revision) return 'stale'
  return revision === stored.revision ? 'replay' : 'change'
}

/** `stale`: a recall of an earlier delegation does not end a later one. */
type RecallVerdict = 'release' | 'replay' | 'stale'

export function judgeRecall(stored: Holding | null, revision: number): RecallVerdict {
  if (stored === null) return 'release'
  if (stored.isReleased) return revision > stored.revision ? 'release' : 'replay'
  return revision >= stored.revision ? 'release' : 'stale'
}
