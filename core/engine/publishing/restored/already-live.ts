// Before a marked post is sent, the account's media are searched for it. The ledger says that it is still to be published; but a
// data folder that was restored from a backup says so of posts that were published after the backup was made. A media that is
// surely the post is taken for it, one that only could be is shown to the user, and neither post is sent. Everything that waits is marked when the
// process starts, when a hold is released, when the clock jumps, and when the platform's is suddenly ahead of it; no clock
// here decides what is looked for. One list of each account is read for all its posts.
import type { PlainFailureCode } from '../../../rules/notices/failure-details.ts'
import { warning } from '../../../rules/notices/warnings.ts'
import type { Clock } from '../../../ports/clock.ts'
import { judge } from '../../../rules/publication/error-table.ts'
import type { PlatformAccess, PlatformReply, PublishedMedia } from '../../../ports/platform/platform.ts'
import type { PostLedger, PublicationLedger } from '../../../ports/posts/publication-ledger.ts'
import { MINUTE, SECOND, type Duration, type Instant } from '../../../time.ts'
import type { EarlierRuns, PublishingDeps } from '../effects.ts'
import { failureOf } from '../../../rules/publication/failures.ts'
import { earliestOf, findLive, type AccountMedia, type LiveMatch } from './find-live.ts'
import { MOST_LISTED, listOf } from '../match.ts'
import {
  CLOCK_SLACK,
  type Change,
  type LiveCheck,
  type Publication,
} from '../../../rules/publication/publication.ts'
import { isPending, toConfirmed, toPutOff } from '../transitions.ts'

/**
 * Repeated while another post that could own the media is being reconciled: for ten minutes, as long as that may
 * take.
 */
const RIVALS_RECONCILE = 5 * SECOND
const RIVALS_LOOKS = (10 * MINUTE) / RIVALS_RECONCILE

export function createEarlierRuns({
  clock,
  ledger,
}: {
  readonly clock: Clock
  readonly ledger: Pick<PostLedger, 'markWaiting' | 'isMarked' | 'listUnpublished'>
}): EarlierRuns {
  /** The account's media as they were first seen in this run: an earlier run has published everything it ever will. */
  let seen: MediaLists = new Map()
  const measure = () => clock.now() - clock.monotonic()
  let marks = 0
  let markedAt = 0
  /** By how much the platform's clock was ahead of this one at the last reading. */
  let behind: Duration = 0
  /** The same when everything was last marked. A larger value since then means that this clock stood still while the machine was restored. */
  let knownBehind: Duration = 0
  const mustMark = () =>
    marks === 0 || Math.abs(measure() - markedAt) > CLOCK_SLACK || behind - knownBehind > CLOCK_SLACK
  const readPlatformClock = (platformAt: Instant) => {
    behind = platformAt - clock.now()
    knownBehind = Math.min(knownBehind, behind)
  }
  return {
    mustMark,
    clockJumped: () => marks > 1,
    listAnew: () => void (seen = new Map()),
    async markWaiting() {
      const now = measure()
      await ledger.markWaiting(clock.now())
      seen = new Map()
      marks += 1
      markedAt = now
      knownBehind = behind
    },
    async look(ports, publication, access) {
      const { sought, intent, step } = publication
      // Once found, its media counts as its own, and another search could find only what others published.
      if (sought === null || intent !== null || step === 'confirmed') return null
      const list = await listOnce(ports, seen, { ...publication, sought }, access)
      if (list.kind !== 'ok') return afterUnlisted(sought, list, clock.now())
      const account = await readAccountMedia(ports, ledger, publication, list.value)
      const found = findLive({ ...publication, ...sought }, account)
      return afterLook({ ...publication, sought }, found, list, clock.now())
    },
    async planDoubt(publication, change) {
      const { sought, intent, jobId } = publication
      if (change.step !== 'publishing' || intent !== null) return null
      const platformAt = change.intent?.platformAt ?? null
      if (platformAt !== null) readPlatformClock(platformAt)
      // Claimed before that, even if the job loop has marked it meanwhile: it is claimed again, with its mark.
      const isDoubted = mustMark() || (await ledger.isMarked(jobId))
      return isDoubted ? { ...toPutOff(publication, change, clock.now()), sought } : null
    },
  }
}

