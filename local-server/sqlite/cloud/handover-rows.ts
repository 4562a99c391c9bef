import type { Handover } from '../../../core/ports/cloud/handover-store.ts'
import type { Tx } from '../open-database.ts'
import { handovers } from '../schema/cloud-schema.ts'
import { noteObject } from './sqlite-bucket-objects.ts'

export function rowOf(handover: Handover): typeof handovers.$inferInsert {
  const { id, postId, accountId, ownership, isEnded, nextAt, version } = handover
  const state = isEnded ? 'ended' : ownership.state
  return { id, postId, accountId, state, nextAt, version, record: handover }
}

export function insertHandover(tx: Tx, handover: Handover): void {
  tx.insert(handovers).values(rowOf(handover)).run()
  for (const { key } of handover.files) noteObject(tx, key, handover.createdAt)
}
