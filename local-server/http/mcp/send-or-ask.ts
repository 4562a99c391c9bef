// Sends a draft or, with a key that may not, asks a person to.
import { isInputRequiredResult, type InputRequiredResult } from '@modelcontextprotocol/server'
import type { ApprovalBody } from '../../../core/api/approvals.ts'
import type { Opening } from './inbox.ts'
import { get, sendJson, type Agent, type Answer, type Call } from './requests.ts'

const WAITS =
  'Nothing was sent. It waits for a person: they approve or decline it on the page of Nightpost, in the inbox under "For approval". Tell them. No tool can do it for them, and a change of the draft ends the request.'

const WAITS_NO_LONGER = 'It does not wait for a person any more. The status says whether they had it sent.'

interface Sending {
  readonly postId: string
  readonly idempotencyKey: string
  readonly scheduledFor?: string
  readonly timezone?: string | undefined
}

/**
 * Asks for approval of what the key may not send; the client may open the page for the person. Asking again replaces the earlier
 * request, so this can be repeated, too.
 */
export async function sendOrAsk(
  { call, inbox }: Agent,
  how: 'publish' | 'schedule',
  { postId, idempotencyKey: key, ...time }: Sending,
): Promise<Answer | InputRequiredResult> {
  if (inbox.opening !== null) return afterOpening(call, postId, inbox.opening)
  const sent = await sendJson(call, `POST /posts/draft/${postId}/${how}`, time, key)
  if (sent.response.status !== 403) return sent
  const { response } = await sendJson(call, 'POST /approvals', { postId, ...time })
  if (!response.ok) return { response }
  const opening = await inbox.open()
  if (opening === null) return { response, note: WAITS }
  return isInputRequiredResult(opening) ? opening : afterOpening(call, postId, opening)
}

/** Makes no new request: the person may have answered meanwhile. */
async function afterOpening(call: Call, postId: string, opening: Opening): Promise<Answer> {
  const { response } = await get(call, '/approvals')
  if (!response.ok) return { response }
  const { approvals } = (await response.json()) as { readonly approvals: readonly ApprovalBody[] }
  const waiting = approvals.find((approval) => approval.postId === postId)
  if (waiting === undefined) return { ...(await get(call, `/posts/${postId}`)), note: WAITS_NO_LONGER }
  const opened =
    opening === 'accept' ? 'Your client says that it opened that page.' : 'That page was not opened.'
  return { response: Response.json(waiting), note: `${WAITS} ${opened}` }
}
