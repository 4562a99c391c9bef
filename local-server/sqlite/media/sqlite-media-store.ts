import { and, asc, desc, eq, inArray, isNotNull, isNull, like, or, sql } from 'drizzle-orm'
import type { MediaStore } from '../../../core/ports/media/media-store.ts'
import { writeTransaction, type Db, type Tx } from '../open-database.ts'
import { prepareRows } from '../prepare-rows.ts'
import { recordMade } from '../requests/sqlite-request-store.ts'
import { media, mediaCounts, postMedia, posts, settings } from '../schema/schema.ts'

export function createSqliteMediaStore(db: Db): MediaStore {
  const byId = db
    .select()
    .from(media)
    .where(eq(media.id, sql.placeholder('id')))
    .prepare()
  const byPublicKey = db
    .select()
    .from(media)
    .where(
      or(
        eq(media.publicKey, sql.placeholder('publicKey')),
        eq(media.processedPublicKey, sql.placeholder('publicKey')),
      ),
    )
    .prepare()
  return {
    async add(record, request) {
      writeTransaction(db, (tx) => {
        tx.insert(media).values(record).run()
        recordMade(tx, request, { id: record.id, jobId: null })
      })
    },
    async get(id) {
      return byId.get({ id }) ?? null
    },
    getMany: prepareReadOfMany(db),
    async list({ limit, offset, kind }) {
      const page = db
        .select()
        .from(media)
        .where(kind && eq(media.kind, kind))
      const records = page.orderBy(desc(media.createdAt), desc(media.id)).limit(limit).offset(offset).all()
      return { records, total: countMedia(db, kind) }
    },
    async listOfSize(kind, fileSize) {
      const isAlike = and(eq(media.fileSize, fileSize), eq(media.kind, kind))
      return db.select().from(media).where(isAlike).orderBy(asc(media.createdAt), asc(media.id)).all()
    },
    async findByPublicKey(publicKey) {
      return byPublicKey.get({ publicKey }) ?? null
    },
    async setProcessed(id, processed, verdict) {
      const changes = {
        processedPath: processed?.path ?? null,
        processedPublicKey: processed?.publicKey ?? null,
        processedFacts: processed?.facts ?? null,
        ...verdict,
      }
      return db.update(media).set(changes).where(eq(media.id, id)).returning().get() ?? null
    },
    async setAltText(id, altText) {
      return db.update(media).set({ altText }).where(eq(media.id, id)).returning().get() ?? null
    },
    remove: async (id) => writeTransaction(db, (tx) => removeFile(tx, id)),
    storedKeys: async () => readStoredKeys(db),
  }
}

function removeFile(tx: Tx, id: string) {
  removeTagsOn(tx, id)
  // Links of posts follow by their foreign key, in the same statement.
  return tx.delete(media).where(eq(media.id, id)).returning().get() ?? null
}

/**
 * The people of a carousel are on its first picture, wherever it stands, and nothing else names it: they go with it. Of what the Worker
 * has, or may have, it has a copy.
 */
function removeTagsOn(tx: Tx, mediaId: string): void {
  const firstPicture = sql`(select ${media.id} from ${postMedia} join ${media} on ${media.id} = ${postMedia.mediaId}
    where ${postMedia.postId} = ${posts.id} and ${media.kind} = 'image' order by ${postMedia.position} limit 1)`
  const users = tx.select({ id: postMedia.postId }).from(postMedia).where(eq(postMedia.mediaId, mediaId))
  const isHere = and(
    isNull(posts.handover),
    inArray(posts.status, ['DRAFT', 'SCHEDULED', 'QUEUED', 'FAILED']),
  )
  const isTagged = and(eq(posts.mediaType, 'CAROUSEL'), isNotNull(posts.userTags))
  tx.update(posts)
    .set({ userTags: null })
    .where(and(inArray(posts.id, users), isTagged, isHere, eq(firstPicture, mediaId)))
    .run()
}

function prepareReadOfMany(db: Db): MediaStore['getMany'] {
  const byIds = prepareRows(db, media, 'where id in (select value from json_each(@ids))')
  return async (ids) => {
    const found = new Map(byIds({ ids: JSON.stringify(ids) }).map((row) => [row.id, row]))
    return ids.flatMap((id) => found.get(id) ?? [])
  }
}

function countMedia(db: Db, kind: 'image' | 'video' | undefined): number {
  const rows = db
    .select()
    .from(mediaCounts)
    .where(kind && eq(mediaCounts.kind, kind))
    .all()
  return rows.reduce((sum, { n }) => sum + n, 0)
}

function readStoredKeys(db: Db): ReadonlySet<string> {
  const { storagePath, thumbnailPath, processedPath } = media
  const rows = db.select({ storagePath, thumbnailPath, processedPath }).from(media).all()
  // The files of records in quarantine stay, too: what cannot be read is not lost.
  const copies = db
    .select({ value: settings.value })
    .from(settings)
    .where(like(settings.name, 'set-aside/media/%'))
  const kept = copies.all().map(({ value }) => JSON.parse(value) as object)
  const keys = [...rows, ...kept].flatMap((row): unknown[] => Object.values(row))
  return new Set(keys.filter((key) => typeof key === 'string'))
}
