import type { Instant } from '../../../core/time.ts'
import { DEFAULT_SCRIPT, type ContainerScript } from '../behaviour/behaviour.ts'

/** Kinds of what is published to a Page, or about to be. */
export type PageObjectKind = 'photo' | 'post' | 'video' | 'reel' | 'photo-story' | 'video-story'

export interface PageObject {
  /** `{page}_{number}` for a post, a number of its own for anything else. */
  readonly id: string
  readonly kind: PageObjectKind
  readonly pageId: string
  /** The post that shows it; null while none does. */
  readonly postId: string | null
  readonly text: string | null
  readonly title: string | null
  /** The address of the picture or the video; null when its bytes are sent. */
  readonly sourceUrl: string | null
  /** The photos that a post or a story shows. */
  readonly photos: readonly string[]
  readonly createdAt: Instant
  /** When it was asked to go live; null while it was not. Videos are live some time later. */
  readonly publishedAt: Instant | null
  /** The script of a video: how long they are processed, and whether they fail. */
  readonly script: ContainerScript
}

export const NEW_OBJECT = {
  postId: null,
  text: null,
  title: null,
  sourceUrl: null,
  photos: [],
  publishedAt: null,
  script: DEFAULT_SCRIPT,
} as const satisfies Partial<PageObject>

export function isPageVideo({ kind }: PageObject): boolean {
  return kind === 'video' || kind === 'reel' || kind === 'video-story'
}

/** The path on the web host. Videos and reels answer with the path alone, posts with a whole address. */
export function permalinkPath({ id, kind, pageId, postId }: PageObject): string {
  if (kind === 'reel') return `/reel/${id}/`
  if (kind === 'video') return `/${pageId}/videos/${id}/`
  return `/${postId ?? id}`
}
