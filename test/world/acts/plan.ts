// Acts on the plan: weekly slots, several posts at once and back again, and posts that come back.
import { DAY, MINUTE, SECOND } from '../../../core/time.ts'
import { contentOf } from '../comments.ts'
import type { Dice } from '../dice.ts'
import { sleep, worldNow } from '../machine.ts'
import type { Act } from '../people.ts'
import type { Answer } from '../server.ts'
import { lastAcknowledged, numberIn, type Told } from '../told.ts'
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
  NO_REQUEST,
  timeOf,
  waitFor,
  type PeopleDeps,
} from './acting.ts'
import { drawPost, hear, makePost, scheduleDraft } from './posts.ts'

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** Every ten minutes, around the time of the history. */
export async function setSlots(deps: PeopleDeps, _act: Act, drawn: Dice): Promise<void> {
  const accountId = accountOf(deps)
  if (accountId === null) return
  const minute = drawn.below(10)
  const times = [11, 12, 13, 14].flatMap((hour) => [0, 1, 2, 3, 4, 5].map((ten) => `${hour}:${ten}${minute}`))
  const weekly = Object.fromEntries(DAYS.map((day) => [day, times]))
  const posts = drawn.one(['keep', 'move'] as const)
  const moved = posts === 'move' ? deps.told.filter(isOpen) : []
  const answer = await ask(deps, 'PUT', `/api/v1/accounts/${accountId}/slots`, {
    body: { timezone: 'UTC', weekly, posts },
  })
  if (isRefused(answer)) return
  const now = new Map((await listPosts(deps)).map((post) => [post.id, post.scheduledFor]))
  for (const one of moved) {
    const last = one.versions.at(-1)
    const at = one.id === null ? null : (now.get(one.id) ?? null)
    if (last && last.at !== null && at !== null && Date.parse(at) !== last.at)
      addVersion(one, last.number, Date.parse(at)).answer = last.answer
    // Nobody has said where it went.
    if (last && last.at !== null && at === null) addVersion(one, last.number, null).answer = last.answer
  }
}

export async function takeNextSlot(deps: PeopleDeps, act: Act, drawn: Dice): Promise<void> {
  const one = await makePost(deps, drawn, '/api/v1/schedule', { nextSlot: true })
  const [first] = one?.versions ?? []
  // The account had no slots yet.
  if (first?.answer === 'refused') return setSlots(deps, act, drawn)
  if (!one || first?.answer !== 'acknowledged') return
  const shown = (await listPosts(deps)).find(({ id }) => id === one.id)
  const at = shown?.scheduledFor ?? null
  if (at === null || one.versions.length > 1) return
  one.versions[0] = { ...first, at: Date.parse(at) }
  const other = deps.told.find(
    (it) => it !== one && isOpen(it) && !it.isRestored && lastAcknowledged(it)?.at === Date.parse(at),
  )
  if (other && other.versions.at(-1)?.answer === 'acknowledged')
    deps.broke(`SLOT post ${one.nth} was given the slot of post ${other.nth}`)
}

/** One request, under one key. */
export async function scheduleSeveral(deps: PeopleDeps, _act: Act, drawn: Dice): Promise<void> {
  const accountId = accountOf(deps)
  const count = drawn.between(2, 3)
  if (accountId === null || isFull(deps, count)) return
  const path = '/api/v1/schedule/bulk'
  const key = `key-${deps.told.length}`
  const posts: unknown[] = []
  const body = { posts, atomic: drawn.chance(0.5) }
  const asked = Array.from({ length: count }, (_, part) => {
    const { number, ...post } = drawPost(deps, drawn)
    const at = drawTime(deps, drawn) ?? 0
    posts.push({ accountId, ...contentOf(deps.seed, { ...post, number }), scheduledFor: isoOf(at) })
    const one = newTold({ ...post, accountId, key, request: { path, body }, part })
    addVersion(one, number, at)
    deps.told.push(one)
    return one
  })
  const answer = await ask(deps, 'POST', path, { body, key })
  for (const one of asked) hear(deps, one, answer)
}

interface Result {
  readonly outcome: 'done' | 'pending' | 'refused'
  readonly version: string | null
}

async function changeMany(
  deps: PeopleDeps,
  posts: readonly ({ readonly id: string | null } & Record<string, unknown>)[],
): Promise<Result[] | null> {
  const answer: Answer | null = await ask(deps, 'POST', '/api/v1/posts/bulk', { body: { posts } })
  if (isDone(answer)) return answer?.body['results'] as Result[]
  return isRefused(answer) ? posts.map(() => ({ outcome: 'refused', version: null })) : null
}

async function chooseSeveral(deps: PeopleDeps, { aim }: Act, drawn: Dice): Promise<Told[]> {
  const some = deps.told.filter((one) => isOpen(one) && drawn.chance(0.6))
  const [first] = some
  if (first) await waitFor(deps, first, aim, drawn)
  return some.filter(isOpen)
}

