// The state `confirmed`: the permalink is read, and, once, whether a story has its mentions; then the follow-ups of a live
// post run, then the permalink if it was late. None of it can fail the post. Follow-ups are declared in follow-ups.ts;
// they are carried out here, all in the same way: one after the other, each with a state of its own, and given up with a
// sentence.
import { warning, type Warning } from '../../rules/notices/warnings.ts'
import type { PlatformAccess, PlatformReply, Published } from '../../ports/platform/platform.ts'
import type { SafeText } from '../../redact.ts'
import { HOUR, MINUTE, SECOND, type Duration, type Instant } from '../../time.ts'
import { waitUnreached } from './backoff.ts'
import type { PublishingDeps, StepDeps } from './effects.ts'
import { COMMENTS_OFF, FIRST_COMMENT, PAGE_COPY, type FollowUp, type Outcome } from './follow-ups.ts'
import type { Change, Publication, PublicationPayload } from '../../rules/publication/publication.ts'
import { readLimitIfNear } from './publishing-limit.ts'
import { hasFollowUps, isPending } from './transitions.ts'

/** In this order: once comments are switched off, the first one could not be posted any more. */
const FOLLOW_UPS = [carryOut(FIRST_COMMENT), carryOut(COMMENTS_OFF), carryOut(PAGE_COPY)]

/** What happens to one of them, as a change of its publication. */
function carryOut<S extends { readonly state: string }>(followUp: FollowUp<S>) {
  const { of, put } = followUp
  const toEnded = ({ warnings }: Publication, ended: S, told?: Warning): Change => ({
    ...put({ ...ended, state: 'ended' }),
    ...(told && { warnings: [...warnings, told] }),
  })
  const toChange = (publication: Publication, outcome: Outcome<S>): Change => {
    if ('ended' in outcome) return toEnded(publication, outcome.ended, outcome.told)
    const { next, at, unreached } = outcome
    return { ...put(next), ...(at !== undefined && { nextAt: at }), ...unreached }
  }
  return {
    wanted: (payload: PublicationPayload) => put(followUp.wanted(payload)),
    isPending: (publication: Publication) => isPending(of(publication)),
    async step(ports: StepDeps, publication: Publication, access: PlatformAccess): Promise<Change> {
      const state = of(publication)
      if (!isPending(state)) return {}
      if (publication.settleOnly) return toEnded(publication, state)
      return toChange(publication, await followUp.step(ports, publication, state, access))
    },
    afterClaim(publication: Publication, hasCrashed: boolean): Change {
      const state = of(publication)
      const outcome = isPending(state) ? followUp.afterClaim(state, hasCrashed) : null
      return outcome ? toChange(publication, outcome) : {}
    },
    giveUp(publication: Publication, reason: SafeText): Change {
      const state = of(publication)
      if (!isPending(state)) return {}
      return toEnded(publication, state, publication.settleOnly ? undefined : followUp.lost(state, reason))
    },
  }
}

/** What a new publication has to do once it is live. */
export function followUpsWanted(payload: PublicationPayload): Change {
  return Object.assign({}, ...FOLLOW_UPS.map(({ wanted }) => wanted(payload)))
}

/** The previous claim may have got further than was stored. */
export function followUpsAfterClaim(publication: Publication): Change {
  const hasCrashed = publication.nextAt === null
  return changeAll(publication, (followUp, at) => followUp.afterClaim(at, hasCrashed))
}

function changeAll(
  publication: Publication,
  change: (followUp: (typeof FOLLOW_UPS)[number], at: Publication) => Change,
): Change {
  return FOLLOW_UPS.reduce<Change>(
    (changed, followUp) => ({ ...changed, ...change(followUp, { ...publication, ...changed }) }),
    {},
  )
}

/** The second comes when the post is no longer shown as PUBLISHING (`core/rules/publication/awaits-link.ts`): the write becomes an event. */
const PERMALINK_READS: readonly Duration[] = [5 * SECOND, 5 * SECOND, MINUTE, 10 * MINUTE, HOUR]

