// The picture of a reel's cover, among the files of a hand-over: the last of them, and no item of the post.
import { CodedError } from '../../../../errors.ts'
import { coverFileOf } from '../../../../rules/content/post-options.ts'
import { readOptions } from '../../../../rules/content/option-schemas.ts'
import type { HandoverFile } from '../../../../ports/cloud/handover-store.ts'
import type { PostRecord } from '../../../../ports/posts/post-store.ts'
import { coverAmong, isInBucket, markUploaded } from '../new-handover.ts'
import { FILE_GONE } from '../../../../rules/content/lost-files.ts'
import type { DelegationDeps } from '../delegation-deps.ts'

/**
 * An edit can choose another picture: it is recorded with the hand-over, and uploaded before the Worker is asked.
 * Throws NOT_FOUND or MEDIA_INVALID when the file is gone, CLOUD_ERROR when it could not be uploaded; nothing else is
 * changed then.
 */
export async function uploadNewCover(deps: DelegationDeps, id: string, after: PostRecord): Promise<void> {
  const file = await noteCover(deps, id, after)
  const stored = await deps.handovers.readOpen(id)
  // A hand-over that is still uploading includes it with the other files.
  if (!file || !stored || stored.handover.ownership.state === 'local') return
  const { files } = stored.handover
  if (file.uploaded && file.baseUrl === files[0]?.baseUrl) return
  const connection = await deps.cloudConnection()
  if (!connection) return
  // The Worker gets one address for all of them, and the bucket may be another one by now.
  const { bucket, mediaBaseUrl } = connection
  const needed = files.filter((one) => one.isCover !== true || one.key === file.key)
  const missing = needed.filter((one) => !isInBucket(one, mediaBaseUrl))
  const sent: HandoverFile[] = []
  for (const one of missing) {
    const uploaded = await deps.files.upload(bucket, one)
    if (!uploaded) throw new CodedError('MEDIA_INVALID', FILE_GONE)
    sent.push(uploaded)
  }
  await deps.handovers.change(id, ({ handover }) => ({
    change: { files: markUploaded(handover.files, sent, mediaBaseUrl) },
  }))
}

/** Null when the post has no cover of this kind. */
async function noteCover(deps: DelegationDeps, id: string, after: PostRecord): Promise<HandoverFile | null> {
  const stored = await deps.handovers.readOpen(id)
  const known = stored ? coverAmong(stored.handover, after) : null
  if (known !== undefined) return known
  const file = await deps.files.noteCover(coverFileOf(readOptions(after.options) ?? {}) ?? '')
  if (!file) throw new CodedError('NOT_FOUND', 'The media file for the cover was not found. Upload it first.')
  await deps.handovers.change(id, ({ handover }) => ({ change: { files: [...handover.files, file] } }))
  return file
}
