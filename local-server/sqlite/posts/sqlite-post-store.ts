import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableName,
  gt,
  gte,
  inArray,
  lt,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { PostStatus } from '../../../core/rules/publication/post-words.ts'
import type {
  ListedPosts,
  Lookalike,
  PostFilter,
  PostRecord,
  PostStore,
} from '../../../core/ports/posts/post-store.ts'
import { LINK_WAIT } from '../../../core/rules/publication/awaits-link.ts'
import type { Instant } from '../../../core/time.ts'
import { prepareDeletedList } from './archive.ts'
import type { Db } from '../open-database.ts'
import { prepareRows, parameter, preparedOnce } from '../prepare-rows.ts'
import { postCounts, postMedia, posts } from '../schema/schema.ts'

/** Prepared once: building a query costs more than running it. */
export function createSqlitePostStore(db: Db): PostStore {
  const read = preparePostRead(db)
  const listDeleted = prepareDeletedList(db)
  const awaitingLink = prepareAwaitingLink(db)
  const newestFirst = 'order by seq desc limit 0 + @limit offset @offset'
  const page = prepareRows(db, posts, newestFirst)
  const pageOfStatus = prepareRows(db, posts, `where status = +@status ${newestFirst}`)
  const counted = `select total(n) from ${getTableName(postCounts)}`
  const all = db.$client.prepare<[], number>(counted).pluck()
  const ofStatus = db.$client.prepare<[string], number>(`${counted} where status = ?`).pluck()
  const total = (status: PostStatus | undefined) =>
    (status === undefined ? all.get() : ofStatus.get(status)) ?? 0
  return {
    async get(id) {
      return read(id)
    },
    getMany: prepareReadOfMany(db),
    async list({ status, limit, offset, now, ...filter }) {
      const awaiting = status === undefined ? [] : awaitingLink(now)
      if (awaiting.length > 0 || Object.values(filter).some((wanted) => wanted !== undefined))
        return listMatching(db, { ...filter, shown: isShownAs(status, awaiting) }, { limit, offset })
      const rows = status === undefined ? page({ limit, offset }) : pageOfStatus({ status, limit, offset })
      return { records: rows.map((row) => postRecordOf(row, [])), total: total(status) }
    },
    async listCompleted({ since, limit }) {
      const after = gt(posts.completedAt, since)
      const rows = db.select().from(posts).where(after).orderBy(asc(posts.completedAt)).limit(limit).all()
      // Counting costs what is left of the list, and callers poll with a recent `since`.
      const matching =
        rows.length < limit ? rows.length : (db.select({ n: count() }).from(posts).where(after).get()?.n ?? 0)
      return { records: rows.map((row) => postRecordOf(row, [])), total: matching }
    },
    isAnyAwaitingLink: async (now) => awaitingLink(now).length > 0,
    listScheduled: createScheduledList(db, { total, awaitingLink }),
    findLookalike: createLookalikeQuery(db),
    async listDeleted(page) {
      return listDeleted(page)
    },
  }
}

interface ListParts {
  total(status: PostStatus): number
  awaitingLink(now: Instant | undefined): string[]
}

function createScheduledList(db: Db, { total, awaitingLink }: ListParts): PostStore['listScheduled'] {
  const scheduledAmong = (ids: string[]) => {
    if (ids.length === 0) return ids
    const where = and(inArray(posts.id, ids), eq(posts.isScheduled, true))
    return db
      .select({ id: posts.id })
      .from(posts)
      .where(where)
      .all()
      .map(({ id }) => id)
  }
  return async ({ status, limit, offset, now }) => {
    // These have ended for the index, and are few.
    const isBegun = status === undefined || status === 'PUBLISHING'
    const awaiting = isBegun ? scheduledAmong(awaitingLink(now)) : []
    // The plus keeps the query on that index: by status alone everything would have to be sorted.
    const ofStatus = status === undefined ? undefined : sql`+${posts.status} = ${status}`
    const stillToGoOut = and(STILL_TO_GO_OUT, ofStatus)
    const where = awaiting.length > 0 ? or(stillToGoOut, inArray(posts.id, awaiting)) : stillToGoOut
    const rows = db
      .select()
      .from(posts)
      .where(where)
      .orderBy(asc(posts.scheduledFor), asc(posts.seq))
      .limit(limit)
      .offset(offset)
      .all()
    // SCHEDULED posts have a kept count; posts under way are few.
    const begun = status === undefined ? UNDER_WAY : UNDER_WAY.filter((one) => one === status)
    const underWay = and(eq(posts.isScheduled, true), inArray(posts.status, [...begun]))
    const few = begun.length === 0 ? 0 : (db.select({ n: count() }).from(posts).where(underWay).get()?.n ?? 0)
    const waiting = status === undefined || status === 'SCHEDULED' ? total('SCHEDULED') : 0
    return { records: rows.map((row) => postRecordOf(row, [])), total: few + waiting + awaiting.length }
  }
}

/** Of the posts that await their link, `awaiting`, those with the status PUBLISHED are shown as PUBLISHING. */
function isShownAs(status: PostStatus | undefined, awaiting: readonly string[]): SQL | undefined {
  if (status === undefined) return undefined
  const isStored = eq(posts.status, status)
  if (status === 'PUBLISHED') return and(isStored, notInArray(posts.id, [...awaiting]))
  return status === 'PUBLISHING' ? or(isStored, inArray(posts.id, [...awaiting])) : isStored
}