/** Null when it is time to give up on the permalink. */
export function nextPermalinkReadAt(now: Instant, reads: number): Instant | null {
  const delay = PERMALINK_READS[reads]
  return delay === undefined ? null : now + delay
}

/** What is left when a post is live: its permalink, its follow-ups, then the permalink if it was late. */
export async function completePost(
  ports: StepDeps,
  publication: Publication,
  access: PlatformAccess,
): Promise<Change> {
  const { mediaId, permalink, reads } = publication
  const unread = mediaId !== null && permalink === null
  if (hasFollowUps(publication) && !(unread && reads === 0))
    return withEndOfFollowUps(publication, await advanceFollowUp(ports, publication, access))
  if (reads === 0) await readLimitIfNear(ports, publication.accountId, access)
  if (!unread) return { step: 'done', nextAt: null }
  const reply = await ports.platform.permalink(access, mediaId)
  const told = reads === 0 ? await findMissingMentions(ports, publication, access) : {}
  return { ...afterPermalinkRead(publication, reply, ports.clock.now()), ...told }
}

/** Reads once, best effort: an unclear answer adds no warning. */
async function findMissingMentions(
  { platform }: PublishingDeps,
  { containerId, mediaId, payload, settleOnly, warnings }: Publication,
  access: PlatformAccess,
): Promise<Change> {
  if (containerId === null || mediaId === null || payload.storyMentions.length === 0 || settleOnly) return {}
  const names = (await platform.missingMentions?.(access, { containerId, mediaId })) ?? []
  if (names.length === 0) return {}
  return {
    warnings: [
      ...warnings,
      warning('MENTIONS_LEFT_OUT', { names: names.map((name) => `@${name}` as const) }),
    ],
  }
}

export async function advanceFollowUp(
  ports: StepDeps,
  publication: Publication,
  access: PlatformAccess,
): Promise<Change> {
  const next = FOLLOW_UPS.find(({ isPending }) => isPending(publication))
  return next ? next.step(ports, publication, access) : {}
}

/** When the last one has ended, only a missing permalink keeps the publication going. */
function withEndOfFollowUps(publication: Publication, change: Change): Change {
  const unread = publication.mediaId !== null && publication.permalink === null
  const goesOn = { nextAt: null, ...change }
  const isOver = !hasFollowUps({ ...publication, ...change }) && !unread
  return isOver ? { ...goesOn, step: 'done', nextAt: null } : goesOn
}

/** One read at once; while follow-ups remain, further reads come after them. */
function afterPermalinkRead(
  publication: Publication,
  reply: PlatformReply<Published> | null,
  now: Instant,
): Change {
  const { permalink = null, timestamp = null } = reply?.kind === 'ok' ? reply.value : {}
  const reads = publication.reads + 1
  // Until now it was known about, and by a clock that may be wrong.
  const read = { publishedAt: timestamp ?? publication.publishedAt }
  if (hasFollowUps(publication)) return { ...read, permalink, reads, nextAt: null }
  if (permalink !== null) return { ...read, step: 'done', permalink, nextAt: null }
  const unreached = reads > 1 && reply?.facts.neverArrived ? waitUnreached(now, publication) : null
  if (unreached) return { ...read, ...unreached }
  const nextAt = nextPermalinkReadAt(now, publication.reads)
  return nextAt === null ? { ...read, step: 'done', nextAt } : { ...read, reads, nextAt }
}

/** There is no valid token for the account any more. The permalink may yet be read; the follow-ups are given up. */
export function completeWithoutAccess(publication: Publication, reason: SafeText, now: Instant): Change {
  const givenUp = changeAll(publication, (followUp, at) => followUp.giveUp(at, reason))
  return { ...afterPermalinkRead({ ...publication, ...givenUp }, null, now), ...givenUp }
}
