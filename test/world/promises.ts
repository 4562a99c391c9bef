// Whether the promises hold: at each publication, at each look of a person, and once everything has calmed down. Sentences about what
// does not; none when all is well.
import { DAY, MINUTE, SECOND, type Duration, type Instant } from '../../core/time.ts'
import { MAX_SENDS } from '../../core/rules/publication/publication.ts'
import { mayHaveTaken, type Doubt } from './elsewhere.ts'
import { START } from './machine.ts'
import {
  allowedVersions,
  groupsOf,
  isMadeOf,
  isOfKind,
  isStory,
  kindsOf,
  lastAcknowledged,
  mayBeLive,
  versionOf,
  type Told,
  type WentOut,
} from './told.ts'

/** A post as the API shows it. */
export interface ShownPost {
  readonly mediaType: string
  readonly id: string
  readonly status: string
  readonly publishOutcome: string | null
  readonly igMediaId: string | null
  /** Set once the Worker has had it. */
  readonly cloudJobId: string | null
  readonly caption: string | null
  readonly scheduledFor: string | null
  readonly errorMessage: string | null
  readonly errorCode: string | null
  readonly firstComment: string | null
  readonly warningDetails: readonly { readonly code: string }[]
}

/** At an act of the platform. */
export function brokenByAct(told: readonly Told[], live: readonly WentOut[]): string[] {
  return groupsOf(told, live).flatMap(({ posts, ours }) => {
    const found: string[] = []
    const name = namesOf(posts)
    const known = knownOf(posts, ours)
    if (posts.some(({ isSentTwice }) => isSentTwice)) return []
    const isHidden = posts.some(wasMovedUnseen)
    if (known.length > posts.length && !isHidden) found.push(`N2 ${name} is live ${known.length} times`)
    const most = posts.filter(mayBeLive).length
    if (known.length > most && !(isHidden && posts.length > 1))
      found.push(...brokenWord(posts, known.length, most))
    return [...found, ...brokenVersions(posts, known), ...brokenFiles(posts, known)]
  })
}

/**
 * An older folder finds what it does not remember by the words or by the time, and sends again what was taken down
 * (core/decisions/0043).
 */
function knownOf(posts: readonly Told[], ours: readonly WentOut[]): readonly WentOut[] {
  const restored = posts.filter(({ isRestored }) => isRestored)
  return ours.filter(
    (it) =>
      restored.length === 0 || (it.isTouched !== true && !restored.some((one) => wasMadeAnother(one, it))),
  )
}

/** Given other words, and another time, which no other version of it surely has, or late. */
function wasMadeAnother({ versions }: Told, media: WentOut): boolean {
  const [first, ...later] = versions.filter(({ answer }) => answer !== 'refused')
  // What was taken back and scheduled again went out as it was then.
  const own = later.findLast(({ number }) => number === versionOf(media))
  if (own?.mayBeLost !== true || first?.number === own.number) return false
  if (own.at !== null && media.publishedAt > own.at + MINUTE) return true
  return ![first, ...later].some(
    (one) => one && one !== own && one.at === own.at && one.answer === 'acknowledged',
  )
}

/**
 * A story without words that was given another time in an older folder is not found at the time that it had, and a post that was given
 * other files and words after the backup not as what it became (0043).
 */
const wasMovedUnseen = ({ kind, isRestored, versions }: Told) =>
  isRestored && versions.length > 1 && (isStory(kind) || versions.some((version) => version.kind))

const namesOf = (posts: readonly Told[]) => `post ${posts.map(({ nth }) => nth).join(' and ')}`

function brokenWord(posts: readonly Told[], live: number, most: number): string[] {
  const name = namesOf(posts)
  const more = posts.length === 1 ? 'is live' : `is live ${live} times; ${most} may be`
  if (posts.some(({ cancel }) => cancel === 'acknowledged')) return [`N5 ${name} was cancelled and ${more}`]
  if (posts.some(({ versions }) => versions.length === 0))
    return [`ASKED ${name} was approved by nobody and ${more}`]
  return []
}

