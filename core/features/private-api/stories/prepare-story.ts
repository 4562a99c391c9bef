// Before a story is published through the private API: names become numbers, `@name` is painted into a picture, the bytes go
// up. Nothing of it is visible, so each step may be repeated.
import { CodedError } from '../../../coded-error.ts'
import { MEDIA_FOLDER } from '../../media/blob-key.ts'
import { publishedFile } from '../../../rules/content/published-file.ts'
import type { BlobStore } from '../../../ports/media/blob-store.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { StagedImage } from '../../../ports/media/image-pipeline.ts'
import type { MediaStore } from '../../../ports/media/media-store.ts'
import type { PrivateApi } from '../../../ports/reposts/private-api.ts'
import type { CreatedContainer, PlatformReply } from '../../../ports/platform/platform.ts'
import type { Random } from '../../../ports/random.ts'
import type { StoryPainter } from '../../../ports/reposts/story-painter.ts'
import type { PayloadItem, PublicationPayload } from '../../../rules/publication/publication.ts'
import type { UsernameResolver } from '../resolve-username.ts'
import { nameContainer, type Mention } from './story-container.ts'
import { FIELD, notOk, ok, PICTURE, refused, unknown, type NotOk, type Refused } from './replies.ts'
import { uploadStory, type StoryBytes } from './upload-story.ts'

export interface PrepareStoryDeps {
  readonly host: PrivateApi
  readonly painter: StoryPainter
  readonly blobs: BlobStore
  readonly media: Pick<MediaStore, 'get'>
  readonly clock: Clock
  readonly random: Random
  readonly names: UsernameResolver
}

export async function prepareStory(
  deps: PrepareStoryDeps,
  accountId: string,
  payload: PublicationPayload,
  item: PayloadItem,
): Promise<PlatformReply<CreatedContainer>> {
  const mentions = await resolveAll(deps, accountId, payload)
  if ('kind' in mentions) return mentions
  const story = await storyOf(deps, item, mentions)
  if (story.kind === 'refused') return story
  const { hasSound, ...bytes } = story
  const uploadId = String(Math.floor(deps.clock.now()))
  const reply = await uploadStory(deps, accountId, { ...bytes, uploadId })
  if (reply.kind !== 'ok') return notOk(reply)
  const { kind, width, height, seconds } = bytes
  const containerId = nameContainer({ uploadId, kind, width, height, seconds, hasSound, mentions })
  return ok({ containerId, uploadUrl: null })
}

async function resolveAll(
  deps: PrepareStoryDeps,
  accountId: string,
  { storyMentions }: PublicationPayload,
): Promise<readonly Mention[] | NotOk> {
  const mentions: Mention[] = []
  for (const { username: written, x, y } of storyMentions) {
    const username = written.trim().replace(/^@/, '').toLowerCase()
    const found = await deps.names.resolve(accountId, username)
    if (found.kind === 'not-found') return refused(FIELD, `There is no account named @${username}.`)
    if (found.kind !== 'found') return notOk(found)
    mentions.push({ pk: found.pk, username, x, y })
  }
  return mentions
}

type PreparedBytes = Omit<StoryBytes, 'uploadId'> & { readonly hasSound: boolean }

async function storyOf(
  deps: PrepareStoryDeps,
  item: PayloadItem,
  mentions: readonly Mention[],
): Promise<PreparedBytes | Refused> {
  const story = item.kind === 'image' ? await pictureOf(deps, item, mentions) : await videoOf(deps, item)
  return story ?? refused(FIELD, 'The file of this story was deleted.')
}

const NAME_COLOUR = '#ffffff'

async function pictureOf(
  deps: PrepareStoryDeps,
  { blobKey }: PayloadItem,
  mentions: readonly Mention[],
): Promise<PreparedBytes | Refused | null> {
  const { blobs, random } = deps
  const frame = await paintNames(deps, blobKey, mentions)
  if (frame === null || 'kind' in frame) return frame
  // No record ever names it: after a crash the next start removes it.
  const key = `${MEDIA_FOLDER}${random.uuid()}.painted.jpg`
  try {
    await blobs.keep(frame.stagingKey, key)
    const bytes = await bytesOf(blobs, key)
    const { width, height } = frame
    return bytes && { kind: 'image', width, height, seconds: 0, hasSound: false, bytes }
  } finally {
    await blobs.discard(frame.stagingKey)
    await blobs.remove(key)
  }
}

async function paintNames(
  { blobs, painter }: PrepareStoryDeps,
  blobKey: string,
  mentions: readonly Mention[],
): Promise<StagedImage | Refused | null> {
  const staged = await blobs.stageKept(blobKey)
  if (staged === null) return null
  try {
    const texts = mentions.map(({ username, x, y }) => ({ text: `@${username}`, x, y, colour: NAME_COLOUR }))
    return await painter.paint(staged, texts)
  } catch (error) {
    if (error instanceof CodedError && error.code === 'MEDIA_INVALID') return refused(PICTURE, error.message)
    throw error
  } finally {
    await blobs.discard(staged)
  }
}

async function videoOf(
  { blobs, media }: PrepareStoryDeps,
  { mediaFileId, blobKey }: PayloadItem,
): Promise<PreparedBytes | null> {
  const record = await media.get(mediaFileId)
  const bytes = record && (await bytesOf(blobs, blobKey))
  if (!bytes) return null
  const published = publishedFile(record)
  // The frozen version may differ from the one that would be published today; both last equally long.
  const { width, height, durationSeconds, audioCodec } =
    published.blobKey === blobKey ? published.facts : record
  return {
    kind: 'video',
    width,
    height,
    seconds: durationSeconds ?? 0,
    hasSound: audioCodec !== null,
    bytes,
  }
}

async function bytesOf(blobs: BlobStore, key: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const blob = await blobs.open(key)
  return blob && new Uint8Array(await new Response(blob.stream()).arrayBuffer())
}

/** Methods of a Platform never reject. */
export function notPrepared(error: unknown): NotOk {
  return unknown(error instanceof CodedError ? error.message : 'the story could not be prepared')
}
