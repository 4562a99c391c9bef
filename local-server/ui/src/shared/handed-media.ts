// Files that one page hands to the form for a new post. In the session storage: the form may be another page load away.
import type { MediaFileBody } from '../../../../core/api/media.ts'

const KEY = 'nightpost-handed-media'

export function handMedia(media: readonly MediaFileBody[]): void {
  sessionStorage.setItem(KEY, JSON.stringify(media))
}

export function hasHandedMedia(): boolean {
  return sessionStorage.getItem(KEY) !== null
}

/** Returns them once: afterwards there is nothing. */
export function takeHandedMedia(): readonly MediaFileBody[] {
  const handed = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return handed === null ? [] : (JSON.parse(handed) as MediaFileBody[])
}
