// The state `confirmed`: the permalink is read, then comments.ts does what is wanted under the post, then the post is copied to
// the linked Page of the partner network. None of it can fail the post. The copy has a small ledger of its own, because the call that makes it visible cannot be repeated safely either.
//
//   wanted ──► prepared ──► sending ──► sent ──► ended
//
// wanted    Nothing was done. Preparing shows nothing to anybody and may be repeated.
// prepared  What can be done out of sight is done; `handle` names it.
// sending   Stored before the one visible call. Found at a claim it means "we cannot know": ended, never repeated.
// sent      The Page has it; its permalink is still read, best effort.
import type { PartnerSource } from '../ports/platform/partner-pages.ts'
import type { PlatformAccess, PlatformReply } from '../ports/platform/platform.ts'
import { MINUTE, SECOND, type Duration, type Instant } from '../time.ts'
import { advanceFirstComment, switchCommentsOff } from './comments.ts'
import type { PublishingPorts } from './effects.ts'
import { reasonOf } from './failures.ts'
import type { Change, CrossPost, PayloadItem, Publication } from './publication.ts'
import { nextPermalinkReadAt } from './retry-schedule.ts'
import { hasFollowUps, isPending } from './transitions.ts'

export const WANTED: CrossPost = {
  state: 'wanted',
  handle: null,
  tries: 0,
  partnerPostId: null,
  partnerPermalink: null,
}

export const UNKNOWN =
  'The post is live. It is not known whether its copy on the Facebook Page is: check the Page before you share it there again.'

const RETRIES: readonly Duration[] = [10 * SECOND, MINUTE, 5 * MINUTE]

/** What is left when a post is live: its permalink, then what follows it, then the permalink if it was late. */
export async function completePost(
  ports: PublishingPorts,
  publication: Publication,
  access: PlatformAccess,
): Promise<Change> {
  const { mediaId, permalink, reads } = publication
  const unread = mediaId !== null && permalink === null
  if (hasFollowUps(publication) && !(unread && reads === 0))
    return withEndOfFollowUps(publication, await advanceFollowUp(ports, publication, access))
  if (!unread) return { step: 'done', nextAt: null }
  return afterPermalinkRead(publication, await ports.platform.permalink(access, mediaId), ports.clock.now())
}

/** One after the other: once comments are switched off, the first one could not be posted any more. */
async function advanceFollowUp(
  ports: PublishingPorts,
  publication: Publication,
  access: PlatformAccess,
): Promise<Change> {
  const { firstComment, commentsOff, crossPost } = publication
  if (isPending(firstComment)) return advanceFirstComment(ports, { ...publication, firstComment }, access)
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

type CrossPostPorts = Pick<PublishingPorts, 'partnerPages' | 'publicUrl' | 'openMedia'>

/** One step of the copy. `done` says when the publication as a whole has nothing left to do. */
async function advanceCrossPost(
  ports: CrossPostPorts,
  { payload, ...publication }: Publication & { readonly crossPost: CrossPost },
  access: PlatformAccess,
  now: () => Instant,
): Promise<Change> {
  const { crossPost } = publication
  const end = (reason: string) => toCopyEnded({ ...publication, payload }, reason)
  if (access.page === null) return end('the account no longer has a linked Page. Reconnect it')
  if (crossPost.state === 'sent' && crossPost.partnerPostId !== null) {
    const reply = await ports.partnerPages.permalink(access, crossPost.partnerPostId)
    return afterLinkRead(crossPost, reply, now())
  }
  const source = await openSource(ports, payload.items[0], access).catch(() => null)
  if (source === null) return end('its file is gone, or has no public address')
  switch (crossPost.state) {
    case 'wanted': {
      const reply = await ports.partnerPages.prepare(access, payload, source)
      if (reply.kind === 'ok') {
        return { crossPost: { ...crossPost, state: 'prepared', handle: reply.value.handle, tries: 0 } }
      }
      const again = RETRIES[crossPost.tries]
      if (again === undefined) return end(reasonOf(reply))
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
      return reply.kind === 'refused'
        ? end(reasonOf(reply))
        : { ...end(''), warnings: [...publication.warnings, UNKNOWN] }
    }
    default:
      return end('it had no post to name')
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

function toCopyEnded({ crossPost, warnings }: Publication, reason: string): Change {
  if (crossPost === null) return {}
  const told = `The post is live, but its copy on the Facebook Page was not made: ${reason}.`
  return { crossPost: { ...crossPost, state: 'ended' }, warnings: [...warnings, told] }
}

async function openSource(
  { publicUrl, openMedia }: CrossPostPorts,
  item: PayloadItem | undefined,
  access: PlatformAccess,
): Promise<PartnerSource | null> {
  if (!item) return null
  if (item.kind === 'image') {
    const url = await publicUrl(item, access)
    return url === null ? null : { kind: 'image', url }
  }
  const video = await openMedia(item.blobKey)
  return video && { kind: 'video', video }
}
