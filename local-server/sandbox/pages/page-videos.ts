// Videos, reels and video stories of a Page: accepted now, live once they are fetched or sent, and processed.
import { DAY } from '../../../core/time.ts'
import { checkMediaUrl } from '../graph/call-input.ts'
import { badParameter, objectMissing } from '../graph/refusals.ts'
import type { GraphPorts } from '../graph/ports.ts'
import type { PageCall, PageRequest } from './of-page.ts'
import { fromFailure, pageError } from './page-error.ts'
import { NEW_OBJECT, type PageObject } from './page-object.ts'
import { pageVideo } from './page-video.ts'

/** `POST /{page}/videos` with an address. @NOTE Bytes would go through an app's uploads, which the sandbox lacks. */
export const addVideo: PageCall = ({ pages, clock, arrivals, scriptFor }, { input, page, subject }) => {
  const url = input.required('file_url')
  checkMediaUrl(url, 'file_url')
  const now = clock.now()
  const id = pages.newId()
  const video = pages.save({
    ...NEW_OBJECT,
    id,
    kind: 'video',
    pageId: page.id,
    text: input.text('description'),
    title: input.text('title'),
    sourceUrl: url,
    script: scriptFor('page-video', subject),
    createdAt: now,
    publishedAt: (input.flag('published') ?? true) ? now : null,
  })
  arrivals.fetch(pageVideo(video))
  return { id }
}

/** `POST /{page}/video_reels` and `/video_stories`: a start, bytes to the upload host, a finish. */
export function uploadInPhases(kind: 'reel' | 'video-story'): PageCall {
  return (ports, request) => {
    switch (request.input.text('upload_phase')) {
      case 'start':
        return start(ports, request, kind)
      case 'finish':
        return finish(ports, request, kind)
      default:
        throw badParameter('Param upload_phase must be start or finish.')
    }
  }
}

function start(
  { pages, clock, origin, scriptFor }: GraphPorts,
  request: PageRequest,
  kind: PageObject['kind'],
) {
  const id = pages.newId()
  pages.save({
    ...NEW_OBJECT,
    id,
    kind,
    pageId: request.page.id,
    script: scriptFor(kind === 'reel' ? 'page-reel' : 'page-story', request.subject),
    createdAt: clock.now(),
  })
  const address = `${origin()}/sandbox/rupload.facebook.com/video-upload/${request.version}/${id}`
  return { video_id: id, upload_url: address }
}

/** By the guide to publishing reels. */
const REELS_PER_DAY = 30

/** Accepted is not live. What is known to be unfit by now is refused, the rest shows in the status later. */
function finish({ pages, state, clock }: GraphPorts, request: PageRequest, kind: PageObject['kind']) {
  const { input, page, method } = request
  const id = input.required('video_id')
  const video = pages.find(id)
  if (video?.kind !== kind || video.pageId !== page.id) throw objectMissing(id, method)
  const isReel = kind === 'reel'
  if (isReel && input.text('video_state') !== 'PUBLISHED') {
    throw badParameter('Param video_state must be PUBLISHED.')
  }
  const arrival = state.arrivalOf(id)
  if (!arrival) throw badParameter('The video has not been uploaded.')
  const fault = arrival.failure === null ? null : fromFailure(arrival.failure)
  if (fault) throw pageError(fault)
  const isAnother = isReel && video.publishedAt === null
  if (isAnother && pages.reelsSince(page.id, clock.now() - DAY) >= REELS_PER_DAY) throw pageError(1390008)
  const postId = video.postId ?? pages.newId()
  pages.save({
    ...video,
    postId,
    text: input.text('description') ?? video.text,
    title: input.text('title') ?? video.title,
    publishedAt: video.publishedAt ?? clock.now(),
  })
  return isReel ? { success: true } : { success: true, post_id: postId }
}
