// Files that one page hands to the form for a new post. In the session storage: the form may be another page load away.
import type { MediaFileBody } from '../../../../core/api/media.ts'
import { tryAccess } from './kept-texts.ts'

const KEY = 'nightpost-handed-media'

/** A browser may give no storage: then they live as long as the page. */
let inPage: string | null = null

export function handMedia(media: readonly MediaFileBody[]): void {
  const text = JSON.stringify(media)
  inPage = text
  tryAccess(() => sessionStorage.setItem(KEY, text))
}

const handed = () => inPage ?? tryAccess(() => sessionStorage.getItem(KEY)) ?? null

export function hasHandedMedia(): boolean {
  return handed() !== null
}

/** Returns them once: afterwards there is nothing. */
export function takeHandedMedia(): readonly MediaFileBody[] {
  const text = handed()
  inPage = null
  tryAccess(() => sessionStorage.removeItem(KEY))
  return text === null ? [] : (JSON.parse(text) as MediaFileBody[])
}
