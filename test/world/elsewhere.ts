// Others at the platform: another program that posts, the account's people in the app on their phone, and whoever changes its password.
// The world knows what they made, so it tells theirs from ours, which the product cannot.
import { DAY, MINUTE, SECOND, type Duration, type Instant } from '../../core/time.ts'
import { SANDBOX_ACCESS_TOKEN } from '../../local-server/sandbox/demo-account.ts'
import type { PostedElsewhere } from '../../local-server/sandbox/elsewhere.ts'
import type { LiveMedia, UnderMedia } from '../../local-server/sandbox/live.ts'
import type { Sandbox } from '../../local-server/sandbox/sandbox.ts'
import { SANDBOX_PARTNER_TOKEN } from '../../local-server/sandbox/tokens/known-tokens.ts'
import type { Dice } from './dice.ts'
import { runOn, START, type Machine } from './machine.ts'
import { isStory, nameOf, type Told, type WentOut } from './told.ts'

export type Login = 'platform' | 'partner'

export interface Others {
  /** Everything of ours that ever went out. */
  ours(): (WentOut & UnderMedia)[]
  /** Everything that others have put there. */
  theirs(): readonly LiveMedia[]
  /** Without a caption: words of their own. */
  post(one: Pick<Told, 'kind' | 'accountId'>, by: 'program' | 'phone', caption?: string): void
  mendCaption(media: WentOut & UnderMedia): void
  takeDown(media: WentOut & UnderMedia): void
  /** By which the person behind this login connects now. */
  tokenOf(login: Login): string
  changePassword(login: Login): void
  /** The person logs in with the new password. */
  logIn(login: Login): Promise<string>
  /** They have taken most places of the limit in the last day, or all; these are free again while the history runs. */
  fillLimit(drawn: Dice): void
  /** An account of ours was connected in this way. */
  connected(accountId: string, login: Login): void
}

const PEOPLE = { platform: 'demo', partner: 'harbour' } as const
const ACCOUNTS = { platform: 'demo.kitchen', partner: 'harbour.bakery' } as const

export function createOthers(sandbox: Sandbox, machine: Machine): Others {
  const { elsewhere } = sandbox
  const theirs = new Set<string>()
  /** As it was before. What is still live has got its comments since, and what was taken down had them. */
  const touched = new Map<string, WentOut & UnderMedia>()
  const takenDown = new Set<string>()
  const tokens: Record<Login, string> = { platform: SANDBOX_ACCESS_TOKEN, partner: SANDBOX_PARTNER_TOKEN }
  const logins = new Map<string, Login>()
  const touch = (media: WentOut & UnderMedia) => {
    if (!touched.has(media.id)) touched.set(media.id, { ...media, isTouched: true })
  }
  const asItWentOut = (media: LiveMedia & UnderMedia) => ({
    ...media,
    ...touched.get(media.id),
    comments: media.comments,
  })
  return {
    ours: () => [
      ...sandbox.live().flatMap((media) => (theirs.has(media.id) ? [] : asItWentOut(media))),
      ...[...takenDown].flatMap((id) => touched.get(id) ?? []),
    ],
    theirs: () => sandbox.live().filter(({ id }) => theirs.has(id)),
    post({ kind, accountId }, by, caption = 'by others') {
      const what = {
        username: ACCOUNTS[logins.get(accountId ?? '') ?? 'platform'],
        kind: shapeOf(kind),
        isVideo: kind === 'reel' || kind === 'video story',
        caption: isStory(kind) ? null : caption,
        by,
      }
      theirs.add(runOn(machine, () => elsewhere.post(what)).id)
    },
    mendCaption(media) {
      touch(media)
      runOn(machine, () => elsewhere.mendCaption(media.id, 'mended by hand'))
    },
    takeDown({ id }) {
      // Not as whoever takes it down has last seen it: its comment may have come since.
      const media = sandbox.live().find((one) => one.id === id)
      if (!media) return
      touched.set(id, { ...asItWentOut(media), isTouched: true })
      takenDown.add(id)
      runOn(machine, () => elsewhere.remove(id))
    },
    tokenOf: (login) => tokens[login],
    changePassword: (login) => runOn(machine, () => elsewhere.changePassword(PEOPLE[login])),
    async logIn(login) {
      tokens[login] = await runOn(machine, () => elsewhere.newToken(PEOPLE[login], login))
      return tokens[login]
    },
    fillLimit(drawn) {
      const username = ACCOUNTS[drawn.one(['platform', 'platform', 'partner'] as const)]
      const post = { username, kind: 'IMAGE', isVideo: false, caption: 'by others', by: 'program' } as const
      const later = Array.from({ length: drawn.between(20, SMALL_QUOTA) }, () => drawn.between(60, 2400))
      for (const free of later.toSorted((a, b) => a - b))
        theirs.add(elsewhere.post({ ...post, at: START - DAY + free * SECOND }).id)
    },
    connected: (accountId, login) => void logins.set(accountId, login),
  }
}

const shapeOf = (kind: Told['kind']): PostedElsewhere['kind'] => {
  if (isStory(kind)) return 'STORIES'
  if (kind === 'image') return 'IMAGE'
  return kind === 'reel' ? 'REELS' : 'CAROUSEL'
}

export const SMALL_QUOTA = 25

/** How far the clocks of the platform and of a computer may be apart without being wrong, and how exactly the product looks. */
const SLACK = 2 * MINUTE

/**
 * Whether nobody can tell that media of others from this post’s: it has its words (of a story: none) and its kind, and appeared since there
 * is such a post, as far as its computer knows the time. That decides only in doubt: after an unclear publish (core/decisions/0022, 0047),
 * or once the post is looked for because an earlier run may have published it (0043).
 */
function looksLike({ words, kind, versions, since }: Told, media: LiveMedia, clockOff: Duration): boolean {
  if (media.kind !== shapeOf(kind) || media.publishedAt < since - SLACK - clockOff) return false
  return isStory(kind) || versions.some(({ number }) => media.caption === nameOf(words, number))
}

/** Before its time a post is not sent, so that a publish cannot be unclear. */
const isBeforeItsTime = ({ versions }: Told, { publishedAt }: LiveMedia) =>
  publishedAt < Math.min(...versions.map(({ at }) => at ?? 0)) - SLACK

export interface Doubt {
  readonly theirs: readonly LiveMedia[]
  /** By how much a computer's clock may be wrong. */
  readonly clockOff: Duration
  /** Whether something has happened since then that leaves a publish unclear, or makes the product look for waiting posts. */
  since(at: Instant): boolean
  /** Whether what waited then was looked for later: from when it was accepted (0043). */
  isLookedFor(at: Instant): boolean
}

/** Whether this post may be shown with that media, which others made. */
export function mayHaveTaken(
  one: Told,
  mediaId: string | null,
  { theirs, clockOff, since, isLookedFor }: Doubt,
): boolean {
  const media = theirs.find(({ id }) => id === mediaId)
  if (!media || !looksLike(one, media, clockOff) || !since(one.since)) return false
  return one.isRestored || isLookedFor(one.since) || !isBeforeItsTime(one, media)
}
