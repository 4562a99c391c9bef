// The people at the computer: what they do, drawn before a history begins, so that leaving one act out leaves the others. A third of
// all acts aims at the seconds around a post's time, or at a call about it.
import { MINUTE, SECOND, type Duration } from '../../core/time.ts'
import { bodyOf } from '../faults/kinds/post-kinds.ts'
import { dice, type Dice } from './dice.ts'
import { runOn, sleep, worldNow } from './machine.ts'
import type { Network, Sent } from './network.ts'
import type { Answer, Computer } from './server.ts'
import { KIND_WEIGHTS, isStory, lastAcknowledged, nameOf, type Told } from './told.ts'

const WEIGHTS = {
  schedule: 20,
  publish: 8,
  draft: 5,
  'change words': 15,
  'change time': 10,
  cancel: 8,
  repeat: 8,
  retry: 6,
  delete: 2,
  look: 6,
  'back up': 3,
  restore: 2,
  kill: 2,
} as const
export type ActKind = keyof typeof WEIGHTS

export interface Act {
  readonly nth: number
  readonly kind: ActKind
  /** After the begin of the history. */
  readonly after: Duration
  readonly aim: 'nothing' | 'its time' | 'a call'
}

export function drawActs(seed: number): Act[] {
  const drawn = dice(seed, 'acts')
  const kinds = Object.entries(WEIGHTS).flatMap(([kind, weight]) =>
    Array<ActKind>(weight).fill(kind as ActKind),
  )
  let after = 0
  return Array.from({ length: drawn.between(8, 34) }, (_, nth) => {
    after += drawn.one([1, 2, 5, 10, 20, 40, 90]) * SECOND + drawn.below(SECOND)
    const aim = drawn.one(['nothing', 'nothing', 'nothing', 'nothing', 'its time', 'a call'] as const)
    return { nth, after, kind: nth < 2 ? 'schedule' : drawn.one(kinds), aim }
  })
}

interface PeopleDeps {
  readonly seed: number
  readonly computer: Computer
  readonly network: Network
  readonly told: Told[]
  /** Identifiers of posts, by the name that the history gives them. */
  readonly names: Map<string, string>
  /** Looks at everything that is shown, and finds what contradicts an earlier answer. */
  look(): Promise<void>
  backUp(): void
  restore(): Promise<void>
  kill(): void
  trace(line: string): void
}

const LEADS = [20, 60, 95, 120, 150, 200, 300, 600]
const MOST_POSTS = 10
const PATIENCE = 10 * MINUTE

export type People = ReturnType<typeof createPeople>

export function createPeople(deps: PeopleDeps) {
  const { told, trace } = deps
  const acts: Record<ActKind, (act: Act, drawn: Dice) => Promise<void>> = {
    schedule: (_act, drawn) => makePost(deps, drawn, '/api/v1/schedule'),
    publish: (_act, drawn) => makePost(deps, drawn, '/api/v1/posts/publish'),
    draft: (_act, drawn) => makeDraft(deps, drawn),
    'change words': (act, drawn) => changePost(deps, act, drawn, false),
    'change time': (act, drawn) => changePost(deps, act, drawn, true),
    cancel: (act, drawn) => cancelPost(deps, act, drawn),
    repeat: (_act, drawn) => repeatRequest(deps, drawn),
    retry: (_act, drawn) => retryPost(deps, drawn),
    delete: (act, drawn) => deletePost(deps, act, drawn),
    look: deps.look,
    'back up': async () => deps.backUp(),
    restore: deps.restore,
    kill: async () => deps.kill(),
  }
  return {
    begin(act: Act): void {
      void runOn(undefined, async () => {
        await sleep(act.after)
        trace(`: ${act.nth} ${act.kind}${act.aim === 'nothing' ? '' : `, aimed at ${act.aim}`}`)
        await acts[act.kind](act, dice(deps.seed, 'act', act.nth))
      })
    },
    open: () => told.filter(isOpen),
  }
}

