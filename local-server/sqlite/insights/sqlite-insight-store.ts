import { and, asc, desc, eq, getTableColumns, gte, inArray, lt, lte, min, sql, type SQL } from 'drizzle-orm'
import {
  type InsightAccount,
  type InsightMedia,
  type InsightStore,
} from '../../../core/ports/insights/insight-store.ts'
import type { AfterLook } from '../../../core/rules/insights/after-look.ts'
import { latestOf, type InsightRow } from '../../../core/rules/insights/rows.ts'
import type { Instant } from '../../../core/time.ts'
import { writeTransaction, type Db, type Tx } from '../open-database.ts'
import { insightAccounts, insightMedia, insightRows } from '../schema/planning-schema.ts'
import { posts } from '../schema/schema.ts'

const MOST_DUE = 50
const MOST_LISTED = 2_000
/** Rows that belong to no media. */
const OWN = ''

const ROW = {
  metric: insightRows.metric,
  at: insightRows.at,
  value: insightRows.value,
  reason: insightRows.reason,
}
const { rowsAt: _events, ...MEDIA } = getTableColumns(insightMedia)
const { rowsAt: _noted, ...ACCOUNT } = getTableColumns(insightAccounts)

export function createSqliteInsightStore(db: Db): InsightStore {
  return { ...accountsIn(db), ...mediaIn(db), ...rowsIn(db) }
}

function accountsIn(db: Db): Pick<InsightStore, 'accounts' | 'account' | 'putAccount' | 'adopt' | 'remove'> {
  return {
    async accounts() {
      return db.select(ACCOUNT).from(insightAccounts).all()
    },
    async account(accountId) {
      const found = db.select(ACCOUNT).from(insightAccounts).where(eq(insightAccounts.accountId, accountId))
      return found.get() ?? null
    },
    async putAccount(account) {
      putAccount(db, account)
    },
    async adopt(from, to) {
      writeTransaction(db, (tx) => {
        for (const table of [insightAccounts, insightMedia, insightRows])
          tx.update(table).set({ accountId: to }).where(eq(table.accountId, from)).run()
      })
    },
    async remove(accountId) {
      writeTransaction(db, (tx) => {
        for (const table of [insightAccounts, insightMedia, insightRows])
          tx.delete(table).where(eq(table.accountId, accountId)).run()
      })
    },
  }
}

function mediaIn(
  db: Db,
): Pick<
  InsightStore,
  'addMedia' | 'unknownPosts' | 'due' | 'nextAt' | 'media' | 'countMedia' | 'mediaOfPost'
> {
  const ofAccount = (accountId: string) => eq(insightMedia.accountId, accountId)
  /** A post that left the history is no longer named. */
  const listMedia = () =>
    db
      .select({ ...MEDIA, postId: posts.id })
      .from(insightMedia)
      .leftJoin(posts, eq(posts.id, insightMedia.postId))
  return {
    async addMedia(media) {
      writeTransaction(db, (tx) => media.forEach((one) => addMedia(tx, one)))
    },
    async unknownPosts(accountId, since) {
      return unknownPosts(db, accountId, since)
    },
    async due(accountId, until) {
      return listMedia()
        .where(and(ofAccount(accountId), lte(insightMedia.nextAt, until)))
        .orderBy(asc(insightMedia.nextAt))
        .limit(MOST_DUE)
        .all()
    },
    async nextAt(accountId) {
      const isDue = and(ofAccount(accountId), sql`next_at is not null`)
      const [first] = db
        .select({ at: sql<number>`min(next_at)` })
        .from(insightMedia)
        .where(isDue)
        .all()
      return first?.at ?? null
    },
    async media(accountId, from, until) {
      return listMedia()
        .where(
          and(ofAccount(accountId), gte(insightMedia.publishedAt, from), lt(insightMedia.publishedAt, until)),
        )
        .orderBy(desc(insightMedia.publishedAt), asc(insightMedia.igMediaId))
        .limit(MOST_LISTED)
        .all()
    },
    async countMedia(accountId) {
      return db.$count(insightMedia, ofAccount(accountId))
    },
    async mediaOfPost(postId) {
      return listMedia().where(eq(insightMedia.postId, postId)).get() ?? null
    },
  }
}

