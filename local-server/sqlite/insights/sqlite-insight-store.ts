import { and, asc, desc, eq, getTableColumns, gte, inArray, lt, lte, min, sql, type SQL } from 'drizzle-orm'
import type { InsightMedia, InsightStore, MediaWithRows } from '../../../core/ports/insights/insight-store.ts'
import { LOOK } from '../../../core/rules/insights/insight-words.ts'
import { latestOf, type InsightRow } from '../../../core/rules/insights/rows.ts'
import { writeTransaction, type Db, type Tx } from '../open-database.ts'
import { insightAccounts, insightMedia, insightRows } from '../schema/planning-schema.ts'
import { posts } from '../schema/schema.ts'

const MOST_DUE = 50
const MOST_LISTED = 2_000
/** Rows that belong to no media. */
const OWN = ''
/** What an event is written for: that it has changed says that there are rows. */
const NEXT_MARK = sql`ifnull(rows_at, 0) + 1`

const { accountId: _account, igMediaId: _media, ...ROW } = getTableColumns(insightRows)
const { rowsAt: _events, ...MEDIA } = getTableColumns(insightMedia)
const { rowsAt: _noted, ...ACCOUNT } = getTableColumns(insightAccounts)
const TABLES = [insightAccounts, insightMedia, insightRows]

export function createSqliteInsightStore(db: Db): InsightStore {
  return { ...accountsIn(db), ...mediaIn(db), ...rowsIn(db) }
}

function accountsIn(db: Db): Pick<InsightStore, 'accounts' | 'account' | 'putAccount' | 'adopt' | 'remove'> {
  const listed = () => db.select(ACCOUNT).from(insightAccounts)
  return {
    async accounts() {
      return listed().all()
    },
    async account(accountId) {
      return listed().where(eq(insightAccounts.accountId, accountId)).get() ?? null
    },
    async putAccount(account) {
      const target = insightAccounts.accountId
      db.insert(insightAccounts).values(account).onConflictDoUpdate({ target, set: account }).run()
    },
    async adopt(from, to) {
      writeTransaction(db, (tx) => {
        for (const table of TABLES)
          tx.update(table).set({ accountId: to }).where(eq(table.accountId, from)).run()
      })
    },
    async remove(accountId) {
      writeTransaction(db, (tx) => {
        for (const table of TABLES) tx.delete(table).where(eq(table.accountId, accountId)).run()
      })
    },
  }
}

type OfMedia = 'addMedia' | 'unknownPosts' | 'due' | 'nextAt' | 'media' | 'countMedia' | 'mediaOfPost'

function mediaIn(db: Db): Pick<InsightStore, OfMedia> {
  const { nextAt, publishedAt } = insightMedia
  const ofAccount = (accountId: string) => eq(insightMedia.accountId, accountId)
  return {
    async addMedia(media) {
      writeTransaction(db, (tx) => media.filter((one) => isKept(tx, one)).forEach((one) => addMedia(tx, one)))
    },
    async unknownPosts(accountId, since) {
      return unknownPosts(db, and(eq(posts.platformAccountId, accountId), gte(posts.completedAt, since)))
    },
    async due(accountId, until, among) {
      const isAmong = among && inArray(insightMedia.igMediaId, [...among])
      const isDue = and(ofAccount(accountId), lte(nextAt, until), isAmong)
      return listMedia(db).where(isDue).orderBy(desc(publishedAt)).limit(MOST_DUE).all()
    },
    async nextAt(accountId) {
      // The condition is that of the index.
      const isPlanned = and(ofAccount(accountId), sql`next_at is not null`)
      const inOrder = db.select({ nextAt }).from(insightMedia).where(isPlanned).orderBy(asc(nextAt))
      return inOrder.limit(1).get()?.nextAt ?? null
    },
    async media(accountId, [from, until], metrics) {
      const found = listMedia(db)
        .where(and(ofAccount(accountId), gte(publishedAt, from), lt(publishedAt, until)))
        .orderBy(desc(publishedAt), asc(insightMedia.igMediaId))
        .limit(MOST_LISTED)
      return withRows(db, found.all(), metrics)
    },
    async countMedia(accountId) {
      return db.$count(insightMedia, ofAccount(accountId))
    },
    async mediaOfPost(postId) {
      const found = listMedia(db).where(eq(insightMedia.postId, postId)).limit(1).all()
      // Its media may be known already, from a list of the platform's.
      const [media] = found.length > 0 ? found : unknownPosts(db, eq(posts.id, postId))
      return media ? (withRows(db, [media])[0] ?? null) : null
    },
  }
}

