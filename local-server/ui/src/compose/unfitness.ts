import type { MediaFileBody } from '../../../../core/api/media.ts'
import { fitProblems, NO_VIDEO } from '../../../../core/media/check-fit.ts'

/** What keeps a stored photo from being published as an image post: the server's own rules, told before it is asked. */
export function unfitness(media: MediaFileBody): string[] {
  const { fileSize, width, height, isValid } = media
  const facts = { ...NO_VIDEO, kind: 'image', fileSize, width: width ?? 0, height: height ?? 0 } as const
  const problems = fitProblems(facts, 'IMAGE')
  if (problems.length > 0 || isValid) return problems
  return ['Instagram does not take this photo. Choose another one.']
}
