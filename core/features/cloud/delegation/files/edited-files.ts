// The files of a post whose version the Worker is to have: those that it does not have yet are named, and uploaded before it is asked.
import { CodedError } from '../../../../coded-error.ts'
import { publishedFile } from '../../../../rules/content/published-file.ts'
import { coverFileOf } from '../../../../rules/content/post-options.ts'
import { readOptions } from '../../../../rules/content/option-schemas.ts'
import { FILE_GONE } from '../../../../rules/content/lost-files.ts'
import type { Handover, HandoverFile } from '../../../../ports/cloud/handover-store.ts'
import type { MediaRecord } from '../../../../ports/media/media-store.ts'
import type { PostRecord } from '../../../../ports/posts/post-store.ts'
import { coverAmong, handoverFile, isInBucket } from '../new-handover.ts'
import type { DelegationDeps } from '../delegation-deps.ts'

/**
 * The files of `after` as they are shown, in its order, then its cover; undefined when they are those of the hand-over. Throws
 * NOT_FOUND when a file is gone.
 */
export async function nameFiles(
  { files, random }: Pick<DelegationDeps, 'files' | 'random'>,
  handover: Handover,
  { before, after }: { readonly before: PostRecord; readonly after: PostRecord },
): Promise<HandoverFile[] | undefined> {
  const isNamed = after.mediaFileIds !== before.mediaFileIds
  const cover = coverAmong(handover, after)
  const records = new Map((await files.mediaOf(after)).map((record) => [record.id, record]))
  const named = (id: string | null, known?: HandoverFile): HandoverFile => {
    const record = records.get(id ?? '')
    if (known && isSameVersion(known, record)) return known
    if (record) return handoverFile(record, random)
    throw new CodedError('NOT_FOUND', 'A media file of this post was not found. Upload it first.')
  }
  const sent = handover.files.filter(({ isCover }) => isCover !== true)
  const knownAs = (id: string | null) => sent.find(({ mediaFileId }) => mediaFileId === id)
  const items = isNamed
    ? after.mediaFileIds.map((id) => named(id, knownAs(id)))
    : sent.map((file) => named(file.mediaFileId, file))
  const areSent = items.length === sent.length && items.every((file, place) => file === sent[place])
  const coverNow = cover === null ? null : named(coverFileOf(readOptions(after.options) ?? {}), cover)
  if (areSent && coverNow === cover) return undefined
  return coverNow === null ? items : [...items, { ...coverNow, isCover: true }]
}

/** It may have been cropped again since it was sent. */
function isSameVersion({ uploaded, blobKey }: HandoverFile, record: MediaRecord | undefined): boolean {
  return !uploaded || record === undefined || publishedFile(record).blobKey === blobKey
}

/**
 * Resolves with the files as they are sent. The Worker gets one address for all of them, and the bucket may be another one by now. A new
 * file is removed again unless it is recorded within a day. Throws MEDIA_INVALID when a file is gone, CLOUD_ERROR when it could not
 * be uploaded.
 */
export async function uploadAhead(
  { files: uploads, cloudConnection }: Pick<DelegationDeps, 'files' | 'cloudConnection'>,
  files: readonly HandoverFile[],
  recorded: readonly HandoverFile[] = [],
): Promise<HandoverFile[]> {
  const connection = await cloudConnection()
  if (!connection) return [...files]
  const { bucket, mediaBaseUrl: baseUrl } = connection
  const known = new Set(recorded.map(({ key }) => key))
  const sent: HandoverFile[] = []
  for (const file of files) {
    if (isInBucket(file, baseUrl)) {
      sent.push(file)
      continue
    }
    if (!known.has(file.key)) await uploads.noteForNow(file.key)
    const uploaded = await uploads.upload(bucket, file)
    if (!uploaded) throw new CodedError('MEDIA_INVALID', FILE_GONE)
    sent.push({ ...uploaded, uploaded: true, baseUrl })
  }
  return sent
}

/** True when both versions of the post have the same files. */
export function haveSameFiles(one: PostRecord, other: PostRecord): boolean {
  const coverOf = ({ options }: PostRecord) => coverFileOf(readOptions(options) ?? {})
  return one.mediaFileIds.join() === other.mediaFileIds.join() && coverOf(one) === coverOf(other)
}
