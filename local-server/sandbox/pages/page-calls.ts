import type { Hono } from 'hono'
import type { AnswerCall } from '../graph/answer-call.ts'
import { ofPage } from './of-page.ts'
import { addPhoto, addPhotoStory, addPost } from './page-photos.ts'
import { addVideo, uploadInPhases } from './page-videos.ts'

export function addPageCalls(host: Hono, answer: AnswerCall): void {
  host.post('/:id/photos', answer('page-photo', ofPage(addPhoto)))
  host.post('/:id/feed', answer('page-feed', ofPage(addPost)))
  host.post('/:id/videos', answer('page-video', ofPage(addVideo)))
  host.post('/:id/video_reels', answer('page-reel', ofPage(uploadInPhases('reel'))))
  host.post('/:id/photo_stories', answer('page-story', ofPage(addPhotoStory)))
  host.post('/:id/video_stories', answer('page-story', ofPage(uploadInPhases('video-story'))))
}
