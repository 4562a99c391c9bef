// The first-run guide: the steps of each way to connect an account, and how far the user is. Pure.
import type { AppVerdict, LoginMethod } from '../../ports/platform/login.ts'

/** By a pasted token, or through one of the two logins. */
export const GUIDE_WAYS = ['token', 'platform', 'partner'] as const
export type GuideWay = (typeof GUIDE_WAYS)[number]

export const GUIDE_STEPS = [
  'professional',
  'page',
  'app',
  'tester',
  'credentials',
  'redirect',
  'token',
  'login',
  'live',
] as const
export type GuideStep = (typeof GUIDE_STEPS)[number]

const STEPS: Readonly<Record<GuideWay, readonly GuideStep[]>> = {
  token: ['professional', 'app', 'tester', 'token', 'live'],
  platform: ['professional', 'app', 'tester', 'credentials', 'redirect', 'login', 'live'],
  partner: ['professional', 'page', 'app', 'credentials', 'redirect', 'login', 'live'],
}

export interface GuideFacts {
  readonly hasAppId: boolean
  readonly hasSecret: boolean
  /** Null until the server was asked. */
  readonly verdict: AppVerdict['verdict'] | null
  /** A token is entered, and the platform says whose it is. */
  readonly isTokenAccepted: boolean
  /** An account is connected by this way. */
  readonly isConnected: boolean
}

/** `proven`: we have seen it. `said`: only the user can know, and says so. */
export type StepState = 'proven' | 'said' | 'now' | 'later'

export interface SteppedStep {
  readonly step: GuideStep
  readonly state: StepState
}

/** In their order; at most one is `now`. */
export function guideSteps(way: GuideWay, facts: GuideFacts, said: readonly GuideStep[]): SteppedStep[] {
  let isFound = false
  return STEPS[way].map((step) => {
    const done = doneBy(step, way, facts, said)
    if (done !== null) return { step, state: done }
    const state = isFound ? 'later' : 'now'
    isFound = true
    return { step, state }
  })
}

export function loginOf(way: GuideWay): LoginMethod {
  return way === 'partner' ? 'partner' : 'platform'
}

/** Steps whose completion only the user can see. */
export function isSaidByPerson(step: GuideStep): boolean {
  return step !== 'credentials' && step !== 'token' && step !== 'login'
}

const NEEDS_APP: ReadonlySet<GuideStep> = new Set(['credentials', 'redirect', 'login'])

function doneBy(
  step: GuideStep,
  way: GuideWay,
  facts: GuideFacts,
  said: readonly GuideStep[],
): 'proven' | 'said' | null {
  // An account in development is connected just as well: only its user can see whether the app is live.
  if (step === 'live') return said.includes(step) ? 'said' : null
  const hasApp = facts.hasAppId && facts.hasSecret
  // A connected account or accepted token proves every step before it. But an account that came by a pasted
  // token says nothing about an app that is not entered here.
  if (facts.isConnected && (hasApp || !NEEDS_APP.has(step))) return 'proven'
  if (facts.isTokenAccepted && way === 'token') return step === 'token' ? null : 'proven'
  if (step === 'credentials') {
    if (!hasApp || facts.verdict === 'refused') return null
    return facts.verdict === 'accepted' ? 'proven' : 'said'
  }
  if (step === 'app' && hasApp && facts.verdict === 'accepted') return 'proven'
  return isSaidByPerson(step) && said.includes(step) ? 'said' : null
}
