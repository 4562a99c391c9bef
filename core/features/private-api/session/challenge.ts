// The end of a log-in for which the platform demands a code: have it sent, then submit it. Anything else that it demands,
// a person has to do in the app.
import * as z from 'zod'
import { CodedError } from '../../../coded-error.ts'
import type { AccountRecord } from '../../../ports/account-store.ts'
import type { PendingChallenge, PrivateApiCall, PrivateApiState } from '../../../ports/reposts/private-api.ts'
import { safeText, type SafeText } from '../../../redact.ts'
import type { ChallengeStep } from '../../reposts/settings/private-api-setup.ts'
import { MINUTE, type Duration } from '../../../time.ts'
import { withBackoff } from '../call-backoff.ts'
import { withCall } from '../daily-calls.ts'
import { exchange, type Exchange } from '../exchange.ts'
import { loginProblem, noReplyProblem } from './login-problems.ts'
import type { PrivateApiDeps } from '../private-api-deps.ts'
import { requireConnectedAccount, requireOwner } from './session-import.ts'
import { hasCredentials, NO_STATE } from './session-state.ts'
import { PrivateApiId, PrivateApiUser } from '../user-answers.ts'

/** It is not documented how long a code lives; help pages say five to ten minutes. */
export const CHALLENGE_LIFE: Duration = 10 * MINUTE
const MOST_TRIES = 3

/** Has the code sent. Throws NO_ACTIVE_SESSION, LOGIN_FAILED, LOGIN_RATE_LIMITED, PLATFORM_ERROR, NOT_FOUND. */
export async function startChallenge(deps: PrivateApiDeps, accountId: string): Promise<ChallengeStep> {
  const account = await requireConnectedAccount(deps, accountId)
  return deps.throttle.runExclusive(accountId, async () => {
    let open = await openChallenge(deps, account)
    let step = await ask(deps, open, readStep(open.challenge))
    if (step.stepName === 'select_verify_method') {
      const choice = choiceOf(step)
      if (choice === null) return giveUp(deps, open)
      open = step.open
      step = await ask(deps, open, {
        method: 'POST',
        path: pathOf(open.challenge),
        signed: signed(open, { choice }),
      })
    }
    if (!CODE_STEP.test(step.stepName)) return giveUp(deps, step.open, step.stepName)
    const { challenge } = step.open
    const answered = { stepName: step.stepName, contactPoint: step.contactPoint }
    // The code is new, however long its user has thought before having it sent.
    const sent = { ...challenge, ...answered, startedAt: deps.clock.now() }
    await deps.store.put(accountId, { ...step.open.state, challenge: sent })
    const { stepName, contactPoint, startedAt } = sent
    return { stepName, contactPoint, expiresAt: startedAt + CHALLENGE_LIFE }
  })
}

/**
 * Submits the code, which the caller has checked to be six digits. Throws LOGIN_FAILED for a wrong one,
 * NO_ACTIVE_SESSION after the third or after its expiry, and what `startChallenge` throws.
 */
export async function submitChallenge(
  deps: PrivateApiDeps,
  accountId: string,
  code: string,
): Promise<{ readonly username: string }> {
  const account = await requireConnectedAccount(deps, accountId)
  return deps.throttle.runExclusive(accountId, async () => {
    const open = await openChallenge(deps, account)
    if (!CODE_STEP.test(open.challenge.stepName))
      throw new CodedError('NO_ACTIVE_SESSION', 'No code has been sent yet. Ask for one first.')
    // Counted before it is sent, so that no crash grants another try.
    const counted = await countCall(deps, changed(open, { tries: open.challenge.tries + 1 }))
    const form = signed(counted, { security_code: code })
    const made = await exchange(deps, account, counted.challenge.session, {
      method: 'POST',
      path: pathOf(counted.challenge),
      signed: form,
      secrets: [code],
    })
    if (made.verdict.kind === 'ok') return finish(deps, counted, made)
    if (made.verdict.kind === 'refused') return refusedCode(deps, counted, made)
    const next = await keepAnswer(deps, counted, made)
    if (made.verdict.kind === 'stopped' && made.verdict.stop.signal === 'challenge') return giveUp(deps, next)
    throw loginProblem(made.verdict)
  })
}

