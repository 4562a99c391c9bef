// Hand-overs and their posts, moved together. `record` is the whole hand-over; the other columns are what queries need.
import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import { nextVersionAt } from '../../../core/api/post-version.ts'
import { mayBeAtWorker, progressOf, toSuperseded } from '../../../core/engine/publishing/end-publication.ts'
import type { Handover, HandoverStore, UnknownJob } from '../../../core/ports/cloud/handover-store.ts'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import { prepareAcceptance, prepareRowInserts, updateDraft, type RowInserts } from '../posts/post-inserts.ts'
import { writeWithFiles } from '../linked-writes.ts'
import { writeTransaction, type Db, type Tx } from '../open-database.ts'
import { recordMade } from '../requests/sqlite-request-store.ts'
import { prepareWrites } from '../posts/publication-writes.ts'
import { handovers } from '../schema/cloud-schema.ts'
import { insertHandover, readHandover, readOpenOf } from './handover-rows.ts'
import { prepareHandoverMoves, type HandoverMoves, type Writing } from './handover-moves.ts'
import { prepareSlotClaims } from '../posts/sqlite-slot-store.ts'
import { cancelJobs } from '../posts/post-removals.ts'
import { postMedia, posts } from '../schema/schema.ts'

export function createSqliteHandoverStore(db: Db): HandoverStore {
  const writes = prepareWrites(db)
  const inserts = prepareRowInserts(db)
  const moves = prepareHandoverMoves(db, { writes, inserts })
  const { apply, latest, read } = moves
  const get = readHandover(db)
  const mayTakeSlot = prepareSlotClaims(db)
  const addUnknown = createUnknownJobInsert(db, { writes, inserts }, moves)
  return {
    ...createHandoverQueries(db),
    ...createHandoverInserts(db, inserts),
    async addUnknown(post, handover) {
      return writeWithFiles(db, (tx) => addUnknown(tx, post, handover))
    },
    async update(id, decide) {
      return writeTransaction(db, (tx) => {
        const handover = get(id)
        if (!handover || handover.isEnded) return null
        const last = latest(handover.postId)
        const move = decide({ handover, post: read(handover.postId) }, last)
        if (!move || (move.takes && !mayTakeSlot(move.takes.post, move.takes.slots))) return null
        apply(tx, move, last)
        return { handover: move.next, post: read(handover.postId) }
      })
    },
  }
}

function createHandoverInserts(db: Db, inserts: RowInserts): Pick<HandoverStore, 'accept' | 'acceptDraft'> {
  const mayTakeSlot = prepareSlotClaims(db)
  const accept = prepareAcceptance(db, inserts)
  return {
    async accept(post, handover, recorded) {
      return writeWithFiles(db, (tx) => accept(tx, { post, handover, recorded }))
    },
    async acceptDraft(draft, post, handover, recorded) {
      return writeTransaction(db, (tx) => {
        if (!mayTakeSlot(post, recorded?.slots)) return false
        if (!updateDraft(tx, draft, post)) return false
        insertHandover(tx, handover)
        recordMade(tx, recorded?.request, { id: post.id, jobId: handover.id })
        return true
      })
    },
  }
}

/** Links to files are replaced as well: the Worker's version of the post is the one that counts. */
function createUnknownJobInsert(
  db: Db,
  { writes, inserts }: Writing,
  { archived, latest, read }: HandoverMoves,
) {
  const { get, ofPost } = { get: readHandover(db), ofPost: readOpenOf(db) }
  return (tx: Tx, post: PostRecord, handover: Handover): UnknownJob => {
    if (get(handover.id) || ofPost(post.id)) return 'known'
    const deleted = archived.get(post.id)
    if (deleted) return deleted.handover === null ? 'deleted' : 'deleted since'
    const before = read(post.id)
    if (!before) inserts.insertPost(post)
    else {
      const last = latest(post.id)
      if (!mayBeAtWorker(before, last)) return 'gone further'
      const isOurs = last?.jobId !== handover.id
      if (last && isOurs && progressOf(last) === 'unsent')
        writes.writeRow(toSuperseded(last, handover.updatedAt))
      cancelJobs(tx, post.id, handover.updatedAt)
      replacePost(tx, inserts, before, post)
    }
    insertHandover(tx, handover)
    return 'added'
  }
}

function replacePost(
  tx: Tx,
  inserts: RowInserts,
  before: PostRecord,
  { mediaFileIds, createdAt: _later, ...post }: PostRecord,
): void {
  const updatedAt = nextVersionAt(before, post.updatedAt)
  tx.update(posts)
    .set({ ...post, updatedAt })
    .where(eq(posts.id, before.id))
    .run()
  tx.delete(postMedia).where(eq(postMedia.postId, before.id)).run()
  inserts.linkFiles(before.id, mediaFileIds)
}

type Questions = 'get' | 'ofPost' | 'open' | 'due'

function createHandoverQueries(db: Db): Pick<HandoverStore, Questions> {
  const record = { record: handovers.record }
  const going = sql`state <> 'ended'`
  return {
    get: async (id) => readHandover(db)(id),
    async ofPost(postId) {
      return readOpenOf(db)(postId)
    },
    async open() {
      const soonestFirst = asc(sql`json_extract(record, '$.publishAt')`)
      const rows = db.select(record).from(handovers).where(going).orderBy(soonestFirst).all()
      return rows.map((row) => row.record)
    },
    async due(now) {
      const due = and(going, isNotNull(handovers.nextAt), lte(handovers.nextAt, now))
      const rows = db.select(record).from(handovers).where(due).orderBy(asc(handovers.nextAt)).all()
      return rows.map((row) => row.record)
    },
  }
}
