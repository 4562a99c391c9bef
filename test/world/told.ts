// What a person was told, by answers that arrived, and nothing else: a request without an answer allows both outcomes.
import type { Instant } from '../../core/time.ts'
import { POST_KINDS, type PostKind } from '../faults/kinds/post-kinds.ts'
import type { LiveMedia } from '../../local-server/sandbox/live.ts'

export interface Version {
  readonly number: number
  /** Null for a post that goes out at once. By the clock of the computer. */
  at: Instant | null
  /** Of a version with other files. */
  readonly kind?: PostKind
  /** `in doubt`: no answer came, or one that leaves it open. */
  answer: 'acknowledged' | 'in doubt' | 'refused'
  /** An older folder was put back since, which may not have it. */
  mayBeLost?: boolean
}

/** Of the folder: what was said before one may be undone. */
export interface Restores {
  happened: boolean
  /** Nobody noticed one of them. */
  wentUnnoticed: boolean
}

export interface Told {
  readonly nth: number
  /** The first of the posts with these words. */
  readonly words: number
  readonly kind: PostKind
  /** Under which the request can be repeated; empty when nobody asked for the post. */
  readonly key: string
  readonly request: { readonly path: string; readonly body: Record<string, unknown> }
  /** Which of the posts of a request for several. */
  readonly part: number | null
  /** Null where nobody said for which. */
  readonly accountId: string | null
  /** Since when there may be such a post. */
  readonly since: Instant
  id: string | null
  readonly versions: Version[]
  cancel: 'never' | 'in doubt' | 'acknowledged'
  isDeleted: boolean
  /** When a person was told that it is deleted. */
  deletedAt: Instant | null
  /** When a person was told that its account is disconnected, while it waited. */
  disconnectedAt: Instant | null
  /** A restore may have undone what was said before. */
  isRestored: boolean
  /** Nobody noticed the restore. */
  isUnnoticed: boolean
  /** Approved once more after a restore, where nothing looks for what was sent before it (core/decisions/0043). */
  isSentTwice: boolean
  /** The media of a post that was once shown as PUBLISHED. */
  published: string | null
}

/** From here on an older folder is used. */
export function noteRestore(told: readonly Told[], restores: Restores, isUnnoticed: boolean): void {
  restores.happened = true
  restores.wentUnnoticed ||= isUnnoticed
  for (const one of told) {
    one.isRestored = true
    one.isUnnoticed ||= isUnnoticed
    for (const version of one.versions) version.mayBeLost = true
  }
}

/** Captions name the words and the version, and so does the first mention of a story. */
export const nameOf = (words: number, version: number) => `post ${words} v${version}.`

/** What went out, with the words with which it did. */
export interface WentOut extends LiveMedia {
  /** Its words were mended in the app, or it was taken down there: a folder that was put back no longer recognises it. */
  readonly isTouched?: boolean
}

/** Whether these are its words; other posts may have the same. */
export function isOf({ words, kind }: Pick<Told, 'words' | 'kind'>, live: LiveMedia): boolean {
  return isStory(kind)
    ? (live.userTags[0]?.username.startsWith(`post_${words}_`) ?? false)
    : (live.caption?.startsWith(`post ${words} v`) ?? false)
}

/** Whether the bytes that made a container were made for it, or for another with its words. */
export const isMadeOf = ({ words }: Pick<Told, 'words'>, text: string): boolean =>
  /post[ _+](\d+)[ _+]/.exec(text)?.[1] === String(words)

/** The posts by their words, each list with what is live of it. */
export function groupsOf(told: readonly Told[], live: readonly WentOut[]) {
  return told
    .filter(({ nth, words }) => nth === words)
    .map((first) => ({
      posts: told.filter(({ words }) => words === first.words),
      ours: live.filter((media) => isOf(first, media)),
    }))
}

export const isStory = (kind: PostKind) => kind.includes('story')

export function numberIn(caption: string | null): number | null {
  const number = / v(\d+)\./.exec(caption ?? '')?.[1]
  return number === undefined ? null : Number(number)
}
export const versionOf = ({ caption }: LiveMedia) => numberIn(caption)

export function lastAcknowledged({ versions }: Told): Version | undefined {
  return versions.findLast(({ answer }) => answer === 'acknowledged')
}

/** Those that may go out: the last that was acknowledged, and what is in doubt since. */
export function allowedVersions(told: Told): Version[] {
  const last = lastAcknowledged(told)?.number ?? 0
  return told.versions.filter(({ number, answer }) => number >= last && answer !== 'refused')
}

/** What its files may be as this version. Null where an older folder may have mixed them. */
export function kindsOf({ versions, kind, isRestored }: Told, number: number): readonly PostKind[] | null {
  const own = versions.find((one) => one.number === number && one.kind)?.kind
  if (own) return [own]
  if (isRestored) return null
  let may: PostKind[] = [kind]
  for (const one of versions) {
    if (one.kind && one.answer === 'acknowledged') may = [one.kind]
    if (one.kind && one.answer === 'in doubt') may.push(one.kind)
    if (one.number === number) return may
  }
  return []
}

/** Whether what is live has the files of a post of this kind. */
export function isOfKind(kind: PostKind, { kind: live, children }: LiveMedia): boolean {
  if (kind === 'image') return live === 'IMAGE'
  return kind === 'reel' ? live === 'REELS' : live === 'CAROUSEL' && kind === `carousel ${children.length}`
}

/** Whether it may have gone out. */
export const mayBeLive = (told: Told) =>
  told.versions.length > 0 &&
  (told.isRestored || (told.cancel !== 'acknowledged' && allowedVersions(told).length > 0))

export const KIND_WEIGHTS: readonly PostKind[] = [
  ...POST_KINDS,
  'image',
  'image',
  'image',
  'reel',
  'reel',
  'reel',
  'reel',
]
