// Ways in which a publish call can be answered without telling whether the post is live, and the minute of silence that no
// test can wait for.
import { MINUTE } from '../../core/time.ts'
import type { FaultRequest } from '../../local-server/sandbox/faults/fault.ts'
import type { World } from './publishing-world.ts'

type Answer =
  | { readonly mode: 'drop' | 'silence' | 'server-error' | 'action-blocked' | 'empty' | 'html' | 'half-json' }
  | { readonly mode: 'unknown-code' | 'container-unknown' }
  | { readonly mode: 'error'; readonly httpStatus: number; readonly code: number }

export const UNCLEAR_ANSWERS = {
  'a lost connection': { mode: 'drop' },
  'a minute of silence': { mode: 'silence' },
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

const PATIENCE_MS = 10

/**
 * While `work` lasts, a call that nobody answers is given up after a few milliseconds, in which a minute of the world's time
 * passes.
 */
export async function withQuickSilence<T>({ sandbox, clock }: World, work: () => Promise<T>): Promise<T> {
  const real = AbortSignal.timeout.bind(AbortSignal)
  const due = () => silencesLeft(sandbox.faults.pending())
  let left = due()
  AbortSignal.timeout = () => {
    const patience = new AbortController()
    setTimeout(() => {
      for (; left > due(); left -= 1) clock.advance(MINUTE)
      patience.abort(new DOMException('no answer', 'TimeoutError'))
    }, PATIENCE_MS)
    return patience.signal
  }
  try {
    return await work()
  } finally {
    AbortSignal.timeout = real
  }
}

function silencesLeft(faults: readonly FaultRequest[]): number {
  return faults.reduce((sum, { mode, times = 1 }) => (mode === 'silence' ? sum + times : sum), 0)
}
