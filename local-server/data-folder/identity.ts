// The identity of this installation and of its one user: two ids created at the first start.
import type { Random } from '../../core/ports/random.ts'
import type { Db } from '../sqlite/open-database.ts'
import { readInstance, writeInstance } from '../sqlite/settings/instance-values.ts'

export interface Identity {
  readonly instanceId: string
  readonly userId: string
}

export function loadIdentity(db: Db, random: Random): Identity {
  const made = { instanceId: random.uuid(), userId: random.uuid() }
  writeInstance(db, made)
  const { instanceId, userId } = { ...made, ...readInstance(db) }
  return { instanceId, userId }
}
