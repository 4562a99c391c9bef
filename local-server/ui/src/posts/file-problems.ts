import type { MediaFileBody } from '../../../../core/api/media.ts'
import type { MediaType } from '../../../../core/api/posts.ts'
import { fitProblems, NO_VIDEO } from '../../../../core/media/check-fit.ts'
import { listIn } from '../../../../core/posts/draft-body.ts'

/** What keeps the file, as it would be published, from this kind of post; of a video, from any kind of post. */
export function fileProblems(file: MediaFileBody, mediaType: MediaType): readonly string[] {
  if (file.mimeType.startsWith('video/')) return listIn<string>(file.validationErrors) ?? []
  const { width, height, fileSize } = file.processed ?? file
  const facts = { ...NO_VIDEO, kind: 'image', fileSize, width: width ?? 0, height: height ?? 0 } as const
  return fitProblems(facts, mediaType)
}
