// What is said of a post whose file is not there, or whose bytes the disk does not give. The code is MEDIA_INVALID.
import type { MediaRecord } from '../../ports/media/media-store.ts'

export const FILE_GONE = 'A media file of this post was deleted. Choose another one.'

export const unreadableFile = ({ originalFilename }: Pick<MediaRecord, 'originalFilename'>) =>
  `“${originalFilename}” cannot be read. Check the disk and the permissions of the data folder, then try again.`
