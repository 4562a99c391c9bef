// Acts on one post: it is made, changed, cancelled, sent again and removed.
import { MINUTE, SECOND } from '../../../core/time.ts'
import type { PostKind } from '../../faults/kinds/post-kinds.ts'
import { contentOf, wordsOf } from '../comments.ts'
import type { Dice } from '../dice.ts'
import { sleep, worldNow } from '../machine.ts'
import type { Act } from '../people.ts'
import type { Answer } from '../server.ts'
import type { ShownPost } from '../promises.ts'
import { isOf, isStory, KIND_WEIGHTS, lastAcknowledged, type Told, type Version } from '../told.ts'
import {
  accountOf,
  addVersion,
  ask,
  choose,
  drawTime,
  isDone,
  isFull,
  isOpen,
  isoOf,
  isRefused,
  listPosts,
  newTold,
  nextNumber,
  settled,
  timeOf,
  type PeopleDeps,
} from './acting.ts'

/** A post that was not sent yet; some have the words of an earlier one. */
export function drawPost(
  deps: PeopleDeps,
  drawn: Dice,
): Pick<Told, 'nth' | 'words' | 'kind'> & {
  readonly number: number
} {
  const { told, sameWords } = deps
  const nth = told.length
  const earlier = drawn.chance(sameWords) && told.length > 0 ? drawn.one(told) : null
  const number = earlier?.versions.at(-1)?.number
  return earlier && number !== undefined
    ? { nth, words: earlier.words, kind: earlier.kind, number }
    : { nth, words: nth, kind: drawKind(deps, drawn), number: 1 }
}

/** Most videos of the other login, whose bytes we send ourselves. */
const drawKind = ({ other }: PeopleDeps, drawn: Dice): PostKind =>
  other.accountId !== null && drawn.chance(0.4) ? 'reel' : drawn.one(KIND_WEIGHTS)

/** Its time is in `when`; without one it goes out at once. */
export async function makePost(
  deps: PeopleDeps,
  drawn: Dice,
  path: string,
  when: Record<string, unknown> = {},
): Promise<Told | null> {
  const accountId = accountOf(deps)
  if (isFull(deps) || accountId === null) return null
  const { number, ...post } = drawPost(deps, drawn)
  const body = { accountId, ...contentOf(deps.seed, { ...post, number }), ...when }
  const one = newTold({ ...post, accountId, key: `key-${post.nth}`, request: { path, body } })
  const time = when['scheduledFor']
  addVersion(one, number, typeof time === 'string' ? Date.parse(time) : null)
  deps.told.push(one)
  hear(deps, one, await ask(deps, 'POST', path, { body, key: one.key }))
  return one
}

export async function schedule(deps: PeopleDeps, _act: Act, drawn: Dice): Promise<void> {
  const at = drawTime(deps, drawn)
  const one = at && (await makePost(deps, drawn, '/api/v1/schedule', { scheduledFor: isoOf(at) }))
  if (!one || !drawn.chance(UNDONE)) return
  await sleep(drawn.between(1, 25) * SECOND)
  if (isOpen(one)) await cancel(deps, one, drawn)
}

/** What was scheduled by mistake is undone at once. */
const UNDONE = 0.25

export async function publish(deps: PeopleDeps, _act: Act, drawn: Dice): Promise<void> {
  await makePost(deps, drawn, '/api/v1/posts/publish')
}

/** The answer to the request that made it, which is also that of others when it asked for several. */
export function hear({ names }: PeopleDeps, one: Told, answer: Answer | null): void {
  const [first] = one.versions
  if (!first) return
  const id = isDone(answer) ? idIn(answer, one) : null
  if (id !== null) {
    one.id = id
    names.set(id, `p${one.nth}`)
    first.answer = 'acknowledged'
  } else if ((isRefused(answer) || isDone(answer)) && first.answer !== 'acknowledged')
    first.answer = 'refused'
}

function idIn(answer: Answer | null, { part }: Told): string | null {
  const results = (answer?.body['results'] ?? []) as { readonly post: { readonly postId: string } | null }[]
  const id = part === null ? answer?.body['postId'] : results[part]?.post?.postId
  return typeof id === 'string' ? id : null
}

export async function makeDraft(deps: PeopleDeps, _act: Act, drawn: Dice): Promise<void> {
  const { told, names } = deps
  const accountId = accountOf(deps)
  if (isFull(deps) || accountId === null) return
  const { number, ...post } = drawPost(deps, drawn)
  const body = { accountId, ...contentOf(deps.seed, { ...post, number }) }
  const made = await ask(deps, 'POST', '/api/v1/posts/draft', { body })
  const id = made && isDone(made) ? String(made.body['id'] ?? made.body['postId']) : null
  const at = drawTime(deps, drawn)
  if (id === null || at === null || told.length !== post.nth) return
  names.set(id, `p${post.nth}`)
  const request = { path: `/api/v1/posts/draft/${id}/schedule`, body: { scheduledFor: isoOf(at) } }
  const one = newTold({ ...post, accountId, key: `key-${post.nth}`, request, id })
  addVersion(one, number, at)
  told.push(one)
  hear(deps, one, await ask(deps, 'POST', request.path, { body: request.body, key: one.key }))
}

