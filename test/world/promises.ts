// Whether the promises hold: at each publication, at each look of a person, and once everything has calmed down. Sentences about what
// does not; none when all is well.
import type { LiveMedia } from '../../local-server/sandbox/live.ts'
import { SECOND, type Duration, type Instant } from '../../core/time.ts'
import { isOf, isStory, lastAcknowledged, allowedVersions, versionOf, type Told } from './told.ts'

/** A post as the API shows it. */
export interface ShownPost {
  readonly id: string
  readonly status: string
  readonly publishOutcome: string | null
  readonly igMediaId: string | null
  readonly errorMessage: string | null
}

/** At an act of the platform. */
export function brokenByAct(told: readonly Told[], live: readonly LiveMedia[]): string[] {
  return told.flatMap((one) => {
    const ours = live.filter((media) => isOf(one, media))
    const found: string[] = []
    if (ours.length > 1) found.push(`N2 post ${one.nth} is live ${ours.length} times`)
    if (one.cancel === 'acknowledged' && !one.isRestored && ours.length > 0)
      found.push(`N5 post ${one.nth} was cancelled and is live`)
    for (const media of ours) found.push(...brokenVersion(one, media))
    return found
  })
}

function brokenVersion(one: Told, media: LiveMedia): string[] {
  if (one.isRestored || isStory(one.kind)) return []
  const version = versionOf(media)
  const allowed = allowedVersions(one)
  if (allowed.some(({ number }) => number === version)) return []
  return [
    `N6 post ${one.nth} went out as v${version}; ${allowed.map(({ number }) => `v${number}`).join(' or ')} was to`,
  ]
}

/** At a look: `shown` is the whole history that the server tells. */
export function brokenByLook(told: readonly Told[], shown: ReadonlyMap<string, ShownPost>): string[] {
  return told.flatMap((one) => {
    if (one.id === null || one.isDeleted || one.isRestored) return []
    const post = shown.get(one.id)
    if (!post) return lastAcknowledged(one) ? [`N1 post ${one.nth} is gone`] : []
    const found: string[] = []
    if (one.published !== null && post.igMediaId !== one.published)
      found.push(`N3 post ${one.nth} was PUBLISHED and is now ${post.status}`)
    if (post.status === 'PUBLISHED') one.published = post.igMediaId
    return found
  })
}

interface Circumstances {
  /** A clock was wrong. */
  readonly mayBeEarly: boolean
  /** Whether nothing had gone wrong for a while before that time, and shortly after it. */
  wasQuiet(at: Instant): boolean
}

/** After calm. */
export function brokenAtEnd(
  told: readonly Told[],
  shown: ReadonlyMap<string, ShownPost>,
  live: readonly LiveMedia[],
  { mayBeEarly, wasQuiet }: Circumstances,
): string[] {
  const found = [...brokenByAct(told, live), ...brokenByLook(told, shown)]
  const mediaOf = new Map<string, string>()
  for (const one of told) {
    const post = one.id === null ? undefined : shown.get(one.id)
    const ours = live.filter((media) => isOf(one, media))
    if (post) {
      found.push(...brokenStatus(one, post, ours))
      if (post.status === 'PUBLISHED' && post.igMediaId !== null) {
        if (mediaOf.has(post.igMediaId))
          found.push(`N3 post ${one.nth} has the media of ${mediaOf.get(post.igMediaId)}`)
        mediaOf.set(post.igMediaId, `post ${one.nth}`)
      }
    }
    const earliest = Math.min(...allowedVersions(one).map(({ at }) => at ?? 0))
    const [first] = ours
    if (mayBeEarly || one.isRestored || !first || earliest === 0) continue
    const early = earliest - first.publishedAt
    if (early > SECOND) found.push(`EARLY post ${one.nth} went out ${early} ms before its time`)
    if (-early > LATE && one.versions.length === 1 && wasQuiet(earliest))
      found.push(`LATE post ${one.nth} went out ${-early} ms after its time, although nothing was wrong`)
  }
  return [...new Set(found)]
}

function brokenStatus({ nth }: Told, post: ShownPost, ours: readonly LiveMedia[]): string[] {
  const { status, publishOutcome, igMediaId } = post
  if (status === 'PUBLISHED' && ours.length !== 1)
    return [`N3 post ${nth} is PUBLISHED and live ${ours.length} times`]
  // Of two stories in doubt nobody can tell whose media is whose: such a post has none.
  if (status === 'PUBLISHED' && igMediaId !== null && ours[0]?.id !== igMediaId)
    return [`N3 post ${nth} has the media of another`]
  if (status === 'FAILED' && publishOutcome === 'confirmed' && ours.length > 0)
    return [`N4 post ${nth} is FAILED for sure and live`]
  if (OPEN.has(status)) return [`N7 post ${nth} is still ${status}`]
  return []
}

/** Others of the account may be before it, and each waits for the platform's processing. */
const LATE: Duration = 120 * SECOND

export const OPEN: ReadonlySet<string> = new Set(['QUEUED', 'PROCESSING', 'PUBLISHING', 'SCHEDULED'])
