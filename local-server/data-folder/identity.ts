// The identity of this installation and of its one user: two ids created at the first start.
import type { Random } from '../../core/ports/random.ts'
import type { Db } from '../sqlite/open-database.ts'
import { changeInstance, readInstance } from '../sqlite/settings/instance-values.ts'

export interface Identity {
  readonly instanceId: string
  readonly userId: string
}

/** An id that is no longer text is replaced: that only ends the sessions, but keeping it would let nobody sign in. */
export function loadIdentity(db: Db, random: Random): Identity {
  const stored = readInstance(db)
  const idOf = (id: unknown) => (typeof id === 'string' ? id : random.uuid())
  const identity = { instanceId: idOf(stored['instanceId']), userId: idOf(stored['userId']) }
  const isStored = identity.instanceId === stored['instanceId'] && identity.userId === stored['userId']
  if (!isStored) changeInstance(db, { ...identity })
  return identity
}
