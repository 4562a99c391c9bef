// What happens to the people on a carousel, and to the cover of a reel, when the files change. Pure.
import type { MediaFileBody } from '../../../../core/api/media.ts'
import { patchOptions } from '../../../../core/rules/content/option-changes.ts'
import type { PostOptions } from '../../../../core/rules/content/post-options.ts'
import { isVideo } from '../../../../core/rules/fit/fixes.ts'
import type { Composition } from './composition.ts'

type Files = readonly Pick<MediaFileBody, 'id' | 'mimeType'>[]

/** Those on the first picture alone are kept without saying on which: they stay with it, also when another comes to stand first. */
export function withPeopleKept(composition: Composition, before: Files, after: Files): Composition {
  const { mediaType, userTags, options } = composition
  const [first, next] = [before, after].map((files) => files.find((file) => !isVideo(file))?.id)
  if (mediaType !== 'CAROUSEL' || userTags.length === 0 || first === undefined || first === next)
    return composition
  const mediaTags = [{ mediaFileId: first, userTags }, ...(options.mediaTags ?? [])]
  return { ...composition, userTags: [], options: patchOptions(options, { mediaTags }) }
}

/** The frame that is the cover, and of which video. */
export interface ShownFrame {
  readonly videoId: string | undefined
  readonly cover: PostOptions['cover']
}

export const frameOf = ({ mediaIds: [videoId], options: { cover } }: Composition): ShownFrame => ({
  videoId,
  cover,
})

/** A video that was removed or replaced just before comes back with its cover, as Undo promises. `frame`: from before that. */
export function withFrameBack(
  before: Composition,
  after: Composition,
  { videoId, cover }: ShownFrame,
): Composition {
  const isBack = before.mediaIds[0] !== videoId && after.mediaIds[0] === videoId
  if (!isBack || cover === undefined || after.options.cover !== undefined) return after
  return { ...after, options: patchOptions(after.options, { cover }) }
}
