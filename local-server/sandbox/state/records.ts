// The records of containers and live media, as they are kept.
import type { Instant } from '../../../core/time.ts'
import type { ContainerScript } from '../behaviour/behaviour.ts'
import { DEMO_ACCOUNT } from '../demo-account.ts'

export interface PlacedTag {
  readonly username: string
  /** From the left and from the top, 0 to 1. On pictures always there, on videos never used. */
  readonly x: number | null
  readonly y: number | null
}

/** A tap area for somebody, put on a story by the app. Shares of the frame; x and y are the centre. */
export interface PrivateApiMention {
  readonly pk: string
  readonly username: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly rotation: number
}

/** VIDEO is a video inside a carousel; a video of its own is REELS. */
export type PostKind = 'IMAGE' | 'VIDEO' | 'REELS' | 'STORIES' | 'CAROUSEL'

/** The post that a client asked to have published. */
export interface PostDraft {
  readonly mediaType: PostKind
  readonly isCarouselItem: boolean
  readonly imageUrl: string | null
  readonly videoUrl: string | null
  /** The video's bytes are sent to the upload host. */
  readonly isResumable: boolean
  readonly coverUrl: string | null
  /** Milliseconds into the video. */
  readonly thumbOffset: number | null
  /** Container ids in the order of display. */
  readonly children: readonly string[]
  readonly caption: string | null
  readonly altText: string | null
  readonly locationId: string | null
  readonly userTags: readonly PlacedTag[]
  /** Mentions of stories that came in by the private hosts. */
  readonly nativeMentions: readonly PrivateApiMention[]
  readonly collaborators: readonly string[]
  readonly shareToFeed: boolean | null
  readonly audioName: string | null
  /** A sound of the catalogue is laid over the video. */
  readonly hasSound: boolean
  readonly isTrial: boolean
  /** Who decides whether a trial reel is shown to followers. */
  readonly graduation: 'MANUAL' | 'SS_PERFORMANCE' | null
  readonly isAiGenerated: boolean
  readonly isPaidPartnership: boolean
  /** Accounts by their `igUserId`. */
  readonly sponsorIds: readonly string[]
}

/** A prepared post. It never changes: what became of it follows from the clock, its arrival and its media. */
export interface Container extends PostDraft {
  readonly id: string
  /** The account that it belongs to. */
  readonly accountId: string
  readonly createdAt: Instant
  /** The width of the picture; null on videos and albums. */
  readonly width: number | null
  readonly height: number | null
  readonly script: ContainerScript
}

/** The end of a video's way to the sandbox. Until it is written, the container is in progress. */
export interface Arrival {
  readonly containerId: string
  readonly at: Instant
  /** The `status` sentence of what was wrong with the video; null when it is fit. */
  readonly failure: string | null
}

/** A live post. Writing this one record is the publish, albums included. */
export interface PublishRecord {
  readonly id: string
  readonly containerId: string
  readonly publishedAt: Instant
  /** The parts of an album, each a media of its own. */
  readonly children: readonly { readonly id: string; readonly containerId: string }[]
  /** False: it was put there in the app, and takes no place of the publishing limit. Absent of what came by a program. */
  readonly takesPlace?: boolean
}

/** A post that was taken down. Its record stays. */
export interface Deletion {
  readonly id: string
  readonly at: Instant
}

/** A live post with all that was asked for it. */
export interface LivePost {
  readonly media: PublishRecord
  readonly container: Container
  /** The album's parts in order; empty on everything else. */
  readonly children: readonly LivePost[]
  /** The album that it is a part of. */
  readonly parentId: string | null
}

/** Every parameter left out. */
export const NOTHING_ASKED: Omit<PostDraft, 'mediaType'> = {
  isCarouselItem: false,
  imageUrl: null,
  videoUrl: null,
  isResumable: false,
  coverUrl: null,
  thumbOffset: null,
  children: [],
  caption: null,
  altText: null,
  locationId: null,
  userTags: [],
  nativeMentions: [],
  collaborators: [],
  shareToFeed: null,
  audioName: null,
  hasSound: false,
  isTrial: false,
  graduation: null,
  isAiGenerated: false,
  isPaidPartnership: false,
  sponsorIds: [],
}

/** Values that records of older sandboxes lack, which knew only pictures of one account. */
const UNSAID: Omit<Container, 'id' | 'createdAt' | 'script'> = {
  ...NOTHING_ASKED,
  accountId: DEMO_ACCOUNT.igUserId,
  mediaType: 'IMAGE',
  width: null,
  height: null,
}

export function readContainerRecord(json: string): Container {
  return { ...UNSAID, ...(JSON.parse(json) as Container) }
}

export function readMediaRecord(json: string): PublishRecord {
  return { children: [], ...(JSON.parse(json) as Omit<PublishRecord, 'children'>) }
}

export function holdsVideo({ videoUrl, isResumable }: PostDraft): boolean {
  return videoUrl !== null || isResumable
}
