// How much room there is where a folder is, or would be made.
import { existsSync, statfsSync, type StatsFs } from 'node:fs'
import { dirname } from 'node:path'

/** The path itself, or the nearest folder above it that is there. A root may be missing: the drive of Windows that is not connected. */
export function nearestThere(path: string, isThere: (path: string) => boolean = existsSync): string {
  const above = dirname(path)
  return isThere(path) || above === path ? path : nearestThere(above, isThere)
}

/** Null where nobody can say. */
export function freeBytesAt(folder: string): number | null {
  try {
    return freeBytesOf(statfsSync(folder))
  } catch {
    return null
  }
}

/** Some file systems have no blocks, and say so of their free ones, too. */
export function freeBytesOf({
  bavail,
  blocks,
  bsize,
}: Pick<StatsFs, 'bavail' | 'blocks' | 'bsize'>): number | null {
  return blocks === 0 ? null : bavail * bsize
}
