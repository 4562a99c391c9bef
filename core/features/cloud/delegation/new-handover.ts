import { toHex } from '../../../base64url.ts'
import { publishedFile } from '../../../rules/content/published-file.ts'
import { NEVER_ASKED, type Ownership } from '../../../rules/ownership/ownership.ts'
import type { Handover, HandoverFile } from '../../../ports/cloud/handover-store.ts'
import type { MediaRecord } from '../../../ports/media/media-store.ts'
import type { PostRecord } from '../../../ports/posts/post-store.ts'
import { readOptions } from '../../../rules/content/option-schemas.ts'
import { coverFileOf } from '../../../rules/content/post-options.ts'
import type { Random } from '../../../ports/random.ts'
import { MINUTE, type Duration, type Instant } from '../../../time.ts'

/** No sync round claims it while the request waits for it. After a crash the next round resumes it after this long. */
export const FIRST_TRY: Duration = MINUTE / 2

/**
 * Names everything before anything is sent, so that a resumed hand-over sends the same. `media` are the post's
 * files, then its cover.
 */
export function newHandover(
  post: PostRecord,
  media: readonly MediaRecord[],
  { random, now }: { readonly random: Random; readonly now: Instant },
): Handover {
  const files = media.map((record, index) => ({
    ...handoverFile(record, random),
    ...(index < post.mediaFileIds.length ? {} : { isCover: true }),
  }))
  return { ...handoverOf(post, { id: random.uuid(), files }, now), nextAt: now + FIRST_TRY }
}

/** Begins at once. */
export function handoverOf(post: PostRecord, named: Pick<Handover, 'id' | 'files'>, now: Instant): Handover {
  return {
    ...firstVersion(now),
    ...named,
    postId: post.id,
    accountId: post.platformAccountId,
    ownership: NEVER_ASKED,
    publishAt: post.scheduledFor ?? now,
    nextAt: now,
  }
}

/**
 * The hand-over of a post that was created by the Worker: this computer learns of it afterwards, and asks for its job
 * at once.
 */
export function handoverAtWorker(
  job: Pick<Handover, 'id' | 'postId' | 'accountId' | 'publishAt' | 'files'>,
  ownership: Ownership,
  now: Instant,
): Handover {
  return { ...firstVersion(now), ...job, ownership, nextAt: now }
}

function firstVersion(now: Instant) {
  const nothing = { isEnded: false, asked: null, tries: 0, lastError: null }
  return { ...nothing, version: 1, createdAt: now, updatedAt: now }
}

export function handoverFile(record: MediaRecord, random: Random): HandoverFile {
  const { blobKey, publicKey, mimeType } = publishedFile(record)
  const { id: mediaFileId, kind } = record
  const key = newObjectKey(random, blobKey)
  return { mediaFileId, kind, mimeType, key, blobKey, publicKey, uploaded: false }
}

/** Every file that was or is to be put into the bucket for it. */
export function allFilesOf({ files, otherFiles = [], asked }: Handover): HandoverFile[] {
  const all = [...files, ...otherFiles, ...(asked?.files ?? [])]
  return [...new Map(all.map((file) => [file.key, file])).values()]
}

/** The file of the post's cover; null when it has none, undefined when it is not among the files. */
export function coverAmong(
  { files }: Pick<Handover, 'files'>,
  { options }: Pick<PostRecord, 'options'>,
): HandoverFile | null | undefined {
  const id = coverFileOf(readOptions(options) ?? {})
  return id === null ? null : files.find((file) => file.isCover === true && file.mediaFileId === id)
}

/** False also of a file in a bucket that was the current one before. */
export function isInBucket({ uploaded, baseUrl }: HandoverFile, current: string): boolean {
  return uploaded && (baseUrl ?? current) === current
}

/** The files as they are once `sent` are in the bucket at `baseUrl`. */
export function markUploaded(
  files: readonly HandoverFile[],
  sent: readonly HandoverFile[],
  baseUrl: string,
): HandoverFile[] {
  const byKey = new Map(sent.map((file) => [file.key, { ...file, uploaded: true, baseUrl }]))
  return files.map((file) => byKey.get(file.key) ?? file)
}

/** 128 random bits, because anyone who knows the name can fetch the file. The ending is the file's own. */
function newObjectKey(random: Random, blobKey: string): string {
  const extension = /\.[a-z0-9]{1,8}$/.exec(blobKey)?.[0] ?? ''
  return `media/${toHex(random.bytes(16))}${extension}`
}

/** The post as it looks while the Worker has it, or is being asked to take it. */
export function withHandover(
  post: PostRecord,
  { id, files }: Handover,
  handover: PostRecord['handover'],
): PostRecord {
  return { ...post, handover, cloudJobId: id, bucketMediaKey: files[0]?.key ?? null }
}
