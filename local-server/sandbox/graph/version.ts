// Which version of the platform's interface answers a call.

const OLDEST = 21
const LATEST = 27

export const LATEST_VERSION = `v${LATEST}.0`

/**
 * A retired version is answered by the oldest one still in use, a call without version by the latest. Null for a version
 * that does not exist, or not yet.
 */
export function answeringVersion(asked: string | undefined): string | null {
  if (asked === undefined) return LATEST_VERSION
  const [major = 0, minor = 0] = asked.slice(1).split('.').map(Number)
  if (major > LATEST || (major >= OLDEST && minor !== 0)) return null
  return `v${Math.max(major, OLDEST)}.0`
}
