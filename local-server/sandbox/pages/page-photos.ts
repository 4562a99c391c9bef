// Photos and posts of a Page: live at once.
import { downloadImage } from '../fetch-image.ts'
import { checkMediaUrl } from '../graph/call-input.ts'
import { badParameter, objectMissing } from '../graph/refusals.ts'
import type { GraphPorts } from '../graph/ports.ts'
import type { PageCall, PageRequest } from './of-page.ts'
import { pageError } from './page-error.ts'
import { NEW_OBJECT, type PageObject } from './page-object.ts'

const MAX_PHOTO_BYTES = 10_000_000
/** JPEG, PNG, GIF, BMP and both orders of TIFF, by their first bytes. */
const PHOTO_STARTS = ['ffd8ff', '89504e47', '47494638', '424d', '49492a00', '4d4d002a']

/** `POST /{page}/photos`: one photo, live or kept for a post. @NOTE Photos sent as bytes are not taken yet. */
export const addPhoto: PageCall = async (ports, { input, page }) => {
  const { pages, files, clock } = ports
  const url = input.required('url')
  const isPublished = input.flag('published') ?? true
  const bytes = await fetchPhoto(ports, url)
  const id = pages.newId()
  const postId = isPublished ? `${page.id}_${pages.newId()}` : null
  const now = clock.now()
  const text = input.text('caption') ?? input.text('message')
  files.putImage(id, bytes)
  pages.save({
    ...NEW_OBJECT,
    id,
    kind: 'photo',
    pageId: page.id,
    postId,
    text,
    sourceUrl: url,
    createdAt: now,
    publishedAt: isPublished ? now : null,
  })
  return postId === null ? { id } : { id, post_id: postId }
}

/** `POST /{page}/feed`: text, photos kept for it, or both. */
export const addPost: PageCall = ({ pages, clock }, request) => {
  const { input, page } = request
  const text = input.text('message')
  const photos = input.list('attached_media').map((item) => keptPhoto(pages, request, photoIdIn(item)).id)
  if (text === null && photos.length === 0) throw badParameter('The parameter message is required.')
  const id = `${page.id}_${pages.newId()}`
  const now = clock.now()
  pages.save({
    ...NEW_OBJECT,
    id,
    kind: 'post',
    pageId: page.id,
    postId: id,
    text,
    photos,
    createdAt: now,
    publishedAt: now,
  })
  return { id }
}

/** `POST /{page}/photo_stories` */
export const addPhotoStory: PageCall = ({ pages, clock }, request) => {
  const photo = keptPhoto(pages, request, request.input.required('photo_id'))
  const postId = pages.newId()
  const now = clock.now()
  pages.save({
    ...NEW_OBJECT,
    id: pages.newId(),
    kind: 'photo-story',
    pageId: request.page.id,
    postId,
    text: photo.text,
    photos: [photo.id],
    createdAt: now,
    publishedAt: now,
  })
  return { success: true, post_id: postId }
}

function photoIdIn(item: unknown): string {
  const id = typeof item === 'object' && item !== null && 'media_fbid' in item ? item.media_fbid : null
  if (typeof id === 'string') return id
  throw badParameter('Param attached_media must be a list of {"media_fbid": id}.')
}

/** A photo of the same Page that is not visible yet. */
function keptPhoto(pages: GraphPorts['pages'], { page, method }: PageRequest, id: string): PageObject {
  const photo = pages.find(id)
  if (photo?.kind !== 'photo' || photo.pageId !== page.id) throw objectMissing(id, method)
  if (photo.publishedAt !== null) throw badParameter(`Photo ${id} is published already.`)
  return photo
}

async function fetchPhoto({ fetch }: GraphPorts, url: string): Promise<Uint8Array> {
  checkMediaUrl(url, 'url')
  if (/(^|\.)(facebook\.com|fbcdn\.net)$/.test(new URL(url).hostname)) throw pageError(1609008)
  const image = await downloadImage(fetch, url, MAX_PHOTO_BYTES)
  if (image === 'too large') throw pageError(1366046)
  if (typeof image === 'string') throw pageError(2069019)
  const start = Array.from(image.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('')
  if (!PHOTO_STARTS.some((known) => start.startsWith(known))) throw pageError(1366046)
  return image
}
