// A program that a model steers: it writes drafts and asks to send them, with a key that may not, and a person answers it.
import { SECOND } from '../../../core/time.ts'
import { bodyOf } from '../../faults/kinds/post-kinds.ts'
import { wordsOf } from '../comments.ts'
import type { Dice } from '../dice.ts'
import { sleep } from '../machine.ts'
import type { Act } from '../people.ts'
import type { Answer } from '../server.ts'
import { isStory, nameOf, numberIn, type Told } from '../told.ts'
import {
  accountOf,
  addVersion,
  ask,
  choose,
  drawTime,
  isDone,
  isFull,
  isoOf,
  newTold,
  nextNumber,
  NO_REQUEST,
  settled,
  type PeopleDeps,
} from './acting.ts'
import { drawPost } from './posts.ts'

const PROTOCOL = '2026-07-28'

async function keyOf(deps: PeopleDeps): Promise<string | null> {
  if (deps.agent.key !== null) return deps.agent.key
  const body = { name: 'an agent', rights: 'approval' }
  const made = await ask(deps, 'POST', '/api/v1/settings/api-keys', { body })
  const key = isDone(made) ? made?.body['fullKey'] : null
  deps.agent.key = typeof key === 'string' ? key : null
  return deps.agent.key
}

/** What the tool says, or null when it refuses or nothing is heard. */
async function callTool(deps: PeopleDeps, name: string, given: object): Promise<string | null> {
  const key = await keyOf(deps)
  if (key === null) return null
  const client = { name: 'agent', version: '1' }
  const about = { protocolVersion: PROTOCOL, clientInfo: client, clientCapabilities: {} }
  const meta = Object.entries(about).map(([fact, value]) => [`io.modelcontextprotocol/${fact}`, value])
  const answer = await ask(deps, 'POST', '/mcp', {
    headers: {
      ...bearer(key),
      accept: 'application/json, text/event-stream',
      'mcp-method': 'tools/call',
      'mcp-name': name,
      'mcp-protocol-version': PROTOCOL,
    },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: given, _meta: Object.fromEntries(meta) },
    },
  })
  // A restore may have forgotten it.
  if (answer?.status === 401) deps.agent.key = null
  const result = answer?.body['result'] as { content: { text: string }[]; isError?: boolean } | undefined
  const text = result?.content[0]?.text ?? null
  deps.trace(`= ${name} ${text === null ? 'no answer' : result?.isError ? text : 'done'}`)
  return result?.isError ? null : text
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}`, cookie: '' })

export async function askToSend(deps: PeopleDeps, act: Act, drawn: Dice): Promise<void> {
  const { told, names } = deps
  const accountId = accountOf(deps)
  if (isFull(deps) || accountId === null) return
  const { number, ...post } = drawPost(deps, drawn)
  const saved = await callTool(deps, 'save_draft', {
    accountId,
    ...bodyOf(post.kind, nameOf(post.words, number)),
  })
  if (saved === null || told.length !== post.nth) return
  const { postId: id } = JSON.parse(saved) as { postId: string }
  names.set(id, `p${post.nth}`)
  const one = newTold({ ...post, accountId, key: '', request: NO_REQUEST, id })
  told.push(one)
  await request(deps, one, act, drawn)
  await maybeAnswer(deps, act, drawn)
}

/** To have it sent at once or at a time. A person was told of nothing yet: so it has no version that may go out. */
async function request(deps: PeopleDeps, { id }: Told, { nth }: Act, drawn: Dice): Promise<void> {
  const at = drawn.chance(0.6) ? drawTime(deps, drawn) : null
  const when = at === null ? {} : { scheduledFor: isoOf(at) }
  if (drawn.chance(0.7)) {
    const tool = at === null ? 'publish_draft' : 'schedule_draft'
    await callTool(deps, tool, { postId: id, idempotencyKey: `ask-${nth}`, ...when })
    return
  }
  const key = await keyOf(deps)
  if (key === null) return
  await ask(deps, 'POST', '/api/v1/approvals', { body: { postId: id, ...when }, headers: bearer(key) })
}

/** Amid the person's thinking about it. */
export async function changeAsked(deps: PeopleDeps, act: Act, drawn: Dice): Promise<void> {
  const asked = deps.told.filter(isChangeable)
  if (asked.length > 0) await changeDraft(deps, drawn.one(asked), act, drawn)
}

/** A draft that no person has answered yet. */
const isChangeable = ({ key, versions, kind }: Told) => key === '' && versions.length === 0 && !isStory(kind)

async function changeDraft(deps: PeopleDeps, one: Told, act: Act, drawn: Dice): Promise<void> {
  const caption = nameOf(one.words, numberOf(act))
  const isSaved = await callTool(deps, 'save_draft', { postId: one.id, caption })
  if (isSaved !== null && drawn.chance(0.6)) await request(deps, one, act, drawn)
}

/** Above those of all who asked before; people count on from what was approved. */
const numberOf = ({ nth }: Act) => 100 * (nth + 1)

/** Other words, another time, or both, for what a person has scheduled. Nothing of it holds before it is approved. */
export async function askToChange(deps: PeopleDeps, act: Act, drawn: Dice): Promise<void> {
  const one = await choose(deps, act, drawn)
  const at = drawn.chance(0.5) ? drawTime(deps, drawn) : null
  if (!one || (isStory(one.kind) && at === null)) return
  const when = at === null ? {} : { scheduledFor: isoOf(at) }
  const keepsWords = isStory(one.kind) || (at !== null && drawn.chance(0.5))
  const content = keepsWords ? {} : wordsOf(deps.seed, { ...one, number: numberOf(act) })
  await callTool(deps, 'change_scheduled', { postId: one.id, content, ...when })
  await maybeAnswer(deps, act, drawn)
}

export async function askToCancel(deps: PeopleDeps, act: Act, drawn: Dice): Promise<void> {
  const one = await choose(deps, act, drawn)
  if (!one) return
  await callTool(deps, 'cancel_scheduled', { postId: one.id })
  await maybeAnswer(deps, act, drawn)
}

interface Waiting {
  readonly id: string
  readonly postId: string
  readonly action: 'send' | 'change' | 'cancel'
  readonly contentHash: string
  readonly scheduledFor: string | null
  readonly content: { readonly caption: string | null }
}

/** Most requests are noticed at once; others wait until somebody looks. */
async function maybeAnswer(deps: PeopleDeps, act: Act, drawn: Dice): Promise<void> {
  if (drawn.chance(0.7)) await answerAgent(deps, act, drawn)
}

const CHANGED_MEANWHILE = 0.3

/** A person looks, thinks, and answers what was shown; some answers are taken back. */
export async function answerAgent(deps: PeopleDeps, act: Act, drawn: Dice): Promise<void> {
  const listed = await ask(deps, 'GET', '/api/v1/approvals')
  const waiting = isDone(listed) ? (listed?.body['approvals'] as Waiting[]) : []
  if (waiting.length === 0) return
  const request = drawn.one(waiting)
  await sleep(drawn.one([1, 5, 20, 60]) * SECOND)
  const one = deps.told.find((it) => it.id === request.postId)
  if (!one) return
  if (isChangeable(one) && drawn.chance(CHANGED_MEANWHILE)) await changeDraft(deps, one, act, drawn)
  if (drawn.chance(0.25)) {
    await ask(deps, 'POST', `/api/approvals/${request.id}/decline`)
    return
  }
  await APPROVE[request.action](deps, one, request, drawn)
}

type Approve = (deps: PeopleDeps, one: Told, request: Waiting, drawn: Dice) => Promise<void>

const APPROVE: Record<Waiting['action'], Approve> = {
  send: async (deps, one, request, drawn) => {
    const { cancel, isRestored, isUnnoticed, versions } = one
    // At a time, the Worker may send it, which does not look.
    if (isRestored && versions.length > 0 && (isUnnoticed || request.scheduledFor !== null))
      one.isSentTwice = true
    const version = addVersion(one, numberIn(request.content.caption) ?? 1, timeIn(request))
    if (cancel === 'acknowledged') one.cancel = 'in doubt'
    const answer = await approve(deps, request)
    version.answer = settled(answer, 'acknowledged', 'refused', 'in doubt')
    one.cancel = settled(answer, 'never', cancel, one.cancel)
    if (version.answer !== 'acknowledged' || drawn.chance(0.75)) return
    await sleep(drawn.between(1, 8) * SECOND)
    one.cancel = 'in doubt'
    const back = await ask(deps, 'POST', `/api/approvals/${request.id}/take-back`)
    one.cancel = settled(back, 'acknowledged', 'never', 'in doubt')
  },
  change: async (deps, one, request) => {
    const version = addVersion(
      one,
      numberIn(request.content.caption) ?? nextNumber(deps, one),
      timeIn(request),
    )
    version.answer = settled(await approve(deps, request), 'acknowledged', 'refused', 'in doubt')
  },
  cancel: async (deps, one, request) => {
    const { cancel } = one
    one.cancel = 'in doubt'
    one.cancel = settled(await approve(deps, request), 'acknowledged', cancel, 'in doubt')
  },
}

async function approve(deps: PeopleDeps, { id, action, contentHash }: Waiting): Promise<Answer | null> {
  const answer = await ask(deps, 'POST', `/api/approvals/${id}/approve`, { body: { contentHash } })
  if (isDone(answer)) deps.trace(`~ a person approves: ${action}`)
  return answer
}

const timeIn = ({ scheduledFor }: Waiting) => (scheduledFor === null ? null : Date.parse(scheduledFor))
