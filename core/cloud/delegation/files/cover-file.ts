// The picture of a reel's cover, among the files of a hand-over: the last of them, and no item of the post.
import { CodedError } from '../../../errors.ts'
import { coverFileOf } from '../../../posts/content/post-options.ts'
import { readOptions } from '../../../posts/content/option-schemas.ts'
import type { Handover, HandoverFile } from '../../../ports/cloud/handover-store.ts'
import type { PostRecord } from '../../../ports/posts/post-store.ts'
import type { HandoverPorts } from '../handover-ports.ts'
import { handoverFile } from '../new-handover.ts'
import { readOpenHandover, updateHandover } from '../update-handover.ts'

/** The file of the post's cover; null when it has none, undefined when it is not among the files. */
export function coverAmong(
  { files }: Pick<Handover, 'files'>,
  { options }: Pick<PostRecord, 'options'>,
): HandoverFile | null | undefined {
  const id = coverFileOf(readOptions(options) ?? {})
  return id === null ? null : files.find((file) => file.isCover === true && file.mediaFileId === id)
}

/**
 * An edit can choose another picture: it is noted with the hand-over, and is in the bucket before the Worker hears of it. Throws
 * NOT_FOUND when the file is gone, CLOUD_ERROR when it could not be uploaded. Nothing else is changed then.
 */
export async function uploadNewCover(ports: HandoverPorts, id: string, after: PostRecord): Promise<void> {
  const stored = await readOpenHandover(ports, id)
  if (!stored || coverAmong(stored.handover, after) !== undefined) return
  const coverId = coverFileOf(readOptions(after.options) ?? {})
  const record = coverId === null ? null : await ports.media.get(coverId)
  if (!record)
    throw new CodedError('NOT_FOUND', 'The media file of the cover was not found. Upload it first.')
  const file = { ...handoverFile(record, ports.random), isCover: true }
  await ports.objects.note(file.key, ports.clock.now())
  const noted = await updateHandover(ports, id, ({ handover }) => ({
    change: { files: [...handover.files, file] },
  }))
  // What is still on its way to the Worker uploads it with the others.
  if (noted === null || noted.handover.phase === 'uploading') return
  const [connection, bytes] = [await ports.cloudConnection(), await ports.openMedia(file.blobKey)]
  if (!connection || !bytes) return
  await connection.bucket.put(file.key, bytes, file.mimeType)
  await updateHandover(ports, id, ({ handover }) => ({
    change: { files: handover.files.map((one) => (one.key === file.key ? { ...one, uploaded: true } : one)) },
  }))
}
