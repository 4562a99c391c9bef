// The statements that move a post, its job and its publication together. Prepared once: six commits make a post, and
// building their queries anew would cost more than the commits.
import { and, eq, sql } from 'drizzle-orm'
import type { Publication } from '../../../core/publishing/publication.ts'
import { reflectionOf, type Reflection } from '../../../core/publishing/reflect.ts'
import type { Instant } from '../../../core/time.ts'
import { prepareArchive } from './archive.ts'
import { prepareCompletionMark } from './completion-mark.ts'
import type { Db } from '../open-database.ts'
import { jobs, posts, publications } from '../schema/schema.ts'

export interface PublicationWrites {
  /** To be called inside a transaction. */
  write(publication: Publication): void
  /** Changes the publication and nothing else: whoever ends it from outside moves post and job as that asks for. */
  writeRow(publication: Publication): void
  /**
   * Records a publication of the Worker, unless it is known in this version or a later one, and moves the post as it says.
   * It has no job here and is never taken up here.
   */
  writeForeign(publication: Publication): void
  /** The stored version, or undefined when there is none. */
  versionOf(publicationId: string): number | undefined
}

export function prepareWrites(db: Db): PublicationWrites {
  const version = db
    .select({ version: publications.version })
    .from(publications)
    .where(eq(publications.id, value('id')))
    .prepare()
  const insert = db.insert(publications).values(rowOfPlaceholders()).prepare()
  const update = db
    .update(publications)
    .set(CHANGED)
    .where(eq(publications.id, value('id')))
    .prepare()
  const moveJob = prepareJobMove(db)
  const movePost = preparePostMove(db)
  return {
    versionOf: (id) => version.get({ id })?.version,
    writeRow: (publication) => void update.run(rowOf(publication, reflectionOf(publication))),
    writeForeign(publication) {
      const known = version.get({ id: publication.id })?.version
      if (known !== undefined && known >= publication.version) return
      const reflection = reflectionOf(publication)
      const row = { ...rowOf(publication, reflection), followUpAt: null, held: 0 }
      if (known === undefined) insert.run(row)
      else update.run(row)
      movePost(publication, reflection)
    },
    write(publication) {
      const reflection = reflectionOf(publication)
      const row = rowOf(publication, reflection)
      if (publication.version === 1) insert.run(row)
      else if (update.run(row).changes === 0) insert.run(row)
      moveJob(publication, reflection)
      movePost(publication, reflection)
    },
  }
}

const value = (name: string) => sql.placeholder(name)
const set = (name: string) => sql`${sql.placeholder(name)}`

const CHANGED = {
  jobId: set('jobId'),
  version: set('version'),
  step: set('step'),
  followUpAt: set('followUpAt'),
  held: set('held'),
  unsettled: set('unsettled'),
  state: set('state'),
}

function rowOfPlaceholders() {
  const { id, postId, accountId, createdAt } = {
    id: set('id'),
    postId: set('postId'),
    accountId: set('accountId'),
    createdAt: set('createdAt'),
  }
  return { ...CHANGED, id, postId, accountId, createdAt }
}

function rowOf(publication: Publication, { followUpAt }: Reflection): Record<string, string | number | null> {
  const { id, postId, jobId, accountId, version, step, createdAt, intent, mediaId, nextAt } = publication
  const finished = step === 'done' || step === 'failed'
  return {
    id,
    postId,
    jobId,
    accountId,
    createdAt,
    version,
    step,
    followUpAt,
    held: Number(!finished && nextAt === null),
    unsettled: Number(intent !== null && mediaId === null && step !== 'failed'),
    state: JSON.stringify(publication),
  }
}

function prepareJobMove(db: Db): (publication: Publication, reflection: Reflection) => void {
  const move = db
    .update(jobs)
    .set({
      status: set('status'),
      wakeAt: sql`coalesce(${value('wakeAt')}, ${jobs.wakeAt})`,
      runAt: sql`max(${jobs.runAt}, coalesce(${value('wakeAt')}, 0))`,
      attempts: sql`${jobs.attempts} + ${value('attempt')}`,
      lastError: set('lastError'),
      updatedAt: set('now'),
      completedAt: set('completedAt'),
    })
    .where(eq(jobs.id, value('id')))
    .prepare()
  return ({ jobId, version, updatedAt }, { job }) => {
    const ended = job.status === 'COMPLETED' || job.status === 'FAILED'
    const { status, wakeAt, lastError } = job
    const attempt = version === 1 ? 1 : 0
    move.run({
      id: jobId,
      status,
      wakeAt,
      lastError,
      attempt,
      now: updatedAt,
      completedAt: ended ? updatedAt : null,
    })
  }
}

function preparePostMove(db: Db): (publication: Publication, reflection: Reflection) => void {
  const names = [
    'status',
    'igContainerId',
    'igMediaId',
    'igPermalink',
    'publishedAt',
    'errorCode',
    'errorDetail',
    'recovery',
    'publishOutcome',
    'nextAttemptAt',
    'lastAttemptAt',
    'partnerPostId',
    'partnerPermalink',
    'completedAt',
  ] as const
  const changes = Object.fromEntries(names.map((name) => [name, set(name)]))
  // It identifies the version of a post, so it never goes back: a change within this millisecond is ahead of the clock.
  const updatedAt = sql`max(${posts.updatedAt}, ${value('updatedAt')})`
  const warnings = sql`iif(${value('keepsWarnings')}, ${posts.warnings}, ${value('warnings')})`
  const move = db
    .update(posts)
    .set({ ...changes, warnings, updatedAt })
    .where(eq(posts.id, value('id')))
    .prepare()
  const alreadyCompleted = db
    .select({ completedAt: posts.completedAt })
    .from(posts)
    .where(and(eq(posts.id, value('id')), eq(posts.status, value('status'))))
    .prepare()
  const nextCompletion = prepareCompletionMark(db)
  const archive = prepareArchive(db)
  return ({ postId, updatedAt }, { post, keepsWarnings }) => {
    const ended = post.status === 'PUBLISHED' || post.status === 'FAILED'
    // When the post entered PUBLISHED or FAILED.
    const completionTime = (): Instant =>
      alreadyCompleted.get({ id: postId, status: post.status })?.completedAt ?? nextCompletion(updatedAt)
    const moved = move.run({
      ...post,
      warnings: post.warnings && JSON.stringify(post.warnings),
      errorDetail: post.errorDetail && JSON.stringify(post.errorDetail),
      keepsWarnings: Number(keepsWarnings),
      id: postId,
      updatedAt,
      completedAt: ended ? completionTime() : null,
    })
    // Deleted after its publish intent: the archive shows what becomes of it, and no row comes back.
    if (moved.changes === 0) archive.change(postId, { ...post, updatedAt })
  }
}
