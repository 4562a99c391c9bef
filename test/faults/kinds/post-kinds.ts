// The kinds of post that fault tests publish, their files, and how a live one is told from the others.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PublishablePostBody } from '../../../core/api/posts.ts'
import type { MediaRecord } from '../../../core/ports/media/media-store.ts'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import { repositoryRoot } from '../../../local-server/paths.ts'
import type { LiveMedia } from '../../../local-server/sandbox/live.ts'
import { aMediaRecord, aVideoRecord } from '../../fakes/media/a-media-record.ts'

export const POST_KINDS = ['image', 'reel', 'story', 'video story', 'carousel 2', 'carousel 10'] as const
export type PostKind = (typeof POST_KINDS)[number]

/** 16 × 16 grey. */
const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAAQABABAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEBAAA/APMKKKK//9k=',
  'base64',
)
const fixture = (name: string) => readFileSync(join(repositoryRoot, 'test', 'fixtures', name))
const WIDE_MP4 = fixture('clip-index-first.mp4')
const TALL_MP4 = fixture('clip-tall.mp4')

export const PICTURE: MediaRecord = aMediaRecord({
  id: 'c1a0c3b2-6a57-4b0e-9a53-0f3f7c6d1e02',
  publicKey: 'picture.jpg',
  fileSize: JPEG.length,
  width: 16,
  height: 16,
  aspectRatio: '1:1',
})
/** As phones make them. */
export const TALL_CLIP: MediaRecord = aVideoRecord({
  id: 'c1a0c3b2-6a57-4b0e-9a53-0f3f7c6d1e04',
  publicKey: 'tall.mp4',
  storagePath: 'media/tall.mp4',
  fileSize: TALL_MP4.length,
  width: 540,
  height: 960,
  durationSeconds: 3.5,
  frameRate: 30,
})
/** For carousels, which are as wide as the feed. */
export const WIDE_CLIP: MediaRecord = aVideoRecord({
  id: 'c1a0c3b2-6a57-4b0e-9a53-0f3f7c6d1e03',
  publicKey: 'wide.mp4',
  storagePath: 'media/wide.mp4',
  fileSize: WIDE_MP4.length,
  width: 320,
  height: 180,
  aspectRatio: '16:9',
  durationSeconds: 3.2,
  frameRate: 30,
})

export const FILES: readonly MediaRecord[] = [PICTURE, TALL_CLIP, WIDE_CLIP]

/** The bytes behind a public or a blob key. */
export function bytesOf(key: string): { bytes: Buffer; type: string } {
  if (!key.endsWith('.mp4')) return { bytes: JPEG, type: 'image/jpeg' }
  return { bytes: key.endsWith('tall.mp4') ? TALL_MP4 : WIDE_MP4, type: 'video/mp4' }
}

/** Stories have no caption on the platform: there the name travels as a mention. */
export function bodyOf(kind: PostKind, name: string): Omit<PublishablePostBody, 'accountId'> {
  switch (kind) {
    case 'image':
      return { mediaType: 'IMAGE', mediaFileId: PICTURE.id, caption: name }
    case 'reel':
      return { mediaType: 'REELS', mediaFileId: TALL_CLIP.id, caption: name }
    case 'story':
    case 'video story': {
      const file = kind === 'story' ? PICTURE : TALL_CLIP
      const storyMentions = [{ username: mentionOf(name), x: 0.5, y: 0.5 }]
      return { mediaType: 'STORIES', mediaFileId: file.id, caption: name, storyMentions }
    }
    case 'carousel 2':
      return { mediaType: 'CAROUSEL', mediaFileIds: [PICTURE.id, WIDE_CLIP.id], caption: name }
    case 'carousel 10': {
      const several = Array.from({ length: 10 }, (_, index) => (index % 4 === 3 ? WIDE_CLIP.id : PICTURE.id))
      return { mediaType: 'CAROUSEL', mediaFileIds: several, caption: name }
    }
  }
}

/** Every post of a test has a name of its own, so the sandbox's live media tell whose they are. */
export function liveOf(
  post: Pick<PostRecord, 'mediaType' | 'caption'>,
  live: readonly LiveMedia[],
): LiveMedia[] {
  if (post.mediaType !== 'STORIES') return live.filter(({ caption }) => caption === post.caption)
  const mention = mentionOf(post.caption ?? '')
  return live.filter(({ kind, userTags }) => kind === 'STORIES' && userTags[0]?.username === mention)
}

function mentionOf(name: string): string {
  return name.replace(/[^a-z0-9]/gi, '_').slice(0, 30)
}
