// Acts beside the plan: accounts come and go, a lid is closed, a hold is released, the cloud is taken away for a while.
import { MINUTE, SECOND } from '../../../core/time.ts'
import type { Dice } from '../dice.ts'
import type { Login } from '../elsewhere.ts'
import { sleep, worldNow } from '../machine.ts'
import type { Act } from '../people.ts'
import { ask, choose, isDone, isOpen, listPosts, type PeopleDeps } from './acting.ts'

/** Its waiting posts fail; it comes back by its token. */
export async function disconnect(deps: PeopleDeps, _act: Act, drawn: Dice): Promise<void> {
  const running = deps.computer.running()
  if (!running || running.accountId === '') return
  const { accountId } = running
  const answer = await ask(deps, 'DELETE', `/api/v1/auth/accounts/${accountId}`)
  if (isDone(answer)) {
    running.accountId = ''
    await noteDisconnected(deps, accountId)
  }
  await sleep(drawn.between(2, 120) * SECOND)
  await connect(deps)
}

/** What waited has failed for sure, or, at the Worker, is called back at once. */
async function noteDisconnected(deps: PeopleDeps, accountId: string): Promise<void> {
  const at = worldNow()
  const shown = new Map((await listPosts(deps)).map((post) => [post.id, post]))
  for (const one of deps.told) {
    const post = shown.get(one.id ?? '')
    if (!post || one.accountId !== accountId || !isOpen(one) || one.isRestored) continue
    if (post.status === 'SCHEDULED') one.disconnectedAt = at
    if (post.status === 'SCHEDULED' && post.cloudJobId === null)
      deps.broke(`N5 post ${one.nth} waits here for an account that was disconnected`)
    if (post.errorCode === 'NOT_FOUND' && post.publishOutcome === 'confirmed') one.cancel = 'acknowledged'
  }
}

export async function connect(deps: PeopleDeps): Promise<void> {
  const running = deps.computer.running()
  if (!running || running.accountId !== '') return
  running.accountId = (await connectBy(deps, 'platform', deps.others.tokenOf('platform'))) ?? ''
}

/** From now on posts are for an account of the partner's login: its videos are sent as bytes. */
export async function useOtherLogin(deps: PeopleDeps): Promise<void> {
  const connected = await connectBy(deps, 'partner', deps.others.tokenOf('partner'))
  deps.other.accountId = connected ?? deps.other.accountId
}

export async function connectBy(
  deps: PeopleDeps,
  loginMethod: Login,
  accessToken: string,
): Promise<string | null> {
  const body = { loginMethod, accessToken }
  const answer = await ask(deps, 'POST', '/api/auth/accounts/token', { body })
  const accounts = (answer?.body['accounts'] ?? []) as { readonly id: string }[]
  const id = accounts[0]?.id ?? null
  if (id !== null) deps.others.connected(id, loginMethod)
  return id
}

export async function closeLid(deps: PeopleDeps, _act: Act, drawn: Dice): Promise<void> {
  deps.closeLid(drawn.one([1, 3, 10, 30]) * MINUTE + drawn.below(MINUTE))
}

/** A person has looked at what waits after a restore or a copy. */
export async function release(deps: PeopleDeps): Promise<void> {
  const state = await ask(deps, 'GET', '/api/queue/state')
  if (!isDone(state)) return
  await ask(deps, 'POST', '/api/queue/confirm')
  // What waits is looked for once more.
  deps.disturbed()
}

/** Its variables are removed, and set again. */
export async function takeCloudAway(deps: PeopleDeps, _act: Act, drawn: Dice): Promise<void> {
  deps.setCloud('none')
  await sleep(drawn.one([1, 4, 12]) * MINUTE)
  deps.setCloud('first')
}

/** Its variables take the place of the first one's, while posts wait there, and give it back. */
export async function useAnotherWorker(deps: PeopleDeps, act: Act, drawn: Dice): Promise<void> {
  await choose(deps, act, drawn)
  deps.setCloud('other')
  await sleep(drawn.one([1, 3, 8]) * MINUTE)
  deps.setCloud('first')
}
