// Changes of many posts in one transaction: each is decided by what is stored then.
import type {
  PartOfMany,
  PostChange,
  PostCommands,
  StoredForChange,
} from '../../../core/ports/posts/publication-ledger.ts'
import { readOpenOf } from '../cloud/handover-rows.ts'
import { prepareHandoverMoves } from '../cloud/handover-moves.ts'
import type { Db, Tx } from '../open-database.ts'
import { recordMade } from '../requests/sqlite-request-store.ts'
import type { ClaimQuery } from './claim-query.ts'
import { preparePostUpdate, prepareRowInserts, undoable } from './post-inserts.ts'
import { prepareArchiving } from './post-removals.ts'
import type { PublicationWrites } from './publication-writes.ts'
import { prepareSlotClaims } from './sqlite-slot-store.ts'
import { preparePostRead } from './sqlite-post-store.ts'

export function createManyChanges(
  db: Db,
  claimQuery: ClaimQuery,
  writes: PublicationWrites,
): Pick<PostCommands, 'changeMany'> {
  const change = prepareChange(db, claimQuery, writes)
  return {
    async changeMany(parts, { atomic }) {
      let made: PostChange[] = []
      let isOvertaken = false
      undoable(db, (tx) => {
        made = parts.map((part) => change(tx, part))
        isOvertaken = made.some(({ kind }) => kind === 'overtaken')
        return !isOvertaken && !(atomic && made.some(({ kind }) => kind === 'refused'))
      })
      return isOvertaken ? null : made
    },
  }
}

function prepareChange(db: Db, claimQuery: ClaimQuery, writes: PublicationWrites) {
  const inserts = prepareRowInserts(db)
  const read = preparePostRead(db)
  const openOf = readOpenOf(db)
  const update = preparePostUpdate(db, { claimQuery, writes, inserts })
  const archive = prepareArchiving(db, claimQuery, writes)
  const moves = prepareHandoverMoves(db, { writes, inserts })
  const mayTakeSlot = prepareSlotClaims(db)
  /** False when it cannot be done to what is stored. */
  const carryOut = (tx: Tx, postId: string, wanted: PostChange): boolean => {
    if (wanted.kind === 'update') return update(tx, postId, () => wanted.update)
    if (wanted.kind === 'archive') return archive(tx, postId, { at: wanted.at, from: 'LOCAL' }) !== null
    if (wanted.kind !== 'move') return true
    const { takes } = wanted.move
    if (takes && !mayTakeSlot(takes.post, takes.slots)) return false
    moves.apply(tx, wanted.move, moves.latest(postId))
    return true
  }
  return (tx: Tx, { postId, decide, request }: PartOfMany): PostChange => {
    const stored: StoredForChange = {
      post: read(postId),
      get last() {
        return claimQuery.latestPublication(postId)
      },
      handover: openOf(postId),
    }
    const wanted = decide(stored)
    if (!carryOut(tx, postId, wanted)) return { kind: 'overtaken' }
    if (wanted.kind !== 'refused' && wanted.kind !== 'overtaken')
      recordMade(tx, request, { id: postId, jobId: wanted.kind === 'move' ? wanted.move.next.id : null })
    return wanted
  }
}
