// Acts beside the plan: accounts come and go, a lid is closed, a hold is released, the cloud is taken away for a while.
import { MINUTE, SECOND } from '../../../core/time.ts'
import { SANDBOX_ACCESS_TOKEN } from '../../../local-server/sandbox/demo-account.ts'
import { SANDBOX_PARTNER_TOKEN } from '../../../local-server/sandbox/tokens/known-tokens.ts'
import type { Dice } from '../dice.ts'
import { sleep } from '../machine.ts'
import type { Act } from '../people.ts'
import { ask, isDone, type PeopleDeps } from './acting.ts'

/** Its waiting posts fail; it comes back by its token. */
export async function disconnect(deps: PeopleDeps, _act: Act, drawn: Dice): Promise<void> {
  const running = deps.computer.running()
  if (!running || running.accountId === '') return
  const answer = await ask(deps, 'DELETE', `/api/v1/auth/accounts/${running.accountId}`)
  if (isDone(answer)) running.accountId = ''
  await sleep(drawn.between(2, 120) * SECOND)
  await connect(deps)
}

export async function connect(deps: PeopleDeps): Promise<void> {
  const running = deps.computer.running()
  if (!running || running.accountId !== '') return
  running.accountId = (await connectBy(deps, 'platform', SANDBOX_ACCESS_TOKEN)) ?? ''
}

/** From now on posts are for an account of the partner's login: its videos are sent as bytes. */
export async function useOtherLogin(deps: PeopleDeps): Promise<void> {
  deps.other.accountId = (await connectBy(deps, 'partner', SANDBOX_PARTNER_TOKEN)) ?? deps.other.accountId
}

async function connectBy(
  deps: PeopleDeps,
  loginMethod: 'platform' | 'partner',
  accessToken: string,
): Promise<string | null> {
  const body = { loginMethod, accessToken }
  const answer = await ask(deps, 'POST', '/api/auth/accounts/token', { body })
  const accounts = (answer?.body['accounts'] ?? []) as { readonly id: string }[]
  return accounts[0]?.id ?? null
}

export async function closeLid(deps: PeopleDeps, _act: Act, drawn: Dice): Promise<void> {
  deps.closeLid(drawn.one([1, 3, 10, 30]) * MINUTE + drawn.below(MINUTE))
}

/** A person has looked at what waits after a restore or a copy. */
export async function release(deps: PeopleDeps): Promise<void> {
  const state = await ask(deps, 'GET', '/api/queue/state')
  if (isDone(state)) await ask(deps, 'POST', '/api/queue/confirm')
}

/** Its variables are removed, and set again. */
export async function takeCloudAway(deps: PeopleDeps, _act: Act, drawn: Dice): Promise<void> {
  deps.setCloud(false)
  await sleep(drawn.one([1, 4, 12]) * MINUTE)
  deps.setCloud(true)
}
