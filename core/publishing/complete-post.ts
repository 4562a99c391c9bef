// The state `confirmed`: the permalink is read, then comments.ts does what is wanted under the post, then the post is copied to
// the linked Page of the partner network. None of it can fail the post. The copy has a small ledger of its own, because the call that makes it visible cannot be repeated safely either.
//
//   wanted ──► prepared ──► sending ──► sent ──► ended
//
// wanted    Nothing was done. Preparing shows nothing to anybody and may be repeated.
// prepared  What can be done out of sight is done; `handle` names it.
// sending   Stored before the one visible call. Found at a claim it means "we cannot know": ended, never repeated.
// sent      The Page has it; its permalink is still read, best effort.
import { warning, type Warning } from '../notices/warnings.ts'
import type { PartnerSource } from '../ports/platform/partner-pages.ts'
import type { PlatformAccess, PlatformReply } from '../ports/platform/platform.ts'
import { MINUTE, SECOND, type Duration, type Instant } from '../time.ts'
import { advanceFirstComment, switchCommentsOff } from './comments.ts'
import type { PublishingDeps } from './effects.ts'
import { reasonOf } from './failures.ts'
import type { Change, CrossPost, Publication } from './publication.ts'
import { readLimitIfNear, withoutWaitForRoom } from './publishing-limit.ts'
import { nextPermalinkReadAt } from './retry-schedule.ts'
import { hasFollowUps, isPending } from './transitions.ts'

export const WANTED: CrossPost = {
  state: 'wanted',
  handle: null,
  tries: 0,
  partnerPostId: null,
  partnerPermalink: null,
}

const RETRIES: readonly Duration[] = [10 * SECOND, MINUTE, 5 * MINUTE]

/** What is left when a post is live: its permalink, then what follows it, then the permalink if it was late. */
export async function completePost(
  ports: PublishingDeps,
  publication: Publication,
  access: PlatformAccess,
): Promise<Change> {
  const { mediaId, permalink, reads } = publication
  const unread = mediaId !== null && permalink === null
  if (hasFollowUps(publication) && !(unread && reads === 0))
    return withEndOfFollowUps(publication, await advanceFollowUp(ports, publication, access))
  if (reads === 0) await readLimitIfNear(ports, publication.accountId, access)
  if (!unread) return { step: 'done', nextAt: null }
  return afterPermalinkRead(publication, await ports.platform.permalink(access, mediaId), ports.clock.now())
}

/** One after the other: once comments are switched off, the first one could not be posted any more. */
async function advanceFollowUp(
  ports: PublishingDeps,
  publication: Publication,
  access: PlatformAccess,
): Promise<Change> {
  const { firstComment, commentsOff, crossPost } = publication
  if (isPending(firstComment)) {
    const asCommenter = await withoutWaitForRoom(ports, publication.accountId, access)
    return advanceFirstComment(ports, { ...publication, firstComment }, asCommenter)
  }
  if (isPending(commentsOff)) return switchCommentsOff(ports, { ...publication, commentsOff }, access)
  if (isPending(crossPost))
    return advanceCrossPost(ports, { ...publication, crossPost }, access, () => ports.clock.now())
  return {}
}

/** When the last one has come to its end, only a permalink that is still missing keeps the publication going. */
function withEndOfFollowUps(publication: Publication, change: Change): Change {
  const unread = publication.mediaId !== null && publication.permalink === null
  const goesOn = { nextAt: null, ...change }
  const isOver = !hasFollowUps({ ...publication, ...change }) && !unread
  return isOver ? { ...goesOn, step: 'done', nextAt: null } : goesOn
}

/** One read at once; while something else follows the post, further ones come after it. */
export function afterPermalinkRead(
  publication: Publication,
  reply: PlatformReply<{ permalink: string | null }> | null,
  now: Instant,
): Change {
  const permalink = reply?.kind === 'ok' ? reply.value.permalink : null
  const reads = publication.reads + 1
  if (hasFollowUps(publication)) return { permalink, reads, nextAt: null }
  if (permalink !== null) return { step: 'done', permalink, nextAt: null }
  const nextAt = nextPermalinkReadAt(now, publication.reads)
  return nextAt === null ? { step: 'done', nextAt } : { reads, nextAt }
}

/** One step of the copy. `done` says when the publication as a whole has nothing left to do. */
async function advanceCrossPost(
  ports: PublishingDeps,
  publication: Publication & { readonly crossPost: CrossPost },
  access: PlatformAccess,
  now: () => Instant,
): Promise<Change> {
  const { crossPost, payload } = publication
  const end = (why: Warning) => toCopyEnded(publication, why)
  if (access.page === null) return end(warning('PAGE_COPY_WITHOUT_PAGE'))
  if (crossPost.state === 'sent' && crossPost.partnerPostId !== null) {
    const reply = await ports.partnerPages.permalink(access, crossPost.partnerPostId)
    return afterLinkRead(crossPost, reply, now())
  }
  const source = await openSource(ports, publication, access).catch(() => null)
  if (source === null) return end(warning('PAGE_COPY_WITHOUT_FILE'))
  switch (crossPost.state) {
    case 'wanted': {
      const reply = await ports.partnerPages.prepare(access, payload, source)
      if (reply.kind === 'ok') {
        return { crossPost: { ...crossPost, state: 'prepared', handle: reply.value.handle, tries: 0 } }
      }
      const again = RETRIES[crossPost.tries]
      if (again === undefined) return end(refusedCopy(reply))
      return { crossPost: { ...crossPost, tries: crossPost.tries + 1 }, nextAt: now() + again }
    }
    case 'prepared':
      return { crossPost: { ...crossPost, state: 'sending' } }
    case 'sending': {
      const reply = await ports.partnerPages.publish(access, payload, { handle: crossPost.handle, source })
      if (reply.kind === 'ok') {
        const { partnerPostId } = reply.value
        return { crossPost: { ...crossPost, state: 'sent', tries: 0, partnerPostId } }
      }
      return end(reply.kind === 'refused' ? refusedCopy(reply) : warning('PAGE_COPY_UNKNOWN'))
    }
    default:
      return end(warning('PAGE_COPY_WITHOUT_POST'))
  }
}

function afterLinkRead(
  crossPost: CrossPost,
  reply: PlatformReply<{ permalink: string | null }>,
  now: Instant,
): Change {
  const found = reply.kind === 'ok' ? reply.value.permalink : null
  const again = RETRIES[crossPost.tries]
  if (found === null && again !== undefined) {
    return { crossPost: { ...crossPost, tries: crossPost.tries + 1 }, nextAt: now + again }
  }
  return { crossPost: { ...crossPost, state: 'ended', partnerPermalink: found } }
}

function toCopyEnded(
  { crossPost, warnings }: Publication & { readonly crossPost: CrossPost },
  why: Warning,
): Change {
  return { crossPost: { ...crossPost, state: 'ended' }, warnings: [...warnings, why] }
}

function refusedCopy(reply: Exclude<PlatformReply<unknown>, { kind: 'ok' }>): Warning {
  return warning('PAGE_COPY_REFUSED', { reason: reasonOf(reply) })
}

async function openSource(
  { publicUrl, openMedia }: PublishingDeps,
  { payload, jobId }: Publication,
  access: PlatformAccess,
): Promise<PartnerSource | null> {
  const item = payload.items[0]
  if (!item) return null
  if (item.kind === 'image') {
    const url = await publicUrl(item, access, jobId)
    return url === null ? null : { kind: 'image', url }
  }
  const video = await openMedia(item.blobKey)
  return video && { kind: 'video', video }
}
