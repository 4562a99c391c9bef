import type { MediaFileBody } from '../../../../../core/api/media.ts'

type Files = readonly MediaFileBody[]

export interface Addition {
  /** Files of the post from now on; those of before when there is nothing new. */
  readonly files: Files
  /** How many of the added ones found no place. */
  readonly left: number
}

/** Adds files to those of a post that takes at most `most`; where it takes one, the last one replaces it. */
export function withAdded(before: Files, added: Files, most: number): Addition {
  const fresh = added.filter(({ id }) => !before.some((one) => one.id === id))
  if (fresh.length === 0) return { files: before, left: 0 }
  if (most === 1) return { files: fresh.slice(-1), left: fresh.length - 1 }
  const places = Math.max(0, most - before.length)
  return { files: [...before, ...fresh.slice(0, places)], left: Math.max(0, fresh.length - places) }
}