const isOpen = ({ id, cancel, isDeleted }: Told) => id !== null && cancel === 'never' && !isDeleted

interface Sending {
  readonly body?: unknown
  /** Under which it can be repeated. */
  readonly key?: string
}

async function ask(
  { computer, names, trace }: PeopleDeps,
  method: string,
  path: string,
  { body, key }: Sending = {},
): Promise<Answer | null> {
  const answer = await computer.ask(method, path, body, key === undefined ? {} : { 'idempotency-key': key })
  const named = path.replaceAll(/[\da-f-]{36}/g, (id) => names.get(id) ?? '#')
  const code = typeof answer?.body['code'] === 'string' ? answer.body['code'] : ''
  trace(`= ${method} ${named} ${answer ? `${answer.status} ${code}` : 'no answer'}`)
  return answer
}

const isDone = (answer: Answer | null) => answer !== null && answer.status < 300
/** Answers that say that nothing was done. */
const isRefused = (answer: Answer | null) => answer !== null && answer.status >= 400 && answer.status < 500

function timeOf({ computer }: PeopleDeps, lead: Duration): number | null {
  const machine = computer.machine()
  return machine && Math.round(worldNow() + machine.clockAhead + lead)
}

async function makePost(deps: PeopleDeps, drawn: Dice, path: string): Promise<void> {
  const { told, computer } = deps
  if (told.length >= MOST_POSTS) return
  const [nth, kind] = [told.length, drawn.one(KIND_WEIGHTS)]
  const at = path.endsWith('schedule') ? timeOf(deps, drawn.one(LEADS) * SECOND) : null
  const accountId = computer.running()?.accountId
  if (accountId === undefined) return
  const when = at === null ? {} : { scheduledFor: new Date(at).toISOString() }
  const body = { accountId, ...bodyOf(kind, nameOf(nth, 1)), ...when }
  const one: Told = {
    nth,
    kind,
    key: `key-${nth}`,
    request: { path, body },
    id: null,
    versions: [{ number: 1, at, answer: 'in doubt' }],
    cancel: 'never',
    isDeleted: false,
    isRestored: false,
    published: null,
  }
  told.push(one)
  heard(deps, one, await ask(deps, 'POST', path, { body, key: one.key }))
}

function heard({ names }: PeopleDeps, told: Told, answer: Answer | null): void {
  const [first] = told.versions
  if (isDone(answer) && first) {
    told.id = String(answer?.body['postId'])
    names.set(told.id, `p${told.nth}`)
    first.answer = 'acknowledged'
  } else if (isRefused(answer) && first && first.answer !== 'acknowledged') first.answer = 'refused'
}

async function makeDraft(deps: PeopleDeps, drawn: Dice): Promise<void> {
  const { told, computer, names } = deps
  const accountId = computer.running()?.accountId
  if (told.length >= MOST_POSTS || accountId === undefined) return
  const [nth, kind] = [told.length, drawn.one(KIND_WEIGHTS)]
  const body = { accountId, ...bodyOf(kind, nameOf(nth, 1)) }
  const made = await ask(deps, 'POST', '/api/v1/posts/draft', { body })
  const id = made && isDone(made) ? String(made.body['id'] ?? made.body['postId']) : null
  const at = timeOf(deps, drawn.one(LEADS) * SECOND)
  if (id === null || at === null || told.length !== nth) return
  names.set(id, `p${nth}`)
  const request = {
    path: `/api/v1/posts/draft/${id}/schedule`,
    body: { scheduledFor: new Date(at).toISOString() },
  }
  const one: Told = {
    nth,
    kind,
    key: `key-${nth}`,
    request,
    id,
    versions: [{ number: 1, at, answer: 'in doubt' }],
    cancel: 'never',
    isDeleted: false,
    isRestored: false,
    published: null,
  }
  told.push(one)
  heard(deps, one, await ask(deps, 'POST', request.path, { body: request.body, key: one.key }))
}

