// The reads that people plan with, in one statement each. A LIKE would know only the cases of ASCII letters, so `fold` is a
// function defined here: see open-database.ts.
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  lt,
  ne,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import type {
  AccountOutlook,
  MediaMatch,
  MediaSearch,
  MediaUses,
  PlannedPost,
  PlannerStore,
  PlannerFilter,
  SearchOrder,
  SearchQuery,
} from '../../../core/ports/posts/planner-store.ts'
import { DAY, type Instant } from '../../../core/time.ts'
import type { Db } from '../open-database.ts'
import { media, postMedia, posts } from '../schema/schema.ts'
import { preparePublishTimes, isToGoOut } from './media-ownership.ts'
import { AT } from './sqlite-post-store.ts'

/** A literal: the planner of SQLite does not see bound values. */
const HAS_A_TIME = sql`status <> 'DRAFT'`
const MEDIA_COUNT = sql<number>`(select count(*) from post_media where post_id = posts.id)`
/** Of a cropped picture its version, which has no smaller one: what goes out is what is shown. */
const THUMBNAIL = sql<string | null>`(
  select ifnull(iif(kind = 'image', processed_path, null), thumbnail_path) from media
  where id = (select media_id from post_media where post_id = posts.id order by position limit 1)
)`

const IS_DUE = sql`(is_scheduled = 1 and ifnull(completed_at, 0) = 0)`
const USERNAME = sql`(select username from accounts where id = posts.platform_account_id)`
const DUE = [desc(IS_DUE), sql`case when ${IS_DUE} then ${AT} end`, desc(AT), desc(posts.seq)] as const
const ORDERS = {
  newest: [desc(posts.seq)],
  due: DUE,
  account: [USERNAME, ...DUE],
  status: [posts.status, ...DUE],
} as const satisfies Record<SearchOrder, readonly unknown[]>

export function createSqlitePlannerStore(db: Db): PlannerStore {
  const publishTimes = preparePublishTimes(db)
  const { seq: _place, ...columns } = getTableColumns(posts)
  const found = (where: SQL | undefined) =>
    db
      .select({ post: columns, at: AT, mediaCount: MEDIA_COUNT, thumbnailKey: THUMBNAIL })
      .from(posts)
      .where(where)
      .$dynamic()
  const planned = ({
    post,
    ...rest
  }: { post: Omit<PlannedPost['post'], 'mediaFileIds'> } & Omit<PlannedPost, 'post'>) => ({
    post: { ...post, mediaFileIds: [] },
    ...rest,
  })
  return {
    async between({ limit, ...view }) {
      return found(isInView(view)).orderBy(asc(AT), asc(posts.seq)).limit(limit).all().map(planned)
    },
    async places({ limit, ...view }) {
      const place = { id: posts.id, accountId: posts.platformAccountId, at: AT }
      const placed = db.select(place).from(posts).where(isInView(view))
      return placed.orderBy(asc(AT), asc(posts.seq)).limit(limit).all()
    },
    publishTimes: async (since, accountId) => publishTimes(since, accountId),
    async search(query) {
      const rows = found(inArray(posts.id, idsOf(db, query)))
      return rows
        .orderBy(...ORDERS[query.order ?? 'newest'])
        .all()
        .map(planned)
    },
    async failures({ since, limit, exceptAccountIds }) {
      // Each by its own index: by status alone the failures of years would be read.
      const isNews = sql`${posts.id} in (
        select id from posts where completed_at >= ${since}
        union all select id from posts where publish_outcome = 'unconfirmed'
      )`
      const where = and(sql`+${posts.status} = 'FAILED'`, isNews, isNoneOf(exceptAccountIds))
      const rows = found(where).orderBy(desc(posts.completedAt))
      return rows.limit(limit).all().map(planned)
    },
    async lastCompleted() {
      const row = found(isNotNull(posts.completedAt)).orderBy(desc(posts.completedAt)).limit(1).get()
      return row ? planned(row) : null
    },
    outlook: async (now) => readOutlook(db, now),
    async usesOf(mediaId) {
      const uses = db.get<MediaUses | undefined>(sql`
        select count(case when status = 'DRAFT' then 1 end) as drafts,
          count(case when ${isToGoOut} then 1 end) as toGoOut
        from posts where id in (select post_id from post_media where media_id = ${mediaId})
          or (${NEEDS_FILES} and ${COVER} = ${mediaId})`)
      return uses ?? { drafts: 0, toGoOut: 0 }
    },
    usedOf: async (mediaIds) => usedOf(db, mediaIds),
    postsUsing: async (mediaIds) => postsUsing(db, mediaIds),
    findMedia: async (search) => findMedia(db, search),
  }
}

/** Bare ids in their order: what is shown of each would be looked up for every post there is. */
function idsOf(db: Db, { text, order = 'newest', limit, offset, ...filter }: SearchQuery) {
  const said = text === '' ? undefined : sql`instr(fold(${posts.caption}), fold(${text})) > 0`
  return db
    .select({ id: posts.id })
    .from(posts)
    .where(and(said, matchesFilter(filter)))
    .orderBy(...ORDERS[order])
    .limit(limit)
    .offset(offset)
}

