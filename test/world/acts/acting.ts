// What all acts share: how a person asks the server, hears its answer, and finds the moment and the post that an act aims at.
import { MINUTE, SECOND, type Duration, type Instant } from '../../../core/time.ts'
import type { PostKind } from '../../faults/kinds/post-kinds.ts'
import type { Connected } from '../clouds.ts'
import type { Dice } from '../dice.ts'
import { sleep, worldNow } from '../machine.ts'
import type { Network, Sent } from '../network.ts'
import type { Mentions } from '../mentions.ts'
import type { Others } from '../elsewhere.ts'
import type { Act } from '../people.ts'
import type { ShownPost } from '../promises.ts'
import type { Answer, Computer } from '../server.ts'
import { isMadeOf, lastAcknowledged, type Told, type Version } from '../told.ts'

export interface PeopleDeps {
  readonly seed: number
  /** So that a history stays small; with few posts, most acts meet on one of them. */
  readonly mostPosts: number
  /** How many of the posts have the words of an earlier one. */
  readonly sameWords: number
  readonly computer: Computer
  readonly network: Network
  readonly told: Told[]
  /** Identifiers of posts, by the name that the history gives them. */
  readonly names: Map<string, string>
  readonly mentions: Mentions
  readonly others: Others
  /** Looks at everything that is shown, and finds what contradicts an earlier answer. */
  look(): Promise<void>
  backUp(): void
  restore(): Promise<void>
  kill(): void
  closeLid(time: Duration): void
  /** Of a history that has a cloud: the server starts again with other variables. */
  setCloud(to: Connected): void
  /** The folder, on a second computer. */
  copy(): Promise<void>
  /** From now on the copy is the one that is used. */
  moveOver(): void
  /** The account of the other login, once it is used. */
  readonly other: { accountId: string | null }
  /** The key of the program that asks people to send its drafts. */
  readonly agent: { key: string | null }
  /** From here on, and for a while before, more than a person’s own acts decides what happens. */
  disturbed(): void
  /** A promise does not hold. */
  broke(sentence: string): void
  trace(line: string): void
}

export type DoAct = (deps: PeopleDeps, act: Act, drawn: Dice) => Promise<void>

const PATIENCE = 10 * MINUTE

export const isFull = ({ told, mostPosts }: PeopleDeps, more = 1) => told.length + more > mostPosts

/** Such as a person sees among the posts that wait, and can change. */
export const isOpen = ({ id, cancel, isDeleted, versions }: Told) =>
  id !== null && cancel === 'never' && !isDeleted && versions.length > 0

export interface Sending {
  readonly body?: unknown
  /** Under which it can be repeated. */
  readonly key?: string
  readonly headers?: Record<string, string>
}

export async function ask(
  { computer, names, trace }: PeopleDeps,
  method: string,
  path: string,
  { body, key, headers = {} }: Sending = {},
): Promise<Answer | null> {
  const keyed = key === undefined ? headers : { ...headers, 'idempotency-key': key }
  const answer = await computer.ask(method, path, body, keyed)
  const named = path.replaceAll(/[\da-f-]{36}/g, (id) => names.get(id) ?? '#')
  const code = answer?.body['code']
  const said = answer ? `${answer.status} ${typeof code === 'string' ? code : ''}` : 'no answer'
  trace(`= ${method} ${named} ${said}`)
  return answer
}

export const isDone = (answer: Answer | null) => answer !== null && answer.status < 300
/** Answers that say that nothing was done. */
export const isRefused = (answer: Answer | null) =>
  answer !== null && answer.status >= 400 && answer.status < 500

/** What the answer makes of something that was in doubt. */
export const settled = <T>(answer: Answer | null, done: T, refused: T, open: T): T => {
  if (isDone(answer)) return done
  return isRefused(answer) ? refused : open
}