/** Its own media, and what else could claim them. */
export async function readAccountMedia(
  { ledger }: { readonly ledger: Pick<PublicationLedger, 'listOwnedMediaIds' | 'listUnreconciled'> },
  { listUnpublished }: Pick<PostLedger, 'listUnpublished'>,
  { accountId, id, sought }: Pick<Publication, 'accountId' | 'id' | 'sought'>,
  listed: readonly PublishedMedia[],
): Promise<AccountMedia> {
  const ids = listed.map((media) => media.id)
  const since = (sought ? earliestOf(sought) : 0) - CLOCK_SLACK
  const latest = Math.max(...listed.map(({ timestamp }) => timestamp ?? 0))
  return {
    listed,
    owned: new Set(await ledger.listOwnedMediaIds(ids)),
    inDoubt: await ledger.listUnreconciled(accountId, id, since),
    unpublished: await listUnpublished(accountId, latest + CLOCK_SLACK),
  }
}

type MediaLists = Map<string, readonly PublishedMedia[]>
type Sought = Publication & { readonly sought: LiveCheck }
type Unlisted = Exclude<PlatformReply<PublishedMedia[]>, { kind: 'ok' }>

/** `isNew`: it was just requested from the platform. */
interface Listed {
  readonly kind: 'ok'
  readonly value: readonly PublishedMedia[]
  readonly isNew: boolean
}

async function listOnce(
  { platform }: Pick<PublishingDeps, 'platform'>,
  seen: MediaLists,
  { payload, sought, accountId, jobId }: Sought,
  access: PlatformAccess,
): Promise<Listed | Unlisted> {
  const of = listOf(payload)
  // A retried post is searched for again: its job is a new one.
  const key = sought.shown ? `${accountId} ${of} ${jobId}` : `${accountId} ${of}`
  const known = seen.get(key)
  if (known) return { kind: 'ok', value: known, isNew: false }
  const reply = await platform.recentMedia(access, { of, limit: MOST_LISTED })
  if (reply.kind !== 'ok') return reply
  seen.set(key, reply.value)
  return { kind: 'ok', value: reply.value, isNew: true }
}

function afterLook(publication: Sought, found: LiveMatch, { isNew }: Listed, now: Instant): Change | null {
  const { sought } = publication
  if (found.kind === 'ours') return afterFoundLive(publication, found.media, now)
  const looks = isNew ? 0 : sought.looks
  // A post being reconciled is settled soon: then it is clear whose the media is.
  if (found.kind === 'contested' && looks < RIVALS_LOOKS)
    return { sought: { ...sought, looks: looks + 1 }, nextAt: now + RIVALS_RECONCILE }
  if (found.kind === 'none' || sought.shown) return null
  return {
    ...afterDoubt(found.kind === 'cut off' ? 'TOO_MUCH_IS_LIVE' : 'ALIKE_IS_LIVE'),
    sought: { ...sought, shown: true },
  }
}

/** It is live: an earlier run that this folder does not remember has published it. */
function afterFoundLive(publication: Publication, media: PublishedMedia, now: Instant): Change {
  const { crossPost, warnings } = publication
  // That run has made the copy for the Page, too, or has tried to.
  const copy = isPending(crossPost) ? ({ ...crossPost, state: 'ended' } as const) : crossPost
  const found = [warning('FOUND_LIVE'), ...(copy === crossPost ? [] : [warning('PAGE_COPY_UNKNOWN')])]
  const live = toConfirmed({ ...publication, crossPost: copy }, media, now)
  return { ...live, crossPost: copy, warnings: [...warnings, ...found] }
}

/** While the platform does not list what is live: usually it fails for seconds only. */
const LOOKS: readonly Duration[] = [
  2 * SECOND,
  5 * SECOND,
  10 * SECOND,
  20 * SECOND,
  30 * SECOND,
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
]
const LOOK_EVERY: Duration = 10 * MINUTE
/** A day, which outlasts the platform's long outages. */
const MOST_LOOKS = 150

/**
 * The search after `looks` failed ones, before a post is sent that may be live already; null when the user has
 * to look. After a final refusal it is repeated for ten minutes only.
 */
export function nextLookAt(now: Instant, looks: number, isFinal: boolean): Instant | null {
  if (looks >= (isFinal ? LOOKS.length : MOST_LOOKS)) return null
  return now + (LOOKS[looks] ?? LOOK_EVERY)
}

function afterUnlisted(sought: LiveCheck, reply: Unlisted, now: Instant): Change {
  const isFinal = reply.kind === 'refused' && judge(reply.refusal).retry === 'no'
  const nextAt = nextLookAt(now, sought.looks, isFinal)
  if (nextAt === null) return afterDoubt('NOT_LOOKED_FOR')
  return { sought: { ...sought, looks: sought.looks + 1 }, nextAt }
}

function afterDoubt(why: PlainFailureCode): Change {
  const failure = { ...failureOf('UNKNOWN_ERROR', why, 'check_platform'), unconfirmed: true }
  return { step: 'failed', failure, nextAt: null }
}