function brokenVersions(posts: readonly Told[], ours: readonly WentOut[]): string[] {
  if (posts.some(({ kind }) => isStory(kind))) return []
  const seen = Map.groupBy(ours, versionOf)
  return [...seen].flatMap(([version, media]) => {
    const allowed = posts.map((one) => (one.isRestored ? one.versions : allowedVersions(one)))
    const most = posts.filter(
      (one, nth) => one.isRestored || allowed[nth]?.some(({ number }) => number === version),
    ).length
    if (media.length <= most) return []
    const numbers = new Set(allowed.flat().map(({ number }) => `v${number}`))
    return [`N6 ${namesOf(posts)} went out as v${version}; ${[...numbers].join(' or ')} was to`]
  })
}

/** A version goes out with its own files. */
function brokenFiles(posts: readonly Told[], ours: readonly WentOut[]): string[] {
  if (posts.some(({ kind }) => isStory(kind))) return []
  return ours.flatMap((media) => {
    const may = posts.map((one) => kindsOf(one, versionOf(media) ?? 0))
    const said = may.flatMap((kinds) => kinds ?? [])
    const isTold = said.length > 0 && !may.includes(null)
    if (!isTold || said.some((kind) => isOfKind(kind, media))) return []
    return [
      `N6 ${namesOf(posts)} went out as v${versionOf(media)} as ${media.kind}; ${said.join(' or ')} was to`,
    ]
  })
}

/** When a call leaves that would publish what was made with this text. */
export function brokenByCall(
  told: readonly Told[],
  text: string,
  /** Who sends it may not have been told of a deletion at that time. */
  mayBeUntold: (at: Instant) => boolean,
): string[] {
  const posts = told.filter((one) => isMadeOf(one, text))
  const isGone = ({ deletedAt, isRestored }: Told) =>
    deletedAt !== null && !isRestored && !mayBeUntold(deletedAt)
  const areGone = posts.length > 0 && posts.every(isGone)
  return areGone ? [`N5 ${namesOf(posts)} was deleted, and is sent after it`] : []
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
  /** Nothing else went wrong but that programs ended, and began again. */
  readonly onlyDeaths: boolean
  /** Another Worker was used, and what the first had published by itself was not heard of meanwhile. */
  readonly hasLeftWorker: boolean
  /** How often whoever publishes has died at a publish call. */
  readonly deathsAtCall: number
  readonly doubt: Doubt
}

/** After calm. */
export function brokenAtEnd(
  told: readonly Told[],
  shown: ReadonlyMap<string, ShownPost>,
  live: readonly WentOut[],
  circumstances: Circumstances,
): string[] {
  const { mayBeEarly, wasQuiet, onlyDeaths, doubt } = circumstances
  const found = [...brokenByAct(told, live), ...brokenByLook(told, shown)]
  if (onlyDeaths) found.push(...failedWithoutReason(told, shown, circumstances))
  const mediaOf = new Map<string, string>()
  for (const { posts, ours } of groupsOf(told, live)) {
    found.push(...brokenStatuses(posts, shown, ours, doubt), ...brokenDisconnects(posts, ours, wasQuiet))
    for (const one of posts) {
      const media = shown.get(one.id ?? '')?.igMediaId ?? null
      if (media === null) continue
      if (mediaOf.has(media)) found.push(`N3 post ${one.nth} has the media of ${mediaOf.get(media)}`)
      mediaOf.set(media, `post ${one.nth}`)
    }
    const [[one], [first]] = [posts, ours]
    if (!one || !first || posts.length > 1 || mayBeEarly || one.isRestored) continue
    const earliest = Math.min(...allowedVersions(one).map(({ at }) => at ?? 0))
    if (earliest === 0) continue
    const early = earliest - first.publishedAt
    if (early > SECOND) found.push(`EARLY post ${one.nth} went out ${early} ms before its time`)
    if (-early > LATE && one.versions.length === 1 && wasQuiet(earliest))
      found.push(`LATE post ${one.nth} went out ${-early} ms after its time, although nothing was wrong`)
  }
  return [...new Set(found)]
}

/** Our own ends cost no post. */
function failedWithoutReason(
  told: readonly Told[],
  shown: ReadonlyMap<string, ShownPost>,
  { hasLeftWorker, deathsAtCall }: Circumstances,
): string[] {
  return told.flatMap(({ nth, id, kind }) => {
    const post = shown.get(id ?? '')
    if (post?.status !== 'FAILED') return []
    // A story that the Worker has reposted and not told of yet could be any other.
    if (hasLeftWorker && isStory(kind) && post.publishOutcome === 'unconfirmed') return []
    // No call was left.
    if (deathsAtCall >= MAX_SENDS && post.errorMessage?.startsWith('Several tries')) return []
    return [`COST post ${nth} failed for nothing: ${post.errorMessage}`]
  })
}