/** Whoever reads a change again often changes it once more. */
const ONCE_MORE = 0.3

/** Whoever has done what there was to do goes, and sees nothing of what comes of it. */
function maybeGo(deps: PeopleDeps, drawn: Dice): void {
  if (drawn.chance(0.5)) deps.closeLid(drawn.between(1, 12) * MINUTE)
}

export async function changePost(deps: PeopleDeps, act: Act, drawn: Dice, isTime: boolean): Promise<void> {
  const one = await choose(deps, act, drawn)
  if (!one) return
  await change(deps, one, drawn, isTime)
  if (!drawn.chance(ONCE_MORE)) return maybeGo(deps, drawn)
  await sleep(drawn.between(1, 40) * SECOND)
  if (isOpen(one)) await change(deps, one, drawn, isTime)
}

async function change(deps: PeopleDeps, one: Told, drawn: Dice, isTime: boolean): Promise<void> {
  if (isStory(one.kind) && !isTime) return
  const before = lastAcknowledged(one)?.at ?? null
  const at = isTime ? timeOf(deps, drawn.one([20, 60, 95, 120, 300]) * SECOND) : before
  const version = addVersion(one, nextNumber(deps, one), at)
  const when = isTime && at !== null ? { scheduledFor: isoOf(at) } : {}
  const words = isStory(one.kind) ? {} : wordsOf(deps.seed, { ...one, number: version.number })
  const answer = await ask(deps, 'PUT', `/api/v1/schedule/${one.id}`, { body: { ...words, ...when } })
  hearChange(version, answer, isTime)
}

/** A change that leaves the time as it is also says which time that is: an earlier change of it may have had no answer. */
function hearChange(version: Version, answer: Answer | null, hasTime: boolean): void {
  version.answer = settled(answer, 'acknowledged', 'refused', 'in doubt')
  const time = answer?.body['scheduledFor']
  if (!hasTime && isDone(answer) && typeof time === 'string') version.at = Date.parse(time)
}

const SWAPPED: readonly PostKind[] = ['image', 'image', 'reel', 'carousel 2', 'carousel 10']

/** Other files, often another number of them, which may make it another kind of post, and words that name them. */
export async function swapFiles(deps: PeopleDeps, act: Act, drawn: Dice): Promise<void> {
  const one = await choose(deps, act, drawn)
  if (!one || isStory(one.kind)) return
  const before = one.versions.findLast(({ kind }) => kind)?.kind ?? one.kind
  const other = before === 'carousel 2' ? 'carousel 10' : 'carousel 2'
  const kind = before.startsWith('carousel') && drawn.chance(0.7) ? other : drawn.one(SWAPPED)
  const number = nextNumber(deps, one)
  const version = addVersion(one, number, lastAcknowledged(one)?.at ?? null, kind)
  const body = contentOf(deps.seed, { ...one, kind, number })
  const answer = await ask(deps, 'PUT', `/api/v1/schedule/${one.id}`, { body })
  hearChange(version, answer, false)
  maybeGo(deps, drawn)
}

/**
 * Often just after something went out, which the older folder has as a post that waits. Whoever has put one back often mends what it
 * has before anything of it goes on.
 */
export async function restoreFolder(deps: PeopleDeps, act: Act, drawn: Dice): Promise<void> {
  if (drawn.chance(0.7)) {
    await choose(deps, { ...act, aim: 'a call' }, drawn)
    await sleep(drawn.one([5, 30, 130]) * SECOND)
  }
  await deps.restore()
  if (!drawn.chance(0.8)) return
  await sleep(drawn.between(1, 20) * SECOND)
  for (const one of deps.told.filter(isOpen)) await change(deps, one, drawn, drawn.chance(0.5))
}

export async function cancelPost(deps: PeopleDeps, act: Act, drawn: Dice): Promise<void> {
  const one = await choose(deps, act, drawn)
  if (one) await cancel(deps, one, drawn)
}

async function cancel(deps: PeopleDeps, one: Told, drawn: Dice): Promise<void> {
  one.cancel = 'in doubt'
  const answer = await ask(deps, 'DELETE', `/api/v1/schedule/${one.id}`)
  one.cancel = settled(answer, 'acknowledged', 'never', 'in doubt')
  maybeGo(deps, drawn)
}

/** A post that was cancelled is a draft with its words. */
export async function scheduleAgain(deps: PeopleDeps, _act: Act, drawn: Dice): Promise<void> {
  const cancelled = deps.told.filter(
    ({ cancel, isDeleted, isRestored }) => cancel === 'acknowledged' && !isDeleted && !isRestored,
  )
  const at = drawTime(deps, drawn)
  if (cancelled.length === 0 || at === null) return
  await scheduleDraft(deps, drawn.one(cancelled), at)
}