function findMedia(db: Db, { text, kind, isUnused, fits }: MediaSearch): MediaMatch[] {
  const { id, createdAt } = media
  const where = and(
    kind && eq(media.kind, kind),
    isUnused ? isUnusedMedia : undefined,
    text === '' ? undefined : isSaidOf(text),
  )
  const order = [desc(createdAt), desc(id)] as const
  if (fits === undefined) {
    return db
      .select({ id, createdAt })
      .from(media)
      .where(where)
      .orderBy(...order)
      .all()
  }
  const candidates = db
    .select()
    .from(media)
    .where(where)
    .orderBy(...order)
    .all()
  return candidates.filter(fits)
}

export const COVER = sql`${posts.options} ->> '$.cover.mediaFileId'`
const NEEDS_FILES = or(eq(posts.status, 'DRAFT'), isToGoOut)
/** Lists, made once for the statement, not a subquery for each file. */
const isUnusedMedia = sql`${media.id} not in (
  select ${postMedia.mediaId} from ${postMedia} where ${postMedia.mediaId} is not null
  union select ${COVER} from ${posts} where ${COVER} is not null
)`

function usedOf(db: Db, mediaIds: readonly string[]): ReadonlySet<string> {
  const isAsked = sql`in (select value from json_each(${JSON.stringify(mediaIds)}))`
  const rows = db.all<{ id: string }>(sql`
    select ${postMedia.mediaId} as id from ${postMedia} join ${posts} on ${posts.id} = ${postMedia.postId}
      where ${postMedia.mediaId} ${isAsked} and ${NEEDS_FILES}
    union select ${COVER} from ${posts} where ${NEEDS_FILES} and ${COVER} ${isAsked}`)
  return new Set(rows.map(({ id }) => id))
}

function postsUsing(db: Db, mediaIds: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const isAsked = sql`in (select value from json_each(${JSON.stringify(mediaIds)}))`
  const rows = db.all<{ mediaId: string; postId: string }>(sql`
    select mediaId, ${posts.id} as postId from (
      select ${postMedia.mediaId} as mediaId, ${postMedia.postId} as user from ${postMedia} where ${postMedia.mediaId} ${isAsked}
      union select ${COVER}, ${posts.id} from ${posts} where ${COVER} ${isAsked}
    ) join ${posts} on ${posts.id} = user
    order by ${posts.createdAt} desc, ${posts.id} desc`)
  const byFile = Map.groupBy(rows, ({ mediaId }) => mediaId)
  return new Map([...byFile].map(([mediaId, uses]) => [mediaId, uses.map(({ postId }) => postId)]))
}

function isSaidOf(text: string): SQL {
  const isIn = (said: typeof media.altText | typeof posts.caption | typeof media.originalFilename) =>
    sql`instr(fold(${said}), fold(${text})) > 0`
  return sql`(${isIn(media.originalFilename)} or ${isIn(media.altText)} or ${media.id} in (
    select ${postMedia.mediaId} from ${postMedia} join ${posts} on ${posts.id} = ${postMedia.postId}
    where ${isIn(posts.caption)}
  ))`
}

/** The plus keeps failures on the index of completions: by status those of years would be read. */
function readOutlook(db: Db, now: Instant): AccountOutlook[] {
  return db.all(sql`
    select accounts.id as accountId,
      count(case when posts.status = 'SCHEDULED' then 1 end) as scheduled,
      count(case when posts.status = 'SCHEDULED' and posts.handover is null then 1 end) as local,
      count(case when posts.status = 'SCHEDULED' and posts.scheduled_for >= accounts.token_expires_at then 1 end) as atRisk,
      count(case when posts.status = 'FAILED' then 1 end) as failed,
      min(case when posts.status = 'SCHEDULED' then posts.scheduled_for end) as nextAt
    from accounts join posts on posts.platform_account_id = accounts.id
    where posts.status = 'SCHEDULED' or (+posts.status = 'FAILED' and posts.completed_at > ${now - 7 * DAY})
    group by accounts.id`)
}

function isInView({ from, until, ...filter }: PlannerFilter & { from: Instant; until: Instant }) {
  return and(HAS_A_TIME, gte(AT, from), lt(AT, until), matchesFilter(filter))
}

/** One value, for thousands of accounts, too. */
function isNoneOf(accountIds: readonly string[] = []): SQL | undefined {
  if (accountIds.length === 0) return undefined
  return sql`${posts.platformAccountId} not in (select value from json_each(${JSON.stringify(accountIds)}))`
}

function matchesFilter({
  accountIds,
  exceptAccountIds,
  exceptKeptByHold,
  statuses,
  mediaTypes,
}: PlannerFilter): SQL | undefined {
  return and(
    isNoneOf(exceptAccountIds),
    // Null, which is this computer, does not pass either.
    exceptKeptByHold ? ne(posts.handover, 'uploading') : undefined,
    accountIds.length > 0 ? inArray(posts.platformAccountId, [...accountIds]) : undefined,
    statuses.length === 1 && statuses[0]
      ? eq(posts.status, statuses[0])
      : statuses.length > 0
        ? inArray(posts.status, [...statuses])
        : undefined,
    mediaTypes.length > 0 ? inArray(posts.mediaType, [...mediaTypes]) : undefined,
  )
}