/** A post that left the history is no longer named. */
const listMedia = (db: Db) =>
  db
    .select({ ...MEDIA, postId: posts.id })
    .from(insightMedia)
    .leftJoin(posts, eq(posts.id, insightMedia.postId))

/** Media of one account. */
function withRows(db: Db, media: readonly InsightMedia[], metrics?: readonly string[]): MediaWithRows[] {
  const { accountId, igMediaId, metric, at } = insightRows
  const ids = media.map((one) => one.igMediaId)
  const ofThese = and(eq(accountId, media[0]?.accountId ?? ''), inArray(igMediaId, ids))
  const rows = db
    .select({ igMediaId, row: ROW })
    .from(insightRows)
    .where(and(ofThese, metrics && inArray(metric, [...metrics])))
    .orderBy(asc(at))
    .all()
  const byMedia = Map.groupBy(rows, (one) => one.igMediaId)
  return media.map((one) => ({ ...one, rows: (byMedia.get(one.igMediaId) ?? []).map(({ row }) => row) }))
}

type OfRows = 'oldestRow' | 'ownRows' | 'record' | 'recordOwn' | 'exported'

function rowsIn(db: Db): Pick<InsightStore, OfRows> {
  return {
    async oldestRow(accountId) {
      const at = min(insightRows.at)
      const oldest = (of: SQL | undefined) => db.select({ at }).from(insightRows).where(of).get()?.at ?? null
      // An account's days go back to before it was connected. Without any, all of its rows are read.
      return oldest(rowsWhere({ accountId, igMediaId: OWN })) ?? oldest(eq(insightRows.accountId, accountId))
    },
    async ownRows(accountId) {
      return rowsOfMedia(db, { accountId, igMediaId: OWN })
    },
    async record({ accountId, igMediaId }, decide) {
      const key = { accountId, igMediaId }
      return writeTransaction(db, (tx) => {
        const stored = tx.select(MEDIA).from(insightMedia).where(mediaWhere(key)).get()
        if (!stored) return 0
        const { rows, done, nextAt } = decide(latestOf(rowsOfMedia(tx, key)), stored.done)
        const changed = writeRows(tx, key, rows)
        const mark = changed > 0 ? { rowsAt: NEXT_MARK } : {}
        tx.update(insightMedia)
          .set({ done, nextAt, ...mark })
          .where(mediaWhere(key))
          .run()
        return changed
      })
    },
    async recordOwn(account, rows) {
      const { accountId } = account
      const own = eq(insightAccounts.accountId, accountId)
      return writeTransaction(db, (tx) => {
        if (tx.update(insightAccounts).set(account).where(own).run().changes === 0) return 0
        const changed = writeRows(tx, { accountId, igMediaId: OWN }, rows)
        if (changed > 0) tx.update(insightAccounts).set({ rowsAt: NEXT_MARK }).where(own).run()
        return changed
      })
    },
    async exported(query) {
      return exported(db, query)
    },
  }
}

/** Its numbers may have been deleted while they were read. */
const isKept = (tx: Tx, { accountId }: InsightMedia): boolean =>
  tx.select(ACCOUNT).from(insightAccounts).where(eq(insightAccounts.accountId, accountId)).get() !== undefined

function addMedia(tx: Tx, media: InsightMedia): void {
  const { accountId, igMediaId, permalink } = media
  const find = (is: SQL) =>
    tx
      .select(MEDIA)
      .from(insightMedia)
      .where(and(eq(insightMedia.accountId, accountId), is))
      .get()
  const known =
    find(eq(insightMedia.igMediaId, igMediaId)) ??
    (permalink === null ? undefined : find(eq(insightMedia.permalink, permalink)))
  if (!known) {
    tx.insert(insightMedia).values(media).run()
    return
  }
  const learned = {
    igMediaId,
    permalink: permalink ?? known.permalink,
    postId: media.postId ?? known.postId,
    isTrial: media.isTrial || known.isTrial,
    caption: media.caption ?? known.caption,
    ...(wasTakenForDeleted(tx, known, media) && { done: media.done, nextAt: media.nextAt }),
  }
  tx.update(insightMedia).set(learned).where(mediaWhere(known)).run()
  if (known.igMediaId !== igMediaId) tx.update(insightRows).set({ igMediaId }).where(rowsWhere(known)).run()
}