export async function scheduleDraft(deps: PeopleDeps, one: Told, at: number): Promise<void> {
  // Its words may be those of an edit that is in doubt, but nobody was told so.
  const { number } = lastAcknowledged(one) ?? one.versions[0] ?? { number: 1 }
  const version = addVersion(one, number, at)
  one.cancel = 'in doubt'
  const path = `/api/v1/posts/draft/${one.id}/schedule`
  const answer = await ask(deps, 'POST', path, { body: { scheduledFor: isoOf(at) } })
  version.answer = settled(answer, 'acknowledged', 'refused', 'in doubt')
  one.cancel = settled(answer, 'never', 'acknowledged', 'in doubt')
}

/** Of a request that is repeated while it is carried out: says nothing of what becomes of it. */
const UNDER_WAY = 409

/** Sends a request again under its key, as after a silence. */
export async function repeatRequest(deps: PeopleDeps, _act: Act, drawn: Dice): Promise<void> {
  const sent = deps.told.filter(({ key }) => key !== '')
  if (sent.length === 0) return
  const silent = sent.filter(({ versions }) => versions[0]?.answer === 'in doubt')
  const { request, key } = drawn.one(silent.length > 0 ? silent : sent)
  const asked = sent.filter((one) => one.key === key)
  if (asked.some(({ versions, isRestored }) => versions[0]?.answer === 'refused' || isRestored)) return
  const known = new Map(asked.map((one) => [one, one.id]))
  const answer = await ask(deps, 'POST', request.path, { body: request.body, key })
  if (answer?.status === UNDER_WAY) return
  for (const [one, id] of known) {
    const again = idIn(answer, one)
    // One of a batch that was deleted since is not there, and is not made anew.
    const isLeftOut = one.isDeleted && again === null
    if (isDone(answer) && id !== null && again !== id && !isLeftOut)
      deps.broke(`N2 post ${one.nth}: the same request under its key made another post`)
    if (one.versions.length === 1) hear(deps, one, answer)
  }
}

const DIED = 0.25

/** The first post that is shown as being published at two looks. */
async function watchForHanging(deps: PeopleDeps): Promise<Told | null> {
  let seen: readonly string[] = []
  for (let looks = 0; looks < 30; looks += 1) {
    const now = (await listPosts(deps)).flatMap(({ id, status }) => (status === 'PUBLISHING' ? id : []))
    const hangs = deps.told.find(({ id }) => id !== null && now.includes(id) && seen.includes(id))
    if (hangs && isOpen(hangs)) return hangs
    seen = now
    await sleep(20 * SECOND)
  }
  return null
}

const HANGS = 0.7

type Failed = Pick<ShownPost, 'id' | 'publishOutcome'>

export async function retryPost(deps: PeopleDeps, _act: Act, drawn: Dice): Promise<void> {
  const listed = await ask(deps, 'GET', '/api/v1/posts?status=FAILED')
  const failed = ((listed?.body['posts'] ?? []) as Failed[]).filter(({ id }) => deps.names.has(id))
  if (failed.length === 0) return
  const { id, publishOutcome } = drawn.one(failed)
  const one = deps.told.find((it) => it.id === id)
  if (!one) return
  // What an older folder cannot tell apart, a person looks for on the profile first, as the failure says.
  const isLive = () => deps.others.ours().some((media) => isOf(one, media))
  if (publishOutcome === 'unconfirmed' && one.isRestored && isLive()) return
  // It failed with its account, which may be back.
  const { cancel } = one
  one.disconnectedAt = null
  if (cancel === 'acknowledged') one.cancel = 'in doubt'
  const answer = await ask(deps, 'POST', `/api/v1/posts/${id}/retry`)
  one.cancel = settled(answer, cancel === 'acknowledged' ? 'never' : one.cancel, cancel, one.cancel)
}

/** The computer dies, often while a call about a post is under way. */
export async function killAmid(deps: PeopleDeps, act: Act, drawn: Dice): Promise<void> {
  await choose(deps, act, drawn)
  deps.kill()
}

/** Most of them amid a call, or after the computer has died there: what was sent is looked for, and nothing is sent after it. */
export async function deletePost(deps: PeopleDeps, act: Act, drawn: Dice): Promise<void> {
  const hangs = drawn.chance(HANGS) ? await watchForHanging(deps) : null
  const one = hangs ?? (await choose(deps, drawn.chance(0.6) ? { ...act, aim: 'a call' } : act, drawn))
  if (!one) return
  if (!hangs && drawn.chance(DIED)) {
    deps.kill()
    await sleep(drawn.between(5, 90) * SECOND)
  }
  one.isDeleted = true
  const answer = await ask(deps, 'DELETE', `/api/v1/posts/${one.id}`)
  // It is gone already, by another deletion.
  if (isRefused(answer) && answer?.status !== 404) one.isDeleted = false
  if (isDone(answer)) one.deletedAt = worldNow()
}
