import { CodedError } from './coded-error.ts'

/** Somebody else was faster: what was read is no longer what is stored, and nothing was changed. */
export const OVERTAKEN = Symbol('overtaken')

/** No crowd of writers comes near it. Attempts that never wait would keep all else from running. */
const MOST_ATTEMPTS = 1_000

/**
 * Reads, decides and writes again until nothing came in between. For decisions that wait for something: a pure one is made in the
 * store's own transaction, by its `update`, and needs no retry.
 */
export async function retryWhileOvertaken<T>(attempt: () => Promise<T | typeof OVERTAKEN>): Promise<T> {
  for (let attempts = 0; attempts < MOST_ATTEMPTS; attempts += 1) {
    const outcome = await attempt()
    if (outcome !== OVERTAKEN) return outcome
  }
  throw new CodedError('INTERNAL_ERROR', 'Other changes came first again and again. Try again.')
}
