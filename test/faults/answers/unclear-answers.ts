// Ways in which a publish call can be answered without telling whether the post is live.
import { MINUTE } from '../../../core/time.ts'
import type { FaultRequest } from '../../../local-server/sandbox/faults/fault.ts'
import type { Hand } from '../mortal-ports.ts'
import type { World } from '../publishing-world.ts'

type Answer =
  | { readonly mode: 'drop' | 'server-error' | 'action-blocked' | 'empty' | 'html' | 'half-json' }
  | { readonly mode: 'unknown-code' | 'container-unknown' }
  | { readonly mode: 'error'; readonly httpStatus: number; readonly code: number }

export const UNCLEAR_ANSWERS = {
  'a lost connection': { mode: 'drop' },
  // A connection that is lost, a minute later.
  'a minute of silence': { mode: 'drop' },
  '500 with code 2': { mode: 'server-error' },
  '4/2207051': { mode: 'action-blocked' },
  'an empty 200': { mode: 'empty' },
  'HTML under 200': { mode: 'html' },
  'half of its JSON': { mode: 'half-json' },
  'a 400 that nobody knows': { mode: 'unknown-code' },
  '429': { mode: 'error', httpStatus: 429, code: 4 },
  '24/2207008': { mode: 'container-unknown' },
} as const satisfies Record<string, Answer>

export type UnclearAnswer = keyof typeof UNCLEAR_ANSWERS
export const ANSWER_NAMES = Object.keys(UNCLEAR_ANSWERS) as UnclearAnswer[]

type Match = NonNullable<FaultRequest['match']>

/** True of every call in a world of the platform's login: it marks the one that is not answered for a minute. */
const MARK: Match = { token: 'platform' }

/** A publish call that is answered so; it has acted before or never acts. */
export function unclear(answer: UnclearAnswer, effect: 'before' | 'after', match: Match = {}): FaultRequest {
  const aim = answer === 'a minute of silence' ? { ...match, ...MARK } : match
  return { ...UNCLEAR_ANSWERS[answer], on: 'publish', effect, match: aim }
}

/** Lets a minute pass at each call that nobody answers. Made when the faults are. */
export function minutesOfSilence({ sandbox, clock }: World): Hand {
  const silences = () =>
    sandbox.faults
      .pending()
      .reduce((sum, { match, times }) => (match.token === MARK.token ? sum + times : sum), 0)
  let left = silences()
  return (point) => {
    for (; point === 'after publishContainer' && left > silences(); left -= 1) clock.advance(MINUTE)
    return false
  }
}