/**
 * A list that shows it proves otherwise: an answer that denied it was wrong, or it was only hidden for a while. Once for each look that
 * has become due since, as it may be denied for weeks.
 */
function wasTakenForDeleted(tx: Tx, known: InsightMedia, listed: InsightMedia): boolean {
  if (known.nextAt !== null || listed.nextAt === null) return false
  const last = tx
    .select({ reason: insightRows.reason, at: insightRows.at })
    .from(insightRows)
    .where(and(rowsWhere(known), eq(insightRows.metric, LOOK)))
    .orderBy(desc(insightRows.at))
    .limit(1)
    .get()
  const isDue = known.igMediaId !== listed.igMediaId || (last?.at ?? 0) < listed.nextAt
  return last?.reason === 'deleted' && isDue
}

function unknownPosts(db: Db, wanted: SQL | undefined): InsightMedia[] {
  // Not by the id of its media, which is another one for another login.
  const isKnown = sql`exists (select 1 from insight_media where post_id = posts.id)`
  const isUnknown = and(
    eq(posts.status, 'PUBLISHED'),
    wanted,
    sql`${posts.igMediaId} is not null`,
    sql`not ${isKnown}`,
  )
  const found = db.select().from(posts).where(isUnknown).all()
  return found.map((post) => ({
    accountId: post.platformAccountId,
    igMediaId: post.igMediaId ?? '',
    postId: post.id,
    permalink: post.igPermalink,
    caption: post.caption,
    kind: post.mediaType,
    isTrial: post.options?.includes('"trialReel"') ?? false,
    publishedAt: post.publishedAt ?? post.completedAt ?? post.updatedAt,
    done: 0,
    nextAt: null,
  }))
}

type MediaKey = Pick<InsightMedia, 'accountId' | 'igMediaId'>

const rowsWhere = ({ accountId, igMediaId }: MediaKey) =>
  and(eq(insightRows.accountId, accountId), eq(insightRows.igMediaId, igMediaId))
const mediaWhere = ({ accountId, igMediaId }: MediaKey) =>
  and(eq(insightMedia.accountId, accountId), eq(insightMedia.igMediaId, igMediaId))

const rowsOfMedia = (db: Db | Tx, key: MediaKey): InsightRow[] =>
  db.select(ROW).from(insightRows).where(rowsWhere(key)).orderBy(asc(insightRows.at)).all()

/** Returns how many are new or have changed. */
function writeRows(tx: Tx, key: MediaKey, rows: readonly InsightRow[]): number {
  const setWhere = sql`(insight_rows.value, insight_rows.reason) is not (excluded.value, excluded.reason)`
  const target = [insightRows.accountId, insightRows.igMediaId, insightRows.metric, insightRows.at]
  return rows.reduce((changed, { metric, at, value, reason }) => {
    const set = { value, reason }
    const added = tx.insert(insightRows).values({ ...key, metric, at, ...set })
    return changed + added.onConflictDoUpdate({ target, set, setWhere }).run().changes
  }, 0)
}

function exported(
  db: Db,
  { accountId, after, limit }: Parameters<InsightStore['exported']>[0],
): Awaited<ReturnType<InsightStore['exported']>> {
  const { accountId: of, igMediaId: media, at, metric } = insightRows
  const { kind, publishedAt, permalink } = MEDIA
  const { username } = ACCOUNT
  const ofMedia = { postId: posts.id, kind, publishedAt, permalink }
  const found = db
    .select({ accountId: of, username, igMediaId: media, ...ofMedia, ...ROW })
    .from(insightRows)
    .leftJoin(insightMedia, and(eq(insightMedia.accountId, of), eq(insightMedia.igMediaId, media)))
    .leftJoin(insightAccounts, eq(insightAccounts.accountId, of))
    .leftJoin(posts, eq(posts.id, insightMedia.postId))
    .where(
      and(
        accountId === undefined ? undefined : eq(of, accountId),
        // The first condition finds the place by the key of the table, the second one within a media.
        after && sql`(${of}, ${media}) >= (${after.accountId}, ${after.igMediaId})`,
        after &&
          sql`(${of}, ${media}, ${at}, ${metric}) > (${after.accountId}, ${after.igMediaId}, ${after.at}, ${after.metric})`,
      ),
    )
    .orderBy(asc(of), asc(media), asc(at), asc(metric))
    .limit(limit)
    .all()
  return found.map((row) => ({ ...row, username: row.username ?? '' }))
}
