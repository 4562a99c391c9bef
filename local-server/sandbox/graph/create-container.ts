import { DAY } from '../../../core/time.ts'
import { readJpeg } from '../jpeg.ts'
import { refuse } from './refusals.ts'
import type { GraphCall } from './ports.ts'
import { readPostDraft } from './post-draft.ts'

/** Of any kind, published or not. @NOTE The number is documented, the error that goes with it is not. */
const CONTAINERS_PER_DAY = 400

/** `POST /{ig-user}/media`: fetches the picture and keeps it as a container, invisible until it is published. */
export const createContainer: GraphCall = async ({ state, clock, fetchImage, scriptFor }, { input }) => {
  const draft = readPostDraft(input)
  const image = await fetchImage(draft.imageUrl)
  const size = checkFeedImage(image)
  const now = clock.now()
  if (state.containersSince(now - DAY) >= CONTAINERS_PER_DAY) throw refuse('quotaReached')
  const script = scriptFor(draft.caption)
  return { id: state.addContainer({ ...draft, ...size, script, createdAt: now }, image).id }
}

function checkFeedImage(image: Uint8Array): { width: number; height: number } {
  const jpeg = readJpeg(image)
  if (!jpeg || jpeg.multiPicture) throw refuse('imageFormat')
  const { width, height } = jpeg
  // 4:5 to 1.91:1, to the pixel: 1080 × 1350 is taken, 1080 × 1351 is not.
  if (width * 5 < height * 4 || width * 100 > height * 191) throw refuse('aspectRatio')
  return { width, height }
}
