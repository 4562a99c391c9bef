// The files of posts at the Worker as they were sent there: the copies here may have been cropped or changed since.
import { publishedFile } from '../../rules/content/published-file.ts'
import type { HandoverFile, HandoverStore } from '../../ports/cloud/handover-store.ts'
import type { MediaRecord, MediaStore } from '../../ports/media/media-store.ts'
import type { PostRecord } from '../../ports/posts/post-store.ts'
import { mediaIdsOf } from '../../engine/publishing/stored.ts'

/** By post, without covers that it no longer has. A post that the user has taken over is published from here. */
export async function readSentFiles(
  handovers: Pick<HandoverStore, 'open'>,
  posts: readonly PostRecord[],
): Promise<ReadonlyMap<string, readonly HandoverFile[]>> {
  const there = posts.filter(({ handover }) => handover !== null)
  const idsOf = new Map(there.map((post) => [post.id, new Set(mediaIdsOf(post))]))
  const open = there.length > 0 ? await handovers.open() : []
  return new Map(
    open.map(({ postId, files }) => [
      postId,
      files.filter(({ uploaded, mediaFileId }) => uploaded && idsOf.get(postId)?.has(mediaFileId)),
    ]),
  )
}

/** The media with each of the files as it was sent; without those of which that version is no longer here. */
export function asSent(
  media: Pick<MediaStore, 'getMany'>,
  sent: readonly HandoverFile[],
): Pick<MediaStore, 'get' | 'getMany'> {
  const getMany = async (ids: readonly string[]) =>
    (await media.getMany(ids)).flatMap((record) => {
      const file = sent.find(({ mediaFileId }) => mediaFileId === record.id)
      if (!file || !isEarlierVersion(file, record)) return [record]
      const asStored = { ...record, processedPath: null, processedPublicKey: null, processedFacts: null }
      return file.publicKey === record.publicKey ? [asStored] : []
    })
  return { getMany, get: async (id) => (await getMany([id]))[0] ?? null }
}

/** True when a file was changed here since it was sent. */
export async function isOutdated(
  media: Pick<MediaStore, 'getMany'>,
  sent: readonly HandoverFile[],
): Promise<boolean> {
  const records = await media.getMany(sent.map(({ mediaFileId }) => mediaFileId))
  return records.some((record) =>
    sent.some((file) => file.mediaFileId === record.id && isEarlierVersion(file, record)),
  )
}

function isEarlierVersion({ publicKey }: HandoverFile, record: MediaRecord): boolean {
  return publicKey !== '' && publicKey !== publishedFile(record).publicKey
}
