// What a person was told, by answers that arrived, and nothing else: a request without an answer allows both outcomes.
import type { Instant } from '../../core/time.ts'
import { POST_KINDS, type PostKind } from '../faults/kinds/post-kinds.ts'
import type { LiveMedia } from '../../local-server/sandbox/live.ts'

export interface Version {
  readonly number: number
  /** Null for a post that goes out at once. By the clock of the computer. */
  readonly at: Instant | null
  /** `in doubt`: no answer came, or one that leaves it open. */
  answer: 'acknowledged' | 'in doubt' | 'refused'
}

export interface Told {
  readonly nth: number
  readonly kind: PostKind
  /** Under which the request can be repeated. */
  readonly key: string
  readonly request: { readonly path: string; readonly body: Record<string, unknown> }
  id: string | null
  readonly versions: Version[]
  cancel: 'never' | 'in doubt' | 'acknowledged'
  isDeleted: boolean
  /** A restore may have undone what was said before. */
  isRestored: boolean
  /** The media of a post that was once shown as PUBLISHED. */
  published: string | null
}

/** Captions name the post and the version, and so does the first mention of a story. */
export const nameOf = (nth: number, version: number) => `post ${nth} v${version}.`

export function isOf({ nth, kind }: Pick<Told, 'nth' | 'kind'>, live: LiveMedia): boolean {
  return isStory(kind)
    ? (live.userTags[0]?.username.startsWith(`post_${nth}_`) ?? false)
    : (live.caption?.startsWith(`post ${nth} v`) ?? false)
}

export const isStory = (kind: PostKind) => kind.includes('story')

export function versionOf(live: LiveMedia): number | null {
  const number = / v(\d+)\./.exec(live.caption ?? '')?.[1]
  return number === undefined ? null : Number(number)
}

export function lastAcknowledged({ versions }: Told): Version | undefined {
  return versions.findLast(({ answer }) => answer === 'acknowledged')
}

/** Those that may go out: the last that was acknowledged, and what is in doubt since. */
export function allowedVersions(told: Told): Version[] {
  const last = lastAcknowledged(told)?.number ?? 0
  return told.versions.filter(({ number, answer }) => number >= last && answer !== 'refused')
}

export const KIND_WEIGHTS: readonly PostKind[] = [...POST_KINDS, 'image', 'image', 'image', 'reel']