interface Open {
  readonly account: AccountRecord
  readonly state: PrivateApiState
  readonly challenge: PendingChallenge
}

async function openChallenge({ store, clock }: PrivateApiDeps, account: AccountRecord): Promise<Open> {
  const state = (await store.get(account.id)) ?? NO_STATE
  const { challenge } = state
  if (challenge === null) throw new CodedError('NO_ACTIVE_SESSION')
  const age = clock.now() - challenge.startedAt
  // A clock that was set back must not extend its life.
  if (age >= 0 && age < CHALLENGE_LIFE && challenge.tries < MOST_TRIES) return { account, state, challenge }
  await store.put(account.id, { ...state, challenge: null })
  throw new CodedError('NO_ACTIVE_SESSION')
}

const ONLY_THE_APP = 'com.bloks.www.ig.challenge.redirect.async'
const CODE_STEP = /^verify_(?:email|phone|sms)(?:_code)?$/

/** The text `None` counts as missing. */
const word = z
  .string()
  .optional()
  .catch(undefined)
  .transform((text) =>
    text === undefined || text === '' || text === 'None' ? null : safeText(text, [], 100),
  )
const Step = z.object({
  step_name: z.string().max(100).catch(''),
  step_data: z.object({ email: word, phone_number: word, contact_point: word }).optional().catch(undefined),
  user_id: PrivateApiId.optional().catch(undefined),
  nonce_code: z.string().min(1).max(200).optional().catch(undefined),
  challenge_context: z.string().min(1).max(5_000).optional().catch(undefined),
  bloks_action: z.string().optional().catch(undefined),
})

interface ReadStep {
  readonly open: Open
  readonly stepName: string
  readonly email: SafeText | null
  readonly phone: SafeText | null
  readonly contactPoint: SafeText | null
}

/** One call of the flow, and the step that it leads to. Throws for every other reply. */
async function ask(deps: PrivateApiDeps, before: Open, sent: PrivateApiCall): Promise<ReadStep> {
  const open = await countCall(deps, before)
  const made = await exchange(deps, open.account, open.challenge.session, sent)
  const next = await keepAnswer(deps, open, made)
  if (made.verdict.kind !== 'ok') {
    if (made.verdict.kind === 'refused') return giveUp(deps, next)
    if (made.verdict.kind === 'stopped' && made.verdict.stop.signal !== 'offline')
      await deps.store.put(open.account.id, { ...next.state, challenge: null })
    throw loginProblem(made.verdict)
  }
  const read = Step.safeParse(made.verdict.value)
  if (!read.success) throw noReplyProblem('an answer of another shape')
  const { step_name, step_data, challenge_context, bloks_action } = read.data
  const context = challenge_context ?? next.challenge.context ?? contextOf(read.data)
  return {
    open: changed(next, { context }),
    // A flow that only the app can show has no step that a code ends.
    stepName: bloks_action === ONLY_THE_APP ? '' : step_name,
    email: step_data?.email ?? null,
    phone: step_data?.phone_number ?? null,
    contactPoint: step_data?.contact_point ?? null,
  }
}

function choiceOf({ email, phone }: ReadStep): string | null {
  if (email !== null) return '1'
  return phone === null ? null : '0'
}

function readStep(challenge: PendingChallenge): PrivateApiCall {
  const { device } = challenge.session
  const query = { guid: device.guid, device_id: device.deviceId }
  return {
    method: 'GET',
    path: pathOf(challenge),
    query: { ...query, challenge_context: challenge.context ?? contextOf(namesIn(challenge)) },
  }
}

/** `/challenge/<user>/<nonce>/`, checked when it came in. */
function namesIn({ apiPath }: PendingChallenge): { user_id?: string; nonce_code?: string } {
  const [, , user_id, nonce_code] = apiPath.split('/')
  return { ...(user_id ? { user_id } : {}), ...(nonce_code ? { nonce_code } : {}) }
}

function contextOf(names: { user_id?: string | undefined; nonce_code?: string | undefined }): string {
  const { user_id = '', nonce_code = '' } = names
  return JSON.stringify({ step_name: '', nonce_code, user_id, is_stateless: false })
}

