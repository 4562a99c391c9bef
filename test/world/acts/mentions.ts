// Acts about stories that mention the account: they come and go, people look for them, have them reposted, by hand or by themselves, and
// switch that on and off.
import type { RepostItemBody } from '../../../core/api/story-repost.ts'
import { HOUR, MINUTE, SECOND } from '../../../core/time.ts'
import type { Dice } from '../dice.ts'
import { sleep } from '../machine.ts'
import { endWarmUp, recordsOf, type Mentions, type ToldMention } from '../mentions.ts'
import type { Act } from '../people.ts'
import { ask, isDone, isRefused, type PeopleDeps } from './acting.ts'

/** Of a new set-up. */
const FIRST_LIMIT = 5

export async function mention({ mentions }: PeopleDeps, _act: Act, drawn: Dice): Promise<void> {
  mentions.arrive(drawn)
}

export async function withdraw({ mentions }: PeopleDeps, _act: Act, drawn: Dice): Promise<void> {
  const there = mentions.told.filter(({ isHidden }) => !isHidden)
  if (there.length > 0) mentions.withdraw(drawn.one(there))
}

/** What it asks for may switch reposts on, whatever becomes of it. */
async function whileAsking<T>(mentions: Mentions, act: () => Promise<T>): Promise<T> {
  mentions.settle()
  mentions.asking += 1
  mentions.mayBeOn = true
  for (const one of mentions.told)
    if (!one.isDismissed && (!one.isFoundWhileOff || mentions.hasForgotten())) one.isAuto = true
  try {
    return await act()
  } finally {
    mentions.asking -= 1
    mentions.settle()
  }
}

/** The first account of a history was set up long ago; one that is connected later is new. */
export async function setUp(deps: PeopleDeps, _act: Act, drawn: Dice): Promise<void> {
  const { mentions, computer } = deps
  const accountId = computer.running()?.accountId
  if (!accountId) return
  const isFirst = mentions.account === null || mentions.account === accountId
  mentions.account ??= accountId
  const limit = drawn.between(1, 6)
  mentions.limit = Math.max(mentions.limit, limit)
  const interval = { pollIntervalHours: 6, autoTagOriginalPoster: true }
  const settings = {
    timezone: 'UTC',
    jitterMinutes: drawn.one([0, 30]),
    dailyRepostLimit: limit,
    autoRepostEnabled: drawn.chance(0.75),
  }
  await whileAsking(mentions, async () => {
    await ask(deps, 'POST', '/api/v1/story-repost/config', { body: { accountId, ...interval } })
    if (isFirst) endWarmUp(computer, accountId)
    const set = await ask(deps, 'PUT', '/api/story-repost/settings', { body: { accountId, ...settings } })
    // Then the one that it begins with may hold.
    if (!isDone(set)) mentions.limit = Math.max(mentions.limit, FIRST_LIMIT)
    await ask(deps, 'POST', '/api/v1/story-repost/enable', { body: { accountId } })
  })
}

export async function switchOn(deps: PeopleDeps): Promise<void> {
  const accountId = deps.mentions.account
  if (accountId === null) return
  await whileAsking(deps.mentions, async () => {
    await ask(deps, 'PUT', '/api/story-repost/settings', { body: { accountId, autoRepostEnabled: true } })
    await ask(deps, 'POST', '/api/v1/story-repost/enable', { body: { accountId } })
  })
}

/** Of those who switch reposts off, some are away for a while, and what comes meanwhile is looked at all the same. */
const IS_AWAY = 0.5

export async function switchOff(deps: PeopleDeps, _act: Act, drawn: Dice): Promise<void> {
  const accountId = deps.mentions.account
  if (accountId === null) return
  if (drawn.chance(0.5)) await ask(deps, 'POST', '/api/v1/story-repost/disable', { body: { accountId } })
  else await ask(deps, 'PUT', '/api/story-repost/settings', { body: { accountId, autoRepostEnabled: false } })
  deps.mentions.settle()
  if (!drawn.chance(IS_AWAY)) return
  deps.mentions.arrive(drawn)
  await sleep(drawn.between(1, 20) * SECOND)
  await lookForMentions(deps)
  await sleep(drawn.between(1, 60) * SECOND)
  await switchOn(deps)
}

export async function lookForMentions(deps: PeopleDeps): Promise<void> {
  const accountId = deps.mentions.account
  if (accountId !== null) await ask(deps, 'POST', '/api/v1/story-repost/scan', { body: { accountId } })
}

interface Listed {
  readonly item: RepostItemBody
  readonly one: ToldMention
}

async function list(deps: PeopleDeps): Promise<Listed[]> {
  const { mentions, names } = deps
  const listed = await ask(deps, 'GET', '/api/v1/story-repost/history')
  const items = isDone(listed) ? ((listed?.body['reposts'] ?? []) as RepostItemBody[]) : []
  return mentions.told.flatMap((one) =>
    recordsOf(items, one).map((item) => {
      names.set(item.id, `m${one.nth}`)
      if (item.postId !== null) names.set(item.postId, `r${one.nth}`)
      return { item, one }
    }),
  )
}

/** One that can be reposted, or any. */
async function chooseMention(deps: PeopleDeps, { aim }: Act, drawn: Dice): Promise<Listed | null> {
  const all = await list(deps)
  const open = all.filter(({ item: { status } }) => status === 'PENDING' || status === 'FAILED')
  const some = open.length > 0 && drawn.chance(0.8) ? open : all
  if (some.length === 0) return null
  const chosen = drawn.one(some)
  if (aim !== 'nothing') await untilCalled(deps, drawn.between(0, 10) * SECOND)
  return chosen
}

/** Amid a call about mentions. */
async function untilCalled({ network }: PeopleDeps, later: number): Promise<void> {
  const called = Promise.withResolvers<undefined>()
  network.watch(({ path }) => {
    if (/story-repost|conversations|\/accounts\/|\/reposts/.test(path)) called.resolve(undefined)
  })
  await Promise.race([called.promise, sleep(5 * MINUTE)])
  await sleep(later)
}

export async function repost(deps: PeopleDeps, act: Act, drawn: Dice): Promise<void> {
  const chosen = await chooseMention(deps, act, drawn)
  if (!chosen) return
  chosen.one.clicks += 1
  const answer = await ask(deps, 'POST', `/api/story-repost/${chosen.item.id}/repost`)
  if (isRefused(answer)) chosen.one.clicks -= 1
}

export async function dismiss(deps: PeopleDeps, act: Act, drawn: Dice): Promise<void> {
  const chosen = await chooseMention(deps, act, drawn)
  if (!chosen) return
  const { one, item } = chosen
  const { clicks } = one
  const answer = await ask(deps, 'POST', `/api/story-repost/${item.id}/dismiss`)
  const postId = answer?.body['postId'] ?? null
  // What has a post may be live, and the person knows it.
  if (!isDone(answer) || postId !== null || one.clicks !== clicks) return
  deps.mentions.dismiss(one)
}

/** From the history of posts. */
export async function deleteRepost(deps: PeopleDeps, _act: Act, drawn: Dice): Promise<void> {
  const posted = (await list(deps)).filter(({ item: { postId } }) => postId !== null)
  if (posted.length > 0) await ask(deps, 'DELETE', `/api/v1/posts/${drawn.one(posted).item.postId}`)
}

/** Long enough for the Worker to look for mentions by itself. */
export async function closeForTheNight(deps: PeopleDeps, _act: Act, drawn: Dice): Promise<void> {
  if (drawn.chance(0.6)) deps.closeLid(6 * HOUR + drawn.below(20) * MINUTE)
}
