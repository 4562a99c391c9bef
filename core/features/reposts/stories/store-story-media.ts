// The file of a story, stored for one repost: downloaded while its address lives, made publishable like every upload,
// or drawn into, and kept.
import { ENGLISH_FILE_PROBLEMS } from '../../../rules/notices/english/english.ts'
import { CodedError } from '../../../coded-error.ts'
import { fitProblems } from '../../../rules/fit/check-fit.ts'
import { keepStaged } from '../../media/keep-staged.ts'
import { prepareMedia, toPrepared, type Prepared, type KeepDeps } from '../../media/prepare.ts'
import { fileProblemSentence } from '../../../rules/notices/file-problems.ts'
import type { StoryMedia } from '../../../ports/reposts/mention-source.ts'
import type { MediaRecord } from '../../../ports/media/media-store.ts'
import type { StoryDownload } from '../../../ports/reposts/story-download.ts'
import type { PaintedText, StoryPainter } from '../../../ports/reposts/story-painter.ts'

export interface StoreStoryMediaDeps extends KeepDeps {
  readonly stories: StoryDownload
  readonly painter: StoryPainter
}

export interface StoryToStore extends StoryMedia {
  /** The id of the media record. */
  readonly id: string
  readonly account: { readonly isSandbox: boolean }
  /** Drawn into a picture; a video stays as it is. */
  readonly texts: readonly PaintedText[]
}

/**
 * Null when the source no longer has it. Rejects with CodedError MEDIA_INVALID when it cannot be a story, and as
 * the download does when it cannot be loaded; leaves nothing behind then.
 */
export async function storeStoryMedia(
  deps: StoreStoryMediaDeps,
  story: StoryToStore,
): Promise<MediaRecord | null> {
  const found = await deps.stories.download(story.url, story.account)
  if (found === null) return null
  const kind = kindOf(found.contentType) ?? story.kind
  const file = {
    ...found,
    id: story.id,
    kind,
    originalFilename: kind === 'image' ? 'story.jpg' : 'story.mp4',
  }
  return keepStaged(deps, file, async (staged) => {
    const prepared = await prepareFile(deps, file, story.texts, staged)
    refuseUnfit(prepared)
    return prepared
  })
}

/** The response knows better than the source of the address. */
function kindOf(contentType: string | null): StoryMedia['kind'] | null {
  if (contentType?.startsWith('video/')) return 'video'
  return contentType?.startsWith('image/') ? 'image' : null
}

interface StoryFile {
  readonly stagingKey: string
  readonly originalFilename: string
  readonly size: number
  readonly kind: StoryMedia['kind']
}

function prepareFile(
  deps: StoreStoryMediaDeps,
  file: StoryFile,
  texts: readonly PaintedText[],
  staged: Set<string>,
): Promise<Prepared> {
  if (file.kind === 'image' && texts.length > 0) return paintPicture(deps, file, texts, staged)
  // Its first bytes are not checked: picture decoder and video probe refuse what they cannot read.
  const type = file.kind === 'image' ? 'image/jpeg' : 'video/mp4'
  return prepareMedia(deps, { ...file, sniffedType: type, declaredType: type }, staged)
}

/** Publishes the drawn picture as it is; normalising it again only provides its thumbnail. */
async function paintPicture(
  { painter, images, blobs }: StoreStoryMediaDeps,
  { stagingKey }: StoryFile,
  texts: readonly PaintedText[],
  staged: Set<string>,
): Promise<Prepared> {
  const painted = await painter.paint(stagingKey, texts)
  staged.add(painted.stagingKey)
  const again = await images.normalise(painted.stagingKey)
  staged.add(again.stagingKey).add(again.thumbnail.stagingKey)
  await blobs.discard(again.stagingKey)
  return toPrepared({ ...painted, thumbnail: again.thumbnail })
}

function refuseUnfit({ facts, rendering, verdict }: Prepared): void {
  const published = rendering === null ? facts : { ...rendering.facts, kind: facts.kind }
  const problems = verdict.validationErrors ?? fitProblems(published, 'STORIES')
  if (problems.length > 0)
    throw new CodedError(
      'MEDIA_INVALID',
      problems.map((problem) => fileProblemSentence(problem, ENGLISH_FILE_PROBLEMS)).join(' '),
    )
}
