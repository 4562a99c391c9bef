// Hand-overs and their posts, moved together. `record` is the whole hand-over; the other columns are what queries need.
import { and, asc, eq, isNotNull, lte, ne, sql } from 'drizzle-orm'
import { progressOf, superseded } from '../../core/posts/end-publication.ts'
import type { Handover, HandoverStore } from '../../core/ports/handover-store.ts'
import type { PostRecord } from '../../core/ports/post-store.ts'
import type { AttemptStep } from '../../core/ports/publication-ledger.ts'
import { DAY } from '../../core/time.ts'
import { prepareArchive } from './archive.ts'
import { prepareCompletionMark } from './completion-mark.ts'
import { prepareDueWork } from './due-work.ts'
import { changeDraft, insertJob, insertPost, orMissingFile, refuse } from './entering-posts.ts'
import type { Db, Tx } from './open-database.ts'
import { prepareWrites, type PublicationWrites } from './publication-writes.ts'
import { handovers } from './cloud-schema.ts'
import { attemptSteps, posts } from './schema.ts'
import { expireObjects, noteObject } from './sqlite-bucket-objects.ts'
import { readPost } from './sqlite-post-store.ts'
import { immediately } from './write-transaction.ts'

export function createSqliteHandoverStore(db: Db): HandoverStore {
  const writes = prepareWrites(db)
  const { step, writePost, archive, archived } = prepareMoves(db, writes)
  return {
    ...asking(db),
    async accept(post, handover) {
      orMissingFile(refuse, () =>
        immediately(db, (tx) => {
          insertPost(tx, post)
          enter(tx, handover)
        }),
      )
    },
    async acceptDraft(draft, post, handover) {
      return immediately(db, (tx) => {
        if (!changeDraft(tx, draft, post)) return false
        enter(tx, handover)
        return true
      })
    },
    async move(next, post) {
      return step(next, (tx) => post && writePost(tx, next, post))
    },
    async bringHome(next, post, job) {
      return step(next, (tx) => {
        if (writePost(tx, next, post)) insertJob(tx, job)
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
    async adopt(next, publication, steps) {
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

function enter(tx: Tx, handover: Handover): void {
  tx.insert(handovers).values(rowOf(handover)).run()
  for (const { key } of handover.files) noteObject(tx, key, handover.createdAt)
}

function prepareMoves(db: Db, writes: PublicationWrites) {
  const archived = prepareArchive(db)
  const nextCompletion = prepareCompletionMark(db)
  const dueWork = prepareDueWork(db)
  const read = readPost(db)
  /** What was prepared and not sent is never gone on with: another runner would publish an old version of the post. */
  const letGo = (tx: Tx, { postId, files, updatedAt }: Handover) => {
    const last = dueWork.latest(postId)
    if (last && progressOf(last) === 'unsent') writes.writeRow(superseded(last, updatedAt))
    const keys = files.map(({ key }) => key)
    expireObjects(tx, keys, updatedAt + DAY)
  }
  return {
    archived,
    /** One move: `work` is done only when `next` continues what is stored. */
    step(next: Handover, work: (tx: Tx) => unknown): boolean {
      return immediately(db, (tx) => {
        const before = and(eq(handovers.id, next.id), eq(handovers.version, next.version - 1))
        const going = and(before, ne(handovers.phase, 'ended'))
        if (tx.update(handovers).set(rowOf(next)).where(going).run().changes === 0) return false
        work(tx)
        if (next.phase === 'ended') letGo(tx, next)
        return true
      })
    },
    /** False when the post lies in the archive. */
    writePost(tx: Tx, next: Handover, post: PostRecord): boolean {
      const { id, mediaFileIds: _asLinked, ...fields } = post
      const isEnded = post.status === 'FAILED' || post.status === 'PUBLISHED'
      const completedAt =
        isEnded && post.completedAt === null ? nextCompletion(next.updatedAt) : post.completedAt
      const changed = { ...fields, completedAt }
      if (tx.update(posts).set(changed).where(eq(posts.id, id)).run().changes > 0) return true
      const { handover, cloudJobId, bucketMediaKey } = post
      archived.change(id, { handover, cloudJobId, bucketMediaKey })
      return false
    },
    archive(tx: Tx, next: Handover, at: number): void {
      const post = read(next.postId)
      const handover = next.phase === 'ended' ? null : 'cloud'
      if (!post) return archived.change(next.postId, { handover })
      archived.add({
        post: { ...post, handover },
        deletedAt: at,
        deletedFrom: 'LOCAL',
        permalink: post.igPermalink,
      })
      tx.delete(posts).where(eq(posts.id, next.postId)).run()
    },
  }
}

type Questions = 'get' | 'ofPost' | 'open' | 'due'

function asking(db: Db): Pick<HandoverStore, Questions> {
  const record = { record: handovers.record }
  const going = sql`phase <> 'ended'`
  return {
    async get(id) {
      return db.select(record).from(handovers).where(eq(handovers.id, id)).get()?.record ?? null
    },
    async ofPost(postId) {
      const of = and(eq(handovers.postId, postId), ne(handovers.phase, 'ended'))
      return db.select(record).from(handovers).where(of).get()?.record ?? null
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

function rowOf(handover: Handover): typeof handovers.$inferInsert {
  const { id, postId, accountId, phase, nextAt, version } = handover
  return { id, postId, accountId, phase, nextAt, version, record: handover }
}

/** The Worker tells its steps anew each time. */
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
