// How it stands with the files of a post that are brought into another version. Pure.
import type { MutationStatus } from '@tanstack/react-query'

export interface BegunFix {
  readonly fileIds: readonly string[]
  readonly status: MutationStatus
}

/** `fixes`: in the order in which they were begun. One that failed is missed until one of its files was changed since. */
export function stateOfFixes(fixes: readonly BegunFix[]) {
  const isMissed = ({ fileIds }: BegunFix, index: number) =>
    fixes
      .slice(index + 1)
      .every((later) => later.status !== 'success' || !later.fileIds.some((id) => fileIds.includes(id)))
  return {
    isUnderWay: fixes.some(({ status }) => status === 'pending'),
    hasFailed: fixes.some((fix, index) => fix.status === 'error' && isMissed(fix, index)),
  }
}
