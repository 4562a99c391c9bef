import type { PageObject } from './page-object.ts'

/** Below the web host. Videos and reels answer it like this, without a host; posts answer a whole address. */
export function permalinkPath({ id, kind, pageId, postId }: PageObject): string {
  if (kind === 'reel') return `/reel/${id}/`
  if (kind === 'video') return `/${pageId}/videos/${id}/`
  return `/${postId ?? id}`
}
