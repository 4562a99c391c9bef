import type { MediaFileBody } from '../../../../../core/api/media.ts'
import type { MediaType } from '../../../../../core/rules/publication/post-words.ts'
import { kindWith } from './added-files.ts'

/** The kind of a post that gets its file back: the video that had replaced a photo had made a reel of it. */
export function kindBefore(kind: MediaType, [file]: readonly Pick<MediaFileBody, 'mimeType'>[]): MediaType {
  if (kind !== 'REELS' || file === undefined) return kind
  return kindWith('IMAGE', [{ type: file.mimeType }])
}