/** One of the open posts, at the moment at which the act aims. */
async function choose(deps: PeopleDeps, { aim }: Act, drawn: Dice): Promise<Told | null> {
  const open = deps.told.filter(isOpen)
  if (open.length === 0) return null
  const one = drawn.one(aim === 'nothing' ? open : open.slice(-3))
  if (aim === 'its time') {
    const at = lastAcknowledged(one)?.at ?? 0
    await sleep(Math.min(at - (timeOf(deps, 0) ?? at) + drawn.between(-20, 20) * SECOND, PATIENCE))
  }
  if (aim === 'a call')
    await Promise.race([aboutIt(deps, one, drawn.between(0, 30) * SECOND), sleep(PATIENCE)])
  return isOpen(one) ? one : null
}

function aboutIt({ network, names }: PeopleDeps, { id }: Told, later: Duration): Promise<void> {
  const name = names.get(id ?? '')
  return new Promise((resolve) => {
    network.watch(({ path }: Sent) => {
      if (name !== undefined && path.split('/').includes(name)) void sleep(later).then(resolve)
    })
  })
}

async function changePost(deps: PeopleDeps, act: Act, drawn: Dice, isTime: boolean): Promise<void> {
  const one = await choose(deps, act, drawn)
  if (!one || (isStory(one.kind) && !isTime)) return
  const number = (one.versions.at(-1)?.number ?? 0) + 1
  const before = lastAcknowledged(one)?.at ?? null
  const at = isTime ? timeOf(deps, drawn.one([20, 60, 95, 120, 300]) * SECOND) : before
  const version: Told['versions'][number] = { number, at, answer: 'in doubt' }
  one.versions.push(version)
  const when = isTime && at !== null ? { scheduledFor: new Date(at).toISOString() } : {}
  const words = isStory(one.kind) ? {} : { caption: nameOf(one.nth, number) }
  const answer = await ask(deps, 'PUT', `/api/v1/schedule/${one.id}`, { body: { ...words, ...when } })
  if (isDone(answer)) version.answer = 'acknowledged'
  else if (isRefused(answer)) version.answer = 'refused'
}

async function cancelPost(deps: PeopleDeps, act: Act, drawn: Dice): Promise<void> {
  const one = await choose(deps, act, drawn)
  if (!one) return
  one.cancel = 'in doubt'
  const answer = await ask(deps, 'DELETE', `/api/v1/schedule/${one.id}`)
  if (isDone(answer)) one.cancel = 'acknowledged'
  else if (isRefused(answer)) one.cancel = 'never'
}

/** Sends a request again under its key, as after a silence. */
async function repeatRequest(deps: PeopleDeps, drawn: Dice): Promise<void> {
  if (deps.told.length === 0) return
  const silent = deps.told.filter(({ versions }) => versions[0]?.answer === 'in doubt')
  const one = drawn.one(silent.length > 0 ? silent : deps.told)
  if (one.versions[0]?.answer === 'refused' || one.isRestored) return
  const known = one.id
  const answer = await ask(deps, 'POST', one.request.path, { body: one.request.body, key: one.key })
  if (isDone(answer) && known !== null && String(answer?.body['postId']) !== known)
    throw new Error(`N2 post ${one.nth}: the same request under its key made another post`)
  if (one.versions.length === 1) heard(deps, one, answer)
}

async function retryPost(deps: PeopleDeps, drawn: Dice): Promise<void> {
  const listed = await ask(deps, 'GET', '/api/v1/posts?status=FAILED')
  const failed = ((listed?.body['posts'] ?? []) as { id: string }[]).filter(({ id }) => deps.names.has(id))
  if (failed.length > 0) await ask(deps, 'POST', `/api/v1/posts/${drawn.one(failed).id}/retry`)
}

async function deletePost(deps: PeopleDeps, act: Act, drawn: Dice): Promise<void> {
  const one = await choose(deps, act, drawn)
  if (!one) return
  one.isDeleted = true
  const answer = await ask(deps, 'DELETE', `/api/v1/posts/${one.id}`)
  if (isRefused(answer)) one.isDeleted = false
}
