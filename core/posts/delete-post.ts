import { CodedError } from '../errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { LedgerDoors } from '../ports/publication-ledger.ts'

interface DeletePorts {
  readonly ledger: LedgerDoors
  readonly clock: Clock
}

/** Clears a post from the history into the archive. The platform is not contacted. */
export async function deletePost({ ledger, clock }: DeletePorts, id: string): Promise<void> {
  const post = await ledger.archive(id, { at: clock.now(), from: 'LOCAL' })
  if (!post) throw new CodedError('NOT_FOUND', 'There is no such post.')
}
