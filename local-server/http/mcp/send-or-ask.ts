// Does what may put something before the public or, with a key that may not, asks a person to.
import { isInputRequiredResult, type InputRequiredResult } from '@modelcontextprotocol/server'
import type { ApprovalAction } from '../../../core/api/access.ts'
import type { ApprovalBody } from '../../../core/api/approvals.ts'
import type { PostBody } from '../../../core/api/posts.ts'
import { refusalText } from './answers.ts'
import type { Opening } from './inbox.ts'
import { get, sendJson, shown, type Agent, type Answer, type Call } from './requests.ts'
import { shownPost, shownRequest, type MeBody } from './shown.ts'

const NOTHING: Readonly<Record<ApprovalAction, string>> = {
  send: 'Nothing was sent. It waits',
  change: 'Nothing was changed. It waits',
  cancel: 'Nothing was cancelled. It waits',
}

const waitsFor = (action: ApprovalAction) =>
  `${NOTHING[action]} for a person: they approve or decline it on the page of Nightpost, in the inbox under "For approval". Tell them. No tool can do it for them, and ${
    action === 'send' ? 'a change of the draft ends the request' : 'until then the post stays as it is'
  }.`

const WAITS_NO_LONGER = 'It does not wait for a person any more. The status says whether they had it sent.'

interface Wish {
  readonly postId: string
  readonly action: ApprovalAction
  /** What a key does that may. */
  act(): Promise<Answer>
  /** What a person is asked for otherwise, beside post and action. */
  readonly asked?: object
}

/**
 * The client may open the page for the person who is asked. Asking again replaces the earlier request, so this can be repeated, too.
 */
export async function actOrAsk(
  { call, inbox }: Agent,
  { postId, action, act, asked = {} }: Wish,
): Promise<Answer | InputRequiredResult> {
  if (inbox.opening !== null) return afterOpening(call, postId, inbox.opening)
  if (!(await mustAsk(call))) return act()
  const { response } = await sendJson(call, 'POST /approvals', { postId, action, ...asked })
  if (!response.ok) return { response }
  const opening = await inbox.open()
  if (opening === null)
    return { ...(await shown<ApprovalBody>({ response }, shownRequest)), note: waitsFor(action) }
  return isInputRequiredResult(opening) ? opening : afterOpening(call, postId, opening)
}

const HELD =
  'It does not go out yet: a person has to confirm on the page of Nightpost that posts may. Tell them.'

/** What was sent waits like everything else while the queue is held, which its status does not show. */
export async function sayIfHeld(call: Call, sent: Promise<Answer>): Promise<Answer> {
  const answer = await sent
  if (!answer.response.ok) return answer
  const { response } = await get(call, '/health')
  const { problems = [] } = (await response.json()) as { readonly problems?: readonly { code: string }[] }
  return problems.some(({ code }) => code === 'QUEUE_HELD') ? { ...answer, note: HELD } : answer
}

/** Asked first: trying would leave a refusal in the log of the key each time. */
export async function mustAsk(call: Call): Promise<boolean> {
  const { response } = await get(call, '/auth/me')
  if (!response.ok) return false
  return ((await response.json()) as MeBody).rights === 'approval'
}

/** Asks for each: they are no more than a person looks at one by one. */
export async function askToCancel(call: Call, postIds: readonly string[]): Promise<Answer> {
  const results: { readonly postId: string; readonly outcome: string; readonly problem?: string }[] = []
  for (const postId of postIds) {
    const { response } = await sendJson(call, 'POST /approvals', { postId, action: 'cancel' })
    if (response.ok) results.push({ postId, outcome: 'waits' })
    else results.push({ postId, outcome: 'refused', problem: refusalText(await response.json()) })
  }
  const isAsked = results.some(({ outcome }) => outcome === 'waits')
  return { response: Response.json({ results }), ...(isAsked && { note: waitsFor('cancel') }) }
}

/** Makes no new request: the person may have answered meanwhile. */
async function afterOpening(call: Call, postId: string, opening: Opening): Promise<Answer> {
  const { response } = await get(call, '/approvals')
  if (!response.ok) return { response }
  const { approvals } = (await response.json()) as { readonly approvals: readonly ApprovalBody[] }
  const waiting = approvals.find((approval) => approval.postId === postId)
  if (waiting === undefined)
    return { ...(await shown<PostBody>(get(call, `/posts/${postId}`), shownPost)), note: WAITS_NO_LONGER }
  const opened =
    opening === 'accept' ? 'Your client says that it opened that page.' : 'That page was not opened.'
  const note = `${waitsFor(waiting.action as ApprovalAction)} ${opened}`
  return { response: Response.json(shownRequest(waiting)), note }
}
