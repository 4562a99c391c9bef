import type { MediaType } from '../../../../../core/rules/publication/post-words.ts'

interface Identified {
  readonly id: string
}

interface Addition<File> {
  /** The post's files from now on; the same as before when nothing is new. */
  readonly files: readonly File[]
  /** How many of the added ones found no place. */
  readonly left: number
}

/** What these files make of a post: several a carousel, a video a reel. */
export function kindWith(kind: MediaType, added: readonly Pick<File, 'type'>[]): MediaType {
  if (kind !== 'IMAGE' && kind !== 'REELS') return kind
  if (added.length > 1) return 'CAROUSEL'
  return added[0]?.type.startsWith('video/') ? 'REELS' : kind
}

/** Adds files to those of a post that takes at most `most`; where it takes one, the last one replaces it. */
export function withAdded<File extends Identified>(
  before: readonly File[],
  added: readonly File[],
  most: number,
): Addition<File> {
  const fresh = added.filter(({ id }) => !before.some((one) => one.id === id))
  if (fresh.length === 0) return { files: before, left: 0 }
  if (most === 1) return { files: fresh.slice(-1), left: fresh.length - 1 }
  const places = Math.max(0, most - before.length)
  return { files: [...before, ...fresh.slice(0, places)], left: Math.max(0, fresh.length - places) }
}

/** Those from before, each as it is by now: it may have been cropped since. */
export function asBefore<File extends Identified>(before: readonly File[], now: readonly File[]): File[] {
  return before.map((file) => now.find(({ id }) => id === file.id) ?? file)
}
