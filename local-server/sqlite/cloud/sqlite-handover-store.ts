// Hand-overs and their posts, moved together. `record` is the whole hand-over; the other columns are what queries need.
import { and, asc, eq, isNotNull, lte, ne, sql } from 'drizzle-orm'
import { nextVersionAt } from '../../../core/posts/drafts.ts'
import { mayBeAtWorker, progressOf, toSuperseded } from '../../../core/posts/end-publication.ts'
import type { Handover, HandoverStore, UnknownJob } from '../../../core/ports/cloud/handover-store.ts'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import type { AttemptStep } from '../../../core/ports/posts/publication-ledger.ts'
import {
  updateDraft,
  prepareRowInserts,
  catchMissingFile,
  refuseMissingFile,
  type RowInserts,
} from '../posts/post-inserts.ts'
import type { Db, Tx } from '../open-database.ts'
import { prepareWrites, type PublicationWrites } from '../posts/publication-writes.ts'
import { handovers } from '../schema/cloud-schema.ts'
import { prepareHandoverMoves, rowOf, type HandoverMoves } from './handover-moves.ts'
import { prepareSlotClaims } from '../posts/sqlite-slot-store.ts'
import { cancelJobs } from '../posts/post-removals.ts'
import { attemptSteps, postMedia, posts } from '../schema/schema.ts'
import { noteObject } from './sqlite-bucket-objects.ts'
import { writeTransaction } from '../write-transaction.ts'

export function createSqliteHandoverStore(db: Db): HandoverStore {
  const writes = prepareWrites(db)
  const inserts = prepareRowInserts(db)
  const moves = prepareHandoverMoves(db, writes)
  const { step, writePost, archive, archived } = moves
  const addUnknown = createUnknownJobInsert(db, { writes, inserts }, moves)
  return {
    ...createHandoverQueries(db),
    ...createHandoverInserts(db, inserts),
    ...createTakeOver(db, { writes, inserts }, moves),
    async addUnknown(post, handover) {
      return catchMissingFile(refuseMissingFile, () =>
        writeTransaction(db, (tx) => addUnknown(tx, post, handover)),
      )
    },
    async move(next, post) {
      return step(next, (tx) => post && writePost(tx, next, post))
    },
    async scheduleLocally(next, post, job) {
      return step(next, (tx) => {
        if (writePost(tx, next, post)) inserts.insertPublishJob(job)
      })
    },
    async withdraw(next, draft) {
      return step(next, (tx) => {
        if (draft) writePost(tx, next, draft)
        else tx.delete(posts).where(eq(posts.id, next.postId)).run()
      })
    },
    async archive(next, at) {
      return step(next, (tx) => archive(tx, next, at))
    },
    async recordWorkerState(next, publication, steps) {
      return step(next, (tx) => {
        writes.writeForeign(publication)
        addSteps(tx, publication.postId, steps)
        const handover = next.phase === 'ended' ? null : 'cloud'
        const changed = tx.update(posts).set({ handover }).where(eq(posts.id, next.postId)).run().changes
        if (changed === 0) archived.change(next.postId, { handover })
      })
    },
  }
}

function createHandoverInserts(db: Db, inserts: RowInserts): Pick<HandoverStore, 'accept' | 'acceptDraft'> {
  const mayTakeSlot = prepareSlotClaims(db)
  return {
    async accept(post, handover, slots) {
      return catchMissingFile(refuseMissingFile, () =>
        writeTransaction(db, (tx) => {
          if (!mayTakeSlot(post, slots)) return false
          inserts.insertPost(post)
          insertHandover(tx, handover)
          return true
        }),
      )
    },
    async acceptDraft(draft, post, handover, slots) {
      return writeTransaction(db, (tx) => {
        if (!mayTakeSlot(post, slots)) return false
        if (!updateDraft(tx, draft, post)) return false
        insertHandover(tx, handover)
        return true
      })
    },
  }
}

function insertHandover(tx: Tx, handover: Handover): void {
  tx.insert(handovers).values(rowOf(handover)).run()
  for (const { key } of handover.files) noteObject(tx, key, handover.createdAt)
}

interface Writing {
  readonly writes: PublicationWrites
  readonly inserts: RowInserts
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
    if (archived.get(post.id)) return 'deleted'
    const before = read(post.id)
    if (!before) inserts.insertPost(post)
    else {
      const last = latest(post.id)
      if (!mayBeAtWorker(before, last)) return 'gone further'
      if (last && progressOf(last) === 'unsent') writes.writeRow(toSuperseded(last, handover.updatedAt))
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

type TakingOver = Pick<HandoverStore, 'takeOver' | 'moveTakenOver'>

function createTakeOver(db: Db, { writes, inserts }: Writing, moves: HandoverMoves): TakingOver {
  const { step, writePost, latest, read } = moves
  const get = readHandover(db)
  return {
    async takeOver({ next, post, job, perhapsSent }) {
      return step(next, (tx) => {
        const last = latest(next.postId)
        if (last && progressOf(last) !== 'ended') writes.writeRow(toSuperseded(last, next.updatedAt))
        if (!last?.intent) writes.writeForeign(perhapsSent)
        if (writePost(tx, next, post)) inserts.insertPublishJob(job)
      })
    },
    async moveTakenOver(id, decide) {
      return writeTransaction(db, () => {
        const handover = get(id)
        if (!handover || handover.phase === 'ended') return false
        const last = latest(handover.postId)
        const move = decide({ handover, post: read(handover.postId), last })
        if (!move) return false
        return step(move.next, (tx) => {
          if (move.post) writePost(tx, move.next, move.post)
          if (!move.endsJob) return
          if (last && progressOf(last) === 'unsent') writes.writeRow(toSuperseded(last, move.next.updatedAt))
          cancelJobs(tx, handover.postId, move.next.updatedAt)
        })
      })
    },
  }
}

type Questions = 'get' | 'ofPost' | 'open' | 'due'

function createHandoverQueries(db: Db): Pick<HandoverStore, Questions> {
  const record = { record: handovers.record }
  const going = sql`phase <> 'ended'`
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

function readOpenOf(db: Db): (postId: string) => Handover | null {
  const notTakenOver = sql`json_extract(record, '$.asked.to') is not 'taken-over'`
  return (postId) => {
    const of = and(eq(handovers.postId, postId), ne(handovers.phase, 'ended'), notTakenOver)
    return db.select({ record: handovers.record }).from(handovers).where(of).get()?.record ?? null
  }
}

const readHandover = (db: Db) => (id: string) =>
  db.select({ record: handovers.record }).from(handovers).where(eq(handovers.id, id)).get()?.record ?? null

/** The Worker sends its steps anew each time. */
function addSteps(tx: Tx, postId: string, steps: readonly AttemptStep[]): void {
  const rows = tx
    .select({ entry: attemptSteps.entry })
    .from(attemptSteps)
    .where(eq(attemptSteps.postId, postId))
    .all()
  const known = new Set(rows.map(({ entry }) => markOf(entry)))
  const added = steps.filter((entry) => !known.has(markOf(entry))).map((entry) => ({ postId, entry }))
  if (added.length > 0) tx.insert(attemptSteps).values(added).run()
}

function markOf({ at, engine, step, call, outcome, next }: AttemptStep): string {
  return JSON.stringify([at, engine, step, call, outcome, next])
}
