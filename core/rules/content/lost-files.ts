// What is said of a post whose file is not there, or whose bytes the disk does not give. The code is MEDIA_INVALID.
import type { MediaRecord } from '../../ports/media/media-store.ts'
import type { PostRecord } from '../../ports/posts/post-store.ts'
import type { CheckedFile } from './checked-content.ts'

const GONE = 'A media file of this post was deleted.'

export const FILE_GONE = `${GONE} Choose another one.`
/** Of a post that has failed: it keeps its files. */
export const FAILED_WITHOUT_FILE = `${GONE} Create the post again with another one.`

/** Of a post at the Worker, which has its files in the bucket. */
export const ONLY_THERE =
  'A media file of this post was deleted here, so only the cloud can publish it. Check its state in the settings.'

/** One sentence for those that were deleted, and one for each that cannot be read. `status` is that of a stored post. */
export function lostFileSentences(
  field: 'media' | 'cover',
  files: readonly CheckedFile[],
  status: PostRecord['status'] | undefined,
): string[] {
  const unreadable = files.flatMap((file) => (typeof file === 'string' ? [] : (file.unreadable ?? [])))
  return [...(files.includes('deleted') ? [fileGoneFrom(status, field)] : []), ...unreadable]
}

/** Only a draft can be given other files; a cover can be changed until the post goes out. */
function fileGoneFrom(status: PostRecord['status'] | undefined, field: 'media' | 'cover'): string {
  if (status === 'FAILED') return FAILED_WITHOUT_FILE
  if (status === undefined || status === 'DRAFT' || field === 'cover') return FILE_GONE
  return `${GONE} Make the post a draft again and choose another one.`
}

export const unreadableFile = ({ originalFilename }: Pick<MediaRecord, 'originalFilename'>) =>
  `“${originalFilename}” cannot be read. Check the disk and the permissions of the data folder, then try again.`