const UNDO_AFTER = [1, 3, 8, 30]

/** And, mostly, back again. */
export async function cancelSeveral(deps: PeopleDeps, act: Act, drawn: Dice): Promise<void> {
  const some = await chooseSeveral(deps, act, drawn)
  if (some.length === 0) return
  for (const one of some) one.cancel = 'in doubt'
  const results = await changeMany(
    deps,
    some.map(({ id }) => ({ id, action: 'unschedule' })),
  )
  const outcomes = { done: 'acknowledged', refused: 'never', pending: 'in doubt' } as const
  for (const [nth, { outcome }] of (results ?? []).entries()) {
    const one = some[nth]
    if (one) one.cancel = outcomes[outcome]
  }
  if (drawn.chance(0.3)) return
  await sleep(drawn.one(UNDO_AFTER) * SECOND)
  for (const one of some) {
    const at = lastAcknowledged(one)?.at ?? null
    if (one.cancel === 'acknowledged' && at !== null && !one.isRestored && !one.isDeleted)
      await scheduleDraft(deps, one, at)
  }
}

/** All by the same time, and, mostly, back again, unless somebody changed them meanwhile. */
export async function shiftSeveral(deps: PeopleDeps, act: Act, drawn: Dice): Promise<void> {
  const some = (await chooseSeveral(deps, act, drawn)).filter((one) => Boolean(lastAcknowledged(one)?.at))
  const by = drawn.one([-60, 30, 90, 300]) * SECOND
  const before = new Map(some.map((one) => [one, lastAcknowledged(one)?.at ?? 0]))
  if (some.length === 0) return
  const move = async (posts: readonly Told[], shift: number, versions: readonly (string | null)[]) => {
    const asked = posts.map((one, nth) => {
      const at = (before.get(one) ?? 0) + shift
      const version = versions[nth] ?? null
      const wanted = version === null ? {} : { version }
      // Its words may be those of an edit that is in doubt, but nobody was told so.
      const last = lastAcknowledged(one)?.number ?? 1
      const part = { id: one.id, action: 'reschedule', scheduledFor: isoOf(at), ...wanted }
      return { part, version: addVersion(one, last, at) }
    })
    const results = await changeMany(
      deps,
      asked.map(({ part }) => part),
    )
    const outcomes = { done: 'acknowledged', refused: 'refused', pending: 'in doubt' } as const
    for (const [nth, { version }] of asked.entries()) {
      const result = results?.[nth]
      if (result) version.answer = outcomes[result.outcome]
    }
    return results
  }
  const results = await move(some, by, [])
  if (!results || drawn.chance(0.3)) return
  await sleep(drawn.one(UNDO_AFTER) * SECOND)
  const moved = results.flatMap(({ outcome, version }, nth) => {
    const one = some[nth]
    return one && outcome === 'done' && isOpen(one) ? [{ one, version }] : []
  })
  if (moved.length === 0) return
  await move(
    moved.map(({ one }) => one),
    0,
    moved.map(({ version }) => version),
  )
}

/** Its post comes back a week later; a person who finds that one puts it before its time. */
export async function repeatWeekly(deps: PeopleDeps, act: Act, drawn: Dice): Promise<void> {
  const { told, names } = deps
  const first = await choose(deps, act, drawn)
  if (!first) return
  const body = { every: 'weekly', comesBackAs: 'scheduled' }
  await ask(deps, 'PUT', `/api/v1/posts/${first.id}/recurrence`, { body })
  for (let looks = 0; looks < 12; looks += 1) {
    await sleep(MINUTE)
    // A post that somebody asks for at this moment has no name yet, either; only this one is a week away.
    const later = (await listPosts(deps)).find(
      ({ id, caption, scheduledFor }) =>
        Date.parse(scheduledFor ?? '') > worldNow() + DAY &&
        !names.has(id) &&
        caption?.startsWith(`post ${first.words} v`),
    )
    const at = timeOf(deps, drawn.between(30, 120) * SECOND)
    if (!later || at === null || isFull(deps)) continue
    const number = numberIn(later.caption) ?? 1
    const nth = told.length
    // It comes back with the files that it had in the end.
    const swapped = first.versions.findLast(({ kind, answer }) => kind && answer === 'acknowledged')
    const one = newTold({
      nth,
      words: first.words,
      kind: swapped?.kind ?? first.kind,
      accountId: first.accountId,
      key: '',
      request: NO_REQUEST,
      id: later.id,
    })
    names.set(later.id, `p${nth}`)
    told.push(one)
    addVersion(one, number, Date.parse(later.scheduledFor ?? '')).answer = 'acknowledged'
    const version = addVersion(one, number, at)
    const moved = await ask(deps, 'PUT', `/api/v1/schedule/${one.id}`, { body: { scheduledFor: isoOf(at) } })
    if (isDone(moved)) version.answer = 'acknowledged'
    else if (isRefused(moved)) version.answer = 'refused'
    return
  }
}