/** The plus keeps it on the index of completions, so it costs nothing while nothing was published. */
function prepareAwaitingLink(db: Db): (now: Instant | undefined) => string[] {
  const query = db.$client.prepare<[from: Instant, until: Instant], string>(
    `select id from "${getTableName(posts)}" where completed_at > ? and completed_at <= ?
      and +status = 'PUBLISHED' and ig_permalink is null`,
  )
  const ids = query.pluck()
  return (now) => (now === undefined ? [] : ids.all(now - LINK_WAIT, now))
}

interface Matching extends Omit<PostFilter, 'status'> {
  readonly shown: SQL | undefined
}

/** Counts while reading: a count of every possible filter cannot be kept. */
function listMatching(
  db: Db,
  { shown, accountId, text, from, until, order }: Matching,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): ListedPosts {
  const where = and(
    shown,
    accountId === undefined ? undefined : eq(posts.platformAccountId, accountId),
    text === undefined ? undefined : sql`instr(fold(${posts.caption}), fold(${text})) > 0`,
    from === undefined ? undefined : gte(AT, from),
    until === undefined ? undefined : lt(AT, until),
  )
  const bySequence = order === 'oldest' ? asc(posts.seq) : desc(posts.seq)
  const rows = db.select().from(posts).where(where).orderBy(bySequence).limit(limit).offset(offset).all()
  const total = db.select({ n: count() }).from(posts).where(where).get()?.n ?? 0
  return { records: rows.map((row) => postRecordOf(row, [])), total }
}

/** The place of a post in time: the expression of the index, word for word, else it is not used. */
export const AT = sql<number>`ifnull(published_at, ifnull(scheduled_for, created_at))`

/** The condition of the partial index, word for word: else it is not used. Both ends of a post give it a completion time. */
export const STILL_TO_GO_OUT = sql`is_scheduled = 1 and ifnull(completed_at, 0) = 0`

const UNDER_WAY = ['QUEUED', 'PROCESSING', 'PUBLISHING'] as const

/** One post with its links to media. */
export const preparePostRead = preparedOnce((db: Db): ((id: string) => PostRecord | null) => {
  const byId = prepareRows(db, posts, 'where id = @id')
  const mediaOf = db
    .select({ mediaId: postMedia.mediaId })
    .from(postMedia)
    .where(eq(postMedia.postId, parameter('id')))
    .orderBy(asc(postMedia.position))
    .prepare()
  return (postId) => {
    const [row] = byId({ id: postId })
    if (!row) return null
    const { seq: _place, ...post } = row
    return { ...post, mediaFileIds: mediaOf.all({ id: postId }).map(({ mediaId }) => mediaId) }
  }
})

function postRecordOf(row: typeof posts.$inferSelect, mediaFileIds: (string | null)[]): PostRecord {
  return Object.assign(row, { mediaFileIds })
}

function prepareReadOfMany(db: Db): PostStore['getMany'] {
  const among = 'in (select value from json_each(@ids))'
  const byIds = prepareRows(db, posts, `where id ${among}`)
  const mediaOf = prepareRows(db, postMedia, `where post_id ${among} order by position`)
  return async (ids) => {
    const asked = { ids: JSON.stringify(ids) }
    const files = Map.groupBy(mediaOf(asked), ({ postId }) => postId)
    return byIds(asked).map(({ seq: _place, ...post }) => {
      return { ...post, mediaFileIds: (files.get(post.id) ?? []).map(({ mediaId }) => mediaId) }
    })
  }
}

interface LookalikeRow extends Omit<Lookalike, 'sharesCaption' | 'sharesMedia'> {
  readonly sharesCaption: 0 | 1
  readonly sharesMedia: 0 | 1
}

/** Reads the posts of the days around it by the index of the calendar, whose expressions it repeats word for word. */
function createLookalikeQuery(db: Db): PostStore['findLookalike'] {
  const statement = db.$client.prepare<unknown[], LookalikeRow>(`
    select id as postId, at, standing, sharesCaption, sharesMedia from (
      select id, ifnull(published_at, ifnull(scheduled_for, created_at)) as at,
        case status when 'PUBLISHED' then 'live' when 'FAILED' then 'unconfirmed' else 'planned' end as standing,
        ifnull(caption = @caption, 0) as sharesCaption,
        exists (
          select 1 from post_media where post_id = posts.id and media_id in (select value from json_each(@mediaIds))
        ) as sharesMedia
      from posts
      where status <> 'DRAFT' and (status <> 'FAILED' or publish_outcome = 'unconfirmed') and platform_account_id = @accountId and id is not @exceptPostId
        and ifnull(published_at, ifnull(scheduled_for, created_at)) > @from
        and ifnull(published_at, ifnull(scheduled_for, created_at)) < @until
    ) where sharesCaption or sharesMedia order by abs(at - @at) limit 1`)
  return async ({ platformAccountId, caption, mediaFileIds, at, within, exceptPostId }) => {
    const found = statement.get({
      accountId: platformAccountId,
      caption: caption === '' ? null : caption,
      mediaIds: JSON.stringify(mediaFileIds),
      exceptPostId,
      at,
      from: at - within,
      until: at + within,
    })
    if (!found) return null
    const { sharesCaption, sharesMedia, ...rest } = found
    return {
      ...rest,
      sharesCaption: Boolean(sharesCaption),
      sharesMedia: Boolean(sharesMedia),
    }
  }
}
