// Acts of others at the platform, around the times of our posts; and of the person who brings a closed account back.
import { MINUTE, SECOND } from '../../../core/time.ts'
import type { Dice } from '../dice.ts'
import type { Login, Others } from '../elsewhere.ts'
import { sleep } from '../machine.ts'
import type { Act } from '../people.ts'
import { isOf, nameOf, type Told } from '../told.ts'
import { accountOf, ask, waitFor, type PeopleDeps } from './acting.ts'
import { connectBy } from './computers.ts'

const NAMES = { platform: 'the account', partner: 'the other account' } as const

/** One of the latest posts, mostly at its time. */
async function chooseAtItsTime(deps: PeopleDeps, { aim }: Act, drawn: Dice): Promise<Told | null> {
  const some = deps.told.filter(({ versions, isDeleted }) => versions.length > 0 && !isDeleted).slice(-4)
  if (some.length === 0) return null
  const one = drawn.one(some)
  await waitFor(deps, one, aim === 'nothing' && drawn.chance(0.6) ? 'its time' : aim, drawn)
  await sleep(drawn.one([0, 0, 2, 10, 45]) * SECOND)
  return one
}

export async function postElsewhere(deps: PeopleDeps, act: Act, drawn: Dice): Promise<void> {
  const one = await chooseAtItsTime(deps, act, drawn)
  if (!one) return
  const by = drawn.one(['program', 'phone'] as const)
  const number = one.versions.at(-1)?.number ?? 1
  const caption = drawn.chance(0.75) ? nameOf(one.words, number) : 'by others'
  deps.trace(`~ ${by} posts ${one.kind}: ${caption}`)
  deps.others.post(one, by, caption)
}

/** They take places of the limit. */
export async function postSeveral(deps: PeopleDeps, _act: Act, drawn: Dice): Promise<void> {
  const accountId = accountOf(deps)
  for (let left = drawn.between(1, 5); left > 0; left -= 1) {
    deps.trace('~ program posts image: by others')
    deps.others.post({ kind: 'image', accountId }, 'program')
    await sleep(drawn.between(0, 30) * SECOND)
  }
}

async function waitForMedia(
  deps: PeopleDeps,
  act: Act,
  drawn: Dice,
): Promise<ReturnType<Others['ours']>[number] | null> {
  const one = await chooseAtItsTime(deps, act, drawn)
  for (let looks = 0; one && looks < 60; looks += 1) {
    const media = deps.others.ours().find((it) => isOf(one, it) && it.isTouched !== true)
    if (media) {
      await sleep(drawn.one([0, 1, 3, 8, 30, 90]) * SECOND)
      return media
    }
    await sleep(2 * SECOND)
  }
  return null
}

export async function mendCaption(deps: PeopleDeps, act: Act, drawn: Dice): Promise<void> {
  const media = await waitForMedia(deps, act, drawn)
  if (!media || media.caption === null) return
  deps.trace(`~ phone mends ${media.caption}`)
  deps.others.mendCaption(media)
}

export async function takeDown(deps: PeopleDeps, act: Act, drawn: Dice): Promise<void> {
  const media = await waitForMedia(deps, act, drawn)
  if (!media) return
  deps.trace(`~ phone takes ${media.caption ?? 'a story'} down`)
  deps.others.takeDown(media)
}

/** Every token is refused, until the person notices and connects again. */
export async function changePassword(deps: PeopleDeps, _act: Act, drawn: Dice): Promise<void> {
  const { others, trace } = deps
  const login = drawn.one<Login>(['platform', 'platform', 'partner'])
  trace(`~ the password of ${NAMES[login]} is changed`)
  others.changePassword(login)
  deps.disturbed()
  await sleep(drawn.one([5, 30, 120, 400]) * SECOND)
  const token = await others.logIn(login)
  for (let tries = 0; tries < 90; tries += 1) {
    const running = deps.computer.running()
    const accountId = await connectBy(deps, login, token)
    if (accountId !== null) {
      deps.disturbed()
      if (login === 'platform' && running?.accountId === '') running.accountId = accountId
      return
    }
    // The lid may be closed for the night.
    await sleep(tries < 40 ? 20 * SECOND : 10 * MINUTE)
  }
}

/** What becomes of posts while the limit is full. */
export async function chooseForLimit(deps: PeopleDeps, _act: Act, drawn: Dice): Promise<void> {
  const accountId = accountOf(deps)
  if (accountId === null) return
  const body = { whenLimitIsFull: drawn.one(['wait', 'wait', 'fail']) }
  await ask(deps, 'PATCH', `/api/v1/accounts/${accountId}`, { body })
}
