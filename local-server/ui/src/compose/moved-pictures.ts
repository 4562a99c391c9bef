// What happens to the people on a carousel when its files change. Pure.
import type { MediaFileBody } from '../../../../core/api/media.ts'
import { patchOptions } from '../../../../core/rules/content/option-changes.ts'
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
