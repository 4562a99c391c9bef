// The few calls to the private API that look for mentions. All of them read; none marks anything as seen.
import * as z from 'zod'
import type { PrivateApiRequest, PrivateApiTransport } from '../../ports/reposts/private-api.ts'
import { DirectInbox } from './inbox.ts'
import { ReelAnswer } from './live-stories.ts'

const Counter = z.union([z.string(), z.number()]).transform(String)
const Badge = z.object({
  seq_id: Counter.optional().catch(undefined),
  badge_count: Counter.optional().catch(undefined),
})
/** The whole reply, once it is known to be an inbox: its content is read message by message. */
const Box = z.unknown().refine((body) => DirectInbox.safeParse(body).success)

type Read<T> = PrivateApiRequest<T>

/** Whether anything has happened in the inbox, without its contents. */
export const BADGE_CALL: Read<z.infer<typeof Badge>> = {
  method: 'GET',
  path: 'direct_v2/get_badge_count/',
  answer: Badge,
}

export interface PageAt {
  readonly cursor: string
  readonly seqId: string | null
}

export function inboxCall(transport: PrivateApiTransport, at: PageAt | null): Read<unknown> {
  return boxCall('direct_v2/inbox/', transport, at)
}

/** Messages of strangers wait there. */
export function requestsCall(transport: PrivateApiTransport): Read<unknown> {
  return boxCall('direct_v2/pending_inbox/', transport, null)
}

/** Without these parameters the platform answers as if it had failed. */
function boxCall(path: string, transport: PrivateApiTransport, at: PageAt | null): Read<unknown> {
  const common = {
    visual_message_return_type: 'unseen',
    thread_message_limit: '10',
    persistentBadging: 'true',
    limit: '20',
    ...(at === null ? {} : { cursor: at.cursor }),
  }
  const ofApp = {
    is_prefetching: 'false',
    fetch_reason: at === null ? 'initial_snapshot' : 'page_scroll',
    push_disabled: 'true',
    ...(at === null ? {} : { direction: 'older' }),
    ...(at === null || at.seqId === null ? {} : { seq_id: at.seqId }),
  }
  return { method: 'GET', path, query: transport === 'web' ? common : { ...common, ...ofApp }, answer: Box }
}

/** What a person shows now. */
export function storiesCall(
  transport: PrivateApiTransport,
  posterId: string,
): Read<z.infer<typeof ReelAnswer>> {
  if (transport === 'mobile')
    return { method: 'GET', path: `feed/user/${posterId}/story/`, answer: ReelAnswer }
  return { method: 'GET', path: 'feed/reels_media/', query: { reel_ids: posterId }, answer: ReelAnswer }
}
