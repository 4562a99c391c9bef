// Ownership of the media that a read finds: what every other post of the account owns, or may yet turn out to own.
import { and, eq, gt, gte, inArray, lte, ne, or, sql } from 'drizzle-orm'
import type { PublishTime } from '../../../core/ports/posts/planner-store.ts'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import type {
  MediaTraits,
  PostLedger,
  UnreconciledPost,
} from '../../../core/ports/posts/publication-ledger.ts'
import { toUnreconciledPost } from '../../../core/engine/publishing/match.ts'
import { readPublication } from '../../../core/engine/publishing/stored.ts'
import { TO_GO_OUT } from '../../../core/rules/publication/post-words.ts'
import type { Publication } from '../../../core/rules/publication/publication.ts'
import type { Instant } from '../../../core/time.ts'
import type { Db } from '../open-database.ts'
import { deletedPosts, jobs, posts, publications } from '../schema/schema.ts'

export function createMediaOwnership(
  db: Db,
): Pick<PostLedger, 'listPublishTimes' | 'listOwnedMediaIds' | 'listUnreconciled' | 'listUnpublished'> {
  const deletedLately = prepareDeletedLately(db)
  const publishTimes = preparePublishTimes(db)
  return {
    listPublishTimes: async (accountId, since) => publishTimes(since, accountId).map(({ at }) => at),
    async listOwnedMediaIds(mediaIds) {
      if (mediaIds.length === 0) return []
      const owned = inArray(posts.igMediaId, [...mediaIds])
      const kept = db.select({ id: posts.igMediaId }).from(posts).where(owned).all()
      const lost = deletedLately().map(({ igMediaId: id }) => ({ id }))
      return [...kept, ...lost].flatMap(({ id }) => (id !== null && mediaIds.includes(id) ? id : []))
    },
    async listUnreconciled(accountId, except, since) {
      const unsettled = and(eq(publications.accountId, accountId), eq(publications.unsettled, true))
      const recent = or(ne(publications.step, 'done'), gte(latestSend, since))
      const others = and(unsettled, ne(publications.id, except), recent)
      const sent = db.select({ state: publications.state }).from(publications).where(others).all()
      return [...sent.flatMap(unreconciledPostOf), ...waitingInDoubt(db, { accountId, except, since })]
    },
    async listUnpublished(accountId, dueBy) {
      const dueAt = sql<number>`iif(${posts.isScheduled}, ${posts.scheduledFor}, ${posts.createdAt})`
      const isItsOpen = sql`jobs.post_id = posts.id and jobs.status in ('PENDING', 'PROCESSING')`
      const acceptedAt = sql<Instant | null>`(select max(created_at) from jobs where ${isItsOpen})`
      const soughtAs = sql<MediaTraits | null>`(select sought_as from jobs where ${isItsOpen})`.mapWith(
        jobs.soughtAs,
      )
      const isAtWorker = sql<boolean>`ifnull(${posts.handover} in ('pending', 'cloud'), 0)`.mapWith(Boolean)
      const { id: postId, mediaType, caption } = posts
      const open = or(isToGoOut, sql`${posts.publishOutcome} = 'unconfirmed'`)
      const own = eq(posts.platformAccountId, accountId)
      return db
        .select({ postId, mediaType, caption, dueAt, acceptedAt, isAtWorker, soughtAs })
        .from(posts)
        .where(and(own, open, lte(dueAt, dueBy)))
        .all()
    },
  }
}

/** When posts of an account, or of all, went live: also of those that were deleted since. Asked for with each publication. */
export function preparePublishTimes(db: Db): (since: Instant, accountId?: string) => PublishTime[] {
  const deletedLately = prepareDeletedLately(db)
  const since = sql.placeholder('since')
  const lately = and(gte(posts.completedAt, since), gte(posts.publishedAt, since))
  const own = eq(posts.platformAccountId, sql.placeholder('accountId'))
  const { platformAccountId, publishedAt } = posts
  const ofAll = db.select({ platformAccountId, publishedAt }).from(posts).where(lately).prepare()
  const ofOne = db.select({ platformAccountId, publishedAt }).from(posts).where(and(own, lately)).prepare()
  return (from, only) => {
    const kept = only === undefined ? ofAll.all({ since: from }) : ofOne.all({ since: from, accountId: only })
    return [...kept, ...deletedLately(from)].flatMap(({ platformAccountId: accountId, publishedAt: at }) =>
      at !== null && at >= from && (only ?? accountId) === accountId ? { accountId, at } : [],
    )
  }
}

export const isToGoOut = inArray(posts.status, TO_GO_OUT)

const ofIntent = (field: string) =>
  sql`json_extract(${publications.state}, ${sql.raw(`'$.intent.${field}'`)})`
/** `latestSendOf` in `core/engine/publishing/match.ts`. */
const latestSend = sql`${ofIntent('lastPossibleSend')} + max(0, ifnull(${ofIntent('platformAt')} - ${ofIntent('at')}, 0))`

function unreconciledPostOf({ state }: { readonly state: Publication }): UnreconciledPost[] {
  const publication = readPublication(state)
  return publication ? [toUnreconciledPost(publication)] : []
}

/** Posts of the account whose retry waits while it is not known whether they are live. Their publications have ended. */
function waitingInDoubt(
  db: Db,
  { accountId, except, since }: { accountId: string; except: string; since: Instant },
): UnreconciledPost[] {
  const waits = and(eq(jobs.status, 'PENDING'), eq(jobs.accountId, accountId))
  const inDoubt = sql`json_extract(${publications.state}, '$.failure.unconfirmed')`
  const itself = sql`select post_id from publications where id = ${except}`
  const others = sql`${publications.postId} not in (${itself})`
  // Without a failure it was ended from outside, while it was being looked for.
  const left = and(eq(publications.step, 'failed'), sql`${inDoubt} is not 0`, gte(latestSend, since), others)
  return db
    .selectDistinct({ id: publications.id, state: publications.state })
    .from(jobs)
    .innerJoin(publications, eq(publications.postId, jobs.postId))
    .where(and(waits, left))
    .all()
    .flatMap(unreconciledPostOf)
}

/** Media that could be mistaken for a post's own went live about now, so that their posts were deleted lately if at all. */
const LATELY = 1_000

/** Those deleted last; most of them are still live. */
function prepareDeletedLately(db: Db): (since?: Instant) => PostRecord[] {
  const last = sql<number>`(select max(seq) from deleted_posts)`
  const lately = gt(deletedPosts.seq, sql`${last} - ${LATELY}`)
  const found = db
    .select({ post: deletedPosts.post })
    .from(deletedPosts)
    .where(and(lately, gte(deletedPosts.deletedAt, sql.placeholder('since'))))
    .prepare()
  return (since = 0) => found.all({ since }).map(({ post }) => post)
}
