import type { Instant } from '../../../core/time.ts'
import { DEFAULT_SCRIPT, type ContainerScript } from '../behaviour/behaviour.ts'

/** What is published to a Page, or about to be. */
export type PageObjectKind = 'photo' | 'post' | 'video' | 'reel' | 'photo-story' | 'video-story'

export interface PageObject {
  /** Of a post, `{page}_{number}`; of anything else a number of its own. */
  readonly id: string
  readonly kind: PageObjectKind
  readonly pageId: string
  /** The post that shows it; null while none does. */
  readonly postId: string | null
  readonly text: string | null
  readonly title: string | null
  /** Where the picture or the video comes from; null when its bytes are sent. */
  readonly sourceUrl: string | null
  /** The photos that a post or a story shows. */
  readonly photos: readonly string[]
  readonly createdAt: Instant
  /** When it was asked to go live; null while it was not. Videos are live some time later. */
  readonly publishedAt: Instant | null
  /** Of videos: how long they are processed, and whether they fail. */
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

/** Below the web host. Videos and reels answer it like this, without a host; posts answer a whole address. */
export function permalinkPath({ id, kind, pageId, postId }: PageObject): string {
  if (kind === 'reel') return `/reel/${id}/`
  if (kind === 'video') return `/${pageId}/videos/${id}/`
  return `/${postId ?? id}`
}