/** By the computer's clock; null while it is off. */
export function timeOf({ computer }: PeopleDeps, lead: Duration): Instant | null {
  const machine = computer.machine()
  return machine && Math.round(worldNow() + machine.clockAhead + lead)
}

/** Null while no account is connected, or the computer is off. */
export const accountOf = ({ computer, other }: PeopleDeps): string | null =>
  computer.running() ? other.accountId || computer.running()?.accountId || null : null

export const isoOf = (at: Instant) => new Date(at).toISOString()

export const LEADS = [20, 60, 95, 120, 150, 200, 300, 600]
export const drawTime = (deps: PeopleDeps, drawn: Dice, leads = LEADS) =>
  timeOf(deps, drawn.one(leads) * SECOND)

/** Not told of anything yet. */
export function newTold(facts: Pick<Told, 'nth' | 'kind' | 'key' | 'request'> & Partial<Told>): Told {
  return {
    words: facts.nth,
    part: null,
    id: null,
    versions: [],
    accountId: null,
    since: worldNow(),
    cancel: 'never',
    isDeleted: false,
    deletedAt: null,
    disconnectedAt: null,
    isRestored: false,
    isUnnoticed: false,
    isSentTwice: false,
    published: null,
    ...facts,
  }
}

/** Nobody asked for the post by a request that can be repeated. */
export const NO_REQUEST = { path: '', body: {} }

/** Of any of the posts with these words, so that what is live says which was meant. */
export const nextNumber = ({ told }: PeopleDeps, { words }: Pick<Told, 'words'>) =>
  1 + Math.max(0, ...told.filter((one) => one.words === words).flatMap(numbersOf))
const numbersOf = ({ versions }: Told) => versions.map(({ number }) => number)

export function addVersion(one: Told, number: number, at: Instant | null, kind?: PostKind): Version {
  const version: Version = { number, at, answer: 'in doubt', ...(kind ? { kind } : {}) }
  one.versions.push(version)
  one.disconnectedAt = null
  return version
}

/** The posts that the server shows now. */
export async function listPosts(deps: PeopleDeps): Promise<readonly ShownPost[]> {
  const listed = await ask(deps, 'GET', '/api/v1/posts?limit=100')
  return isDone(listed) ? (listed?.body['posts'] as ShownPost[]) : []
}

/** One of the open posts, at the moment at which the act aims. */
export async function choose(deps: PeopleDeps, { aim }: Act, drawn: Dice): Promise<Told | null> {
  const open = deps.told.filter(isOpen)
  if (open.length === 0) return null
  const one = drawn.one(aim === 'nothing' ? open : open.slice(-3))
  await waitFor(deps, one, aim, drawn)
  return isOpen(one) ? one : null
}

export async function waitFor(deps: PeopleDeps, one: Told, aim: Act['aim'], drawn: Dice): Promise<void> {
  if (aim === 'its time') {
    const at = lastAcknowledged(one)?.at ?? 0
    await sleep(Math.min(at - (timeOf(deps, 0) ?? at) + drawn.between(-20, 20) * SECOND, PATIENCE))
  }
  if (aim === 'a call')
    await Promise.race([
      aboutIt(deps, one, drawn.chance(0.5), drawn.one([0, 50, SECOND, drawn.between(0, 30) * SECOND])),
      sleep(PATIENCE),
    ])
}

/** While it is sent to the Worker or asked for there, or while it is published, whoever does it. */
function aboutIt(
  { network, names }: PeopleDeps,
  { id, words }: Told,
  isPublish: boolean,
  later: Duration,
): Promise<void> {
  const name = names.get(id ?? '')
  const isAbout = ({ path, publishes }: Sent) =>
    isPublish
      ? publishes !== null && isMadeOf({ words }, publishes)
      : name !== undefined && path.split('/').includes(name)
  return new Promise((resolve) => {
    network.watch((call) => {
      if (isAbout(call)) void sleep(later).then(resolve)
    })
  })
}