function rowsIn(
  db: Db,
): Pick<InsightStore, 'rowsOf' | 'oldestRow' | 'ownRows' | 'record' | 'recordOwn' | 'exported'> {
  return {
    async rowsOf(accountId, ids, metrics) {
      const ofMetrics = metrics && inArray(insightRows.metric, [...metrics])
      const rows = db
        .select({ ...ROW, id: insightRows.igMediaId })
        .from(insightRows)
        .where(and(eq(insightRows.accountId, accountId), inArray(insightRows.igMediaId, [...ids]), ofMetrics))
        .orderBy(asc(insightRows.at))
        .all()
      const byMedia = Map.groupBy(rows, ({ id }) => id)
      return new Map([...byMedia].map(([id, found]) => [id, found.map(({ id: _id, ...row }) => row)]))
    },
    async oldestRow(accountId) {
      const oldest = (where: SQL | undefined) =>
        db
          .select({ at: min(insightRows.at) })
          .from(insightRows)
          .where(where)
          .get()?.at ?? null
      // An account's days go back to before it was connected. Without any, all of its rows are read.
      return oldest(rowsWhere({ accountId, igMediaId: OWN })) ?? oldest(eq(insightRows.accountId, accountId))
    },
    async ownRows(accountId) {
      return rowsOfMedia(db, { accountId, igMediaId: OWN })
    },
    async record(media, decide) {
      return writeTransaction(db, (tx) => record(tx, media, decide))
    },
    async recordOwn(account, rows) {
      const { accountId } = account
      return writeTransaction(db, (tx) => {
        const own = eq(insightAccounts.accountId, accountId)
        if (tx.update(insightAccounts).set(account).where(own).run().changes === 0) return 0
        const changed = writeRows(tx, { accountId, igMediaId: OWN }, rows)
        if (changed > 0)
          tx.update(insightAccounts)
            .set({ rowsAt: nextMark('insight_accounts') })
            .where(own)
            .run()
        return changed
      })
    },
    async exported(query) {
      return exported(db, query)
    },
  }
}

/** What an event is written for: that it has changed says that there are rows. */
const nextMark = (table: string) => sql`ifnull(${sql.raw(table)}.rows_at, 0) + 1`

function putAccount(db: Db | Tx, account: InsightAccount): void {
  const target = insightAccounts.accountId
  db.insert(insightAccounts).values(account).onConflictDoUpdate({ target, set: account }).run()
}

function addMedia(tx: Tx, media: InsightMedia): void {
  const { accountId, igMediaId, permalink, postId, caption } = media
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
    postId: postId ?? known.postId,
    isTrial: media.isTrial || known.isTrial,
    caption: caption ?? known.caption,
  }
  tx.update(insightMedia).set(learned).where(mediaWhere(known)).run()
  if (known.igMediaId !== igMediaId) tx.update(insightRows).set({ igMediaId }).where(rowsWhere(known)).run()
}

function unknownPosts(db: Db, accountId: string, since: Instant): InsightMedia[] {
  const isKnown = sql`exists (select 1 from insight_media where account_id = ${accountId} and ig_media_id = posts.ig_media_id and post_id is not null)`
  return db
    .select()
    .from(posts)
    .where(
      and(
        eq(posts.status, 'PUBLISHED'),
        eq(posts.platformAccountId, accountId),
        sql`${posts.igMediaId} is not null`,
        gte(posts.completedAt, since),
        sql`not ${isKnown}`,
      ),
    )
    .all()
    .map((post) => ({
      accountId,
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

function rowsOfMedia(db: Db | Tx, key: MediaKey): InsightRow[] {
  return db.select(ROW).from(insightRows).where(rowsWhere(key)).orderBy(asc(insightRows.at)).all()
}

function record(
  tx: Tx,
  { accountId, igMediaId }: MediaKey,
  decide: (latest: readonly InsightRow[]) => AfterLook,
): number {
  const key = { accountId, igMediaId }
  const { rows, done, nextAt } = decide(latestOf(rowsOfMedia(tx, key)))
  if (tx.update(insightMedia).set({ done, nextAt }).where(mediaWhere(key)).run().changes === 0) return 0
  const changed = writeRows(tx, key, rows)
  if (changed > 0)
    tx.update(insightMedia)
      .set({ rowsAt: nextMark('insight_media') })
      .where(mediaWhere(key))
      .run()
  return changed
}

function writeRows(tx: Tx, key: MediaKey, rows: readonly InsightRow[]): number {
  return rows.reduce((changed, { metric, at, value, reason }) => {
    const { accountId, igMediaId } = key
    const row = { accountId, igMediaId, metric, at, value, reason }
    const isOther = sql`(insight_rows.value, insight_rows.reason) is not (excluded.value, excluded.reason)`
    const target = [insightRows.accountId, insightRows.igMediaId, insightRows.metric, insightRows.at]
    const written = tx
      .insert(insightRows)
      .values(row)
      .onConflictDoUpdate({ target, set: { value, reason }, setWhere: isOther })
    return changed + written.run().changes
  }, 0)
}

function exported(
  db: Db,
  { accountId, after, limit }: Parameters<InsightStore['exported']>[0],
): Awaited<ReturnType<InsightStore['exported']>> {
  const { accountId: of, igMediaId: media, at, metric } = insightRows
  const { kind, publishedAt, permalink } = MEDIA
  const { username } = ACCOUNT
  const found = db
    .select({
      accountId: of,
      username,
      igMediaId: media,
      postId: posts.id,
      kind,
      publishedAt,
      permalink,
      ...ROW,
    })
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