/** What the Worker had when its account was disconnected is called back at once, unless something is in the way. */
function brokenDisconnects(
  posts: readonly Told[],
  ours: readonly WentOut[],
  wasQuiet: Circumstances['wasQuiet'],
): string[] {
  const [one, ...more] = posts
  const at = one?.disconnectedAt ?? null
  if (!one || more.length > 0 || at === null || one.isRestored) return []
  const late = ours.find(
    ({ publishedAt }) => publishedAt > at + LATE && wasQuiet(at) && wasQuiet(publishedAt),
  )
  return late ? [`N5 post ${one.nth} went out although its account had been disconnected`] : []
}

function brokenStatuses(
  posts: readonly Told[],
  shown: ReadonlyMap<string, ShownPost>,
  ours: readonly WentOut[],
  doubt: Doubt,
): string[] {
  const name = namesOf(posts)
  const found: string[] = []
  const ends = posts.flatMap(({ id }) => shown.get(id ?? '') ?? [])
  const published = ends.filter(
    ({ id, status, igMediaId }) =>
      status === 'PUBLISHED' && !posts.some((one) => one.id === id && mayHaveTaken(one, igMediaId, doubt)),
  )
  // An older folder says of a post what was true then.
  const sure = posts.filter(({ id, isRestored }) => {
    const { status, publishOutcome } = shown.get(id ?? '') ?? {}
    return !isRestored && status === 'FAILED' && publishOutcome === 'confirmed'
  })
  if (published.length - takenAtWorker(published) > ours.length)
    found.push(`N3 ${name} is PUBLISHED and live ${ours.length} times`)
  // Of two stories in doubt nobody can tell whose media is whose: such a post has none. Where nobody noticed a restore, the other may be
  // one of the lost run, and the only one left (core/decisions/0043).
  const mayBeConfused = posts.some(({ kind, isUnnoticed }) => isUnnoticed && isStory(kind))
  const isOurs = ({ igMediaId }: ShownPost) => ours.some(({ id }) => id === igMediaId)
  // Neither this computer nor the Worker knows what the other is in doubt about (core/decisions/0022).
  const isSwapped = ({ cloudJobId, mediaType }: ShownPost) =>
    mediaType === 'STORIES' &&
    [...shown.values()].some((one) => isOurs(one) && (one.cloudJobId === null) !== (cloudJobId === null))
  const isOfOther = (one: ShownPost) => one.igMediaId !== null && !isOurs(one) && !isSwapped(one)
  if (!mayBeConfused && published.some(isOfOther)) found.push(`N3 ${name} has the media of another`)
  const isFoundOut = (one: Told) => !one.isSentTwice && !wasMovedUnseen(one)
  if (knownOf(posts, ours).length > posts.length - sure.length && posts.every(isFoundOut))
    found.push(`N4 ${name} is FAILED for sure and live`)
  for (const post of ends) if (isUnderWay(post)) found.push(`N7 ${name} is still ${post.status}`)
  return found
}

/**
 * How many posts of the Worker may be shown with what this computer made of the same words: the Worker is not told of it, and this
 * computer, which knows for sure that its own is live, then shows it without a media (0022).
 */
function takenAtWorker(published: readonly ShownPost[]): number {
  const withoutMedia = published.filter(
    ({ cloudJobId, igMediaId }) => cloudJobId === null && igMediaId === null,
  )
  const atWorker = published.filter(({ cloudJobId }) => cloudJobId !== null)
  return Math.min(withoutMedia.length, atWorker.length)
}

/** Others of the account may be before it, and each waits for the platform's processing. */
const LATE: Duration = 120 * SECOND

const OPEN: ReadonlySet<string> = new Set(['QUEUED', 'PROCESSING', 'PUBLISHING', 'SCHEDULED'])

/** What is meant for another day, such as the next post of a series, is not waited for. */
export const isUnderWay = ({ status, scheduledFor }: ShownPost): boolean =>
  OPEN.has(status) && (scheduledFor === null || Date.parse(scheduledFor) < START + 2 * DAY)
