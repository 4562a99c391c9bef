// What happens to the people on pictures, and to the cover of a reel, when the files change. Pure.
import type { MediaFileBody } from '../../../../core/api/media.ts'
import { patchOptions } from '../../../../core/rules/content/option-changes.ts'
import type { PostOptions } from '../../../../core/rules/content/post-options.ts'
import { isVideo } from '../../../../core/rules/fit/fixes.ts'
import { peopleOn, takesTags, type Composition } from './composition.ts'

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

/** The people on a file, and the version of it that they were placed on: null as it was uploaded. */
interface Placed {
  readonly people: string
  readonly version: string | null
}

const OF_ANOTHER = ''
const NO_FILE = ''

type ShownFile = Pick<MediaFileBody, 'id' | 'mimeType' | 'originalFilename' | 'processed' | 'processedPath'>

/**
 * Files that were cropped, got borders or came instead of others since people were placed: these stand elsewhere now. `placed`: from
 * the last time.
 */
export function filesToLookAt(
  composition: Composition,
  files: readonly ShownFile[],
  placed: ReadonlyMap<string, Placed>,
) {
  const { mediaType, storyMentions, userTags } = composition
  const pictures = files.flatMap((file) => (isVideo(file) ? [] : file.id))
  // Those in a video have no place in it.
  const peopleAt = (id: string) => (pictures.includes(id) ? peopleOn(composition, pictures, id) : [])
  const seen = new Map(placed)
  // They were placed on a file that was deleted since.
  if (files.length === 0) {
    const people = mediaType === 'STORIES' ? storyMentions : takesTags(mediaType) ? userTags : []
    seen.set(NO_FILE, { people: JSON.stringify(people), version: OF_ANOTHER })
  }
  const toLookAt = files.filter(({ id, processed, processedPath }) => {
    const people = mediaType === 'STORIES' ? storyMentions : peopleAt(id)
    const now = {
      people: JSON.stringify(people),
      version: processed?.how === 'fit' ? processedPath : null,
    }
    const before = seen.get(id)
    if (before?.people === now.people) return people.length > 0 && before.version !== now.version
    // It has come instead of another, and they stand where they stood on that.
    const isInstead =
      before === undefined &&
      people.length > 0 &&
      [...placed.values()].some((one) => one.people === now.people)
    seen.set(id, isInstead ? { ...now, version: OF_ANOTHER } : now)
    return isInstead
  })
  return { toLookAt, placed: seen }
}
