// The witness: what is really live, without the platform's dialect. Tests compare it with what a client believes.
import { toIso, type Instant } from '../../core/time.ts'
import { mediaTypeOf } from './graph/reads/media.ts'
import { shortcodeOf } from './state/ids.ts'
import { isPageVideo, type PageObject, type PageObjectKind, permalinkPath } from './pages/page-object.ts'
import { accountOf, pageOf } from './people/cast.ts'
import {
  holdsVideo,
  type LivePost,
  type PostKind,
  type PrivateApiMention,
  type PlacedTag,
} from './state/records.ts'

export interface LiveMedia {
  readonly id: string
  readonly containerId: string
  readonly igUserId: string
  readonly accountUsername: string
  /** The kind that was asked for. */
  readonly kind: PostKind
  readonly mediaType: 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM'
  readonly caption: string | null
  readonly altText: string | null
  readonly locationId: string | null
  readonly userTags: readonly PlacedTag[]
  /** Tap areas of a story that was published by the private hosts. */
  readonly nativeMentions: readonly PrivateApiMention[]
  readonly collaborators: readonly string[]
  readonly shareToFeed: boolean | null
  readonly coverUrl: string | null
  readonly thumbOffset: number | null
  readonly audioName: string | null
  readonly isTrial: boolean
  readonly graduation: string | null
  readonly isAiGenerated: boolean
  readonly isPaidPartnership: boolean
  readonly sponsorIds: readonly string[]
  /** ISO 8601. */
  readonly timestamp: string
  readonly publishedAt: Instant
  readonly permalink: string
  /** The address of the published bytes; of a video its cover, of an album those of its first part. */
  readonly imageUrl: string
  readonly videoUrl: string | null
  /** The parts of an album in order. */
  readonly children: readonly LiveMedia[]
}

/** What people see below a media. */
export interface UnderMedia {
  /** Newest first, without replies. */
  readonly comments: readonly { readonly username: string; readonly text: string }[]
  readonly commentsEnabled: boolean
}

export function liveMedia(post: LivePost, origin: string): LiveMedia {
  const { media, container } = post
  const children = post.children.map((part) => liveMedia(part, origin))
  return {
    id: media.id,
    containerId: container.id,
    igUserId: container.accountId,
    accountUsername: accountOf(container.accountId)?.username ?? container.accountId,
    kind: container.mediaType,
    mediaType: mediaTypeOf(post),
    caption: container.caption,
    altText: container.altText,
    locationId: container.locationId,
    userTags: container.userTags,
    nativeMentions: container.nativeMentions,
    collaborators: container.collaborators,
    shareToFeed: container.shareToFeed,
    coverUrl: container.coverUrl,
    thumbOffset: container.thumbOffset,
    audioName: container.audioName,
    isTrial: container.isTrial,
    graduation: container.graduation,
    isAiGenerated: container.isAiGenerated,
    isPaidPartnership: container.isPaidPartnership,
    sponsorIds: container.sponsorIds,
    timestamp: toIso(media.publishedAt),
    publishedAt: media.publishedAt,
    permalink: `${origin}/sandbox/p/${shortcodeOf(post.parentId ?? media.id)}`,
    imageUrl: children[0]?.imageUrl ?? `${origin}/sandbox/media/${media.id}.jpg`,
    videoUrl: holdsVideo(container) ? `${origin}/sandbox/media/${media.id}.mp4` : null,
    children,
  }
}

export interface LivePagePost {
  readonly id: string
  /** The post that shows it. */
  readonly postId: string | null
  readonly kind: PageObjectKind
  readonly pageId: string
  readonly pageName: string
  readonly text: string | null
  readonly title: string | null
  readonly publishedAt: Instant
  readonly timestamp: string
  readonly permalink: string
  readonly imageUrls: readonly string[]
  readonly videoUrl: string | null
}

export function livePagePost(object: PageObject, origin: string): LivePagePost {
  const { id, postId, kind, pageId, text, title, photos } = object
  const publishedAt = object.publishedAt ?? object.createdAt
  const pictures = kind === 'photo' ? [id] : photos
  return {
    id,
    postId,
    kind,
    pageId,
    pageName: pageOf(pageId)?.name ?? pageId,
    text,
    title,
    publishedAt,
    timestamp: toIso(publishedAt),
    permalink: `${origin}/sandbox/www.facebook.com${permalinkPath(object)}`,
    imageUrls: pictures.map((photo) => `${origin}/sandbox/page-media/${photo}.jpg`),
    videoUrl: isPageVideo(object) ? `${origin}/sandbox/page-media/${id}.mp4` : null,
  }
}