function pathOf({ apiPath }: PendingChallenge): string {
  return apiPath.replace(/^\//, '')
}

function signed({ challenge }: Open, fields: Readonly<Record<string, string>>): object {
  const { device, cookies } = challenge.session
  const { csrftoken } = cookies
  return {
    ...fields,
    guid: device.guid,
    device_id: device.deviceId,
    ...(csrftoken === undefined ? {} : { _csrftoken: csrftoken }),
  }
}

async function countCall({ store, clock }: PrivateApiDeps, open: Open): Promise<Open> {
  const state = withCall(open.state, clock.now())
  await store.put(open.account.id, state)
  return { ...open, state }
}

function changed(open: Open, change: Partial<PendingChallenge>): Open {
  const challenge = { ...open.challenge, ...change }
  return { ...open, challenge, state: { ...open.state, challenge } }
}

async function keepAnswer(
  { store, clock }: PrivateApiDeps,
  open: Open,
  { session, verdict }: Exchange,
): Promise<Open> {
  const next = changed({ ...open, state: withBackoff(open.state, verdict, clock.now()) }, { session })
  await store.put(open.account.id, next.state)
  return next
}

const Done = z.object({
  action: z.string().optional().catch(undefined),
  logged_in_user: PrivateApiUser.optional().catch(undefined),
})

/** No password is stored, so nothing is retried when the flow ends without a session. */
async function finish(
  deps: PrivateApiDeps,
  open: Open,
  made: Exchange,
): Promise<{ readonly username: string }> {
  const { account, state } = open
  const done = Done.safeParse(made.verdict.kind === 'ok' ? made.verdict.value : null)
  const { action, logged_in_user: user } = done.data ?? {}
  await deps.store.put(account.id, { ...state, challenge: null })
  if (action !== 'close' && user === undefined)
    throw new CodedError('LOGIN_FAILED', `Instagram asks for more than a code. ${IN_THE_APP}`)
  const { session } = made
  const userId = user?.pk ?? session.userId
  if (!hasCredentials(session) || userId === '')
    throw new CodedError(
      'LOGIN_FAILED',
      'Instagram accepted the code but returned no session. Sign in again now.',
    )
  if (user) requireOwner(account, user)
  await requireConnectedAccount(deps, account.id)
  const now = deps.clock.now()
  const kept = { ...session, userId, createdAt: now, lastOkAt: now, doubtedAt: null, isDead: false }
  // The owner has done what the platform asked for.
  const settled = { challenge: null, restUntil: null, lastLoginAt: now }
  await deps.store.put(account.id, { ...state, ...settled, session: kept })
  return { username: account.username }
}

/** What the platform says after its expiry is not known; these words are guesses. */
const OVER = /no longer|expired|log ?in again/i

async function refusedCode(deps: PrivateApiDeps, open: Open, { session, verdict }: Exchange): Promise<never> {
  if (verdict.kind === 'refused' && OVER.test(verdict.refusal.message)) {
    await deps.store.put(open.account.id, { ...open.state, challenge: null })
    throw new CodedError('NO_ACTIVE_SESSION')
  }
  const left = MOST_TRIES - open.challenge.tries
  const challenge = left > 0 ? { ...open.challenge, session } : null
  await deps.store.put(open.account.id, { ...open.state, challenge })
  const next = left > 0 ? `Check it and try again: ${left} left.` : 'Sign in again to get another one.'
  throw new CodedError('LOGIN_FAILED', `Instagram did not accept the code. ${next}`)
}

const IN_THE_APP = 'Open the Instagram app, confirm there that it is you, and sign in again here.'

/** Ends a challenge that only a person can finish. */
async function giveUp(deps: PrivateApiDeps, { account, state }: Open, stepName = ''): Promise<never> {
  await deps.store.put(account.id, { ...state, challenge: null })
  if (stepName === 'scraping_warning')
    throw new CodedError(
      'LOGIN_FAILED',
      'Instagram suspects that the account is automated. Open the Instagram app, and leave story mentions off.',
    )
  throw new CodedError('LOGIN_FAILED', `Instagram asks for more than a code. ${IN_THE_APP}`)
}
