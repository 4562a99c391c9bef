// The copy of a live post on the linked Page of the partner network. It has a small ledger of its own, because the call that
// makes it visible cannot be repeated safely either. Whatever happens to it, the post stays as it is.
//
//   wanted ──► prepared ──► sending ──► sent ──► ended
//
// wanted    Nothing was done. Preparing shows nothing to anybody and may be repeated.
// prepared  What can be done out of sight is done; `handle` names it.
// sending   Stored before the one visible call. Found at a claim it means "we cannot know": ended, never repeated.
// sent      The Page has it; its permalink is still read, best effort.
import type { PartnerSource } from '../ports/platform/partner-pages.ts'
import type { PlatformAccess, Reply } from '../ports/platform/platform.ts'
import { MINUTE, SECOND, type Duration, type Instant } from '../time.ts'
import type { PublishingPorts } from './effects.ts'
import type { Change, CrossPost, PayloadItem, Publication } from './publication.ts'

export const WANTED: CrossPost = {
  state: 'wanted',
  handle: null,
  tries: 0,
  partnerPostId: null,
  partnerPermalink: null,
}

type CrossPostPorts = Pick<PublishingPorts, 'partnerPages' | 'publicUrl' | 'openMedia'>

const RETRIES: readonly Duration[] = [10 * SECOND, MINUTE, 5 * MINUTE]

/** One step of the copy. `done` says when the publication as a whole has nothing left to do. */
export async function advanceCrossPost(
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

/** What the death of a process means for a copy that may have been sent. */
export function crossPostAfterCrash(
  crossPost: CrossPost | null,
): Pick<Change, 'crossPost'> & { lost: boolean } {
  if (crossPost?.state !== 'sending') return { crossPost, lost: false }
  return { crossPost: { ...crossPost, state: 'ended' }, lost: true }
}

export const UNKNOWN =
  'The post is live. It is not known whether its copy on the Facebook Page is: check the Page before you share it there again.'

function afterLinkRead(
  crossPost: CrossPost,
  reply: Reply<{ permalink: string | null }>,
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

function reasonOf(reply: Exclude<Reply<unknown>, { kind: 'ok' }>): string {
  return (reply.kind === 'refused' ? reply.refusal.message : reply.reason).replace(/\.$/, '')
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
