/** Somebody else was faster: what was read is no longer what is stored, and nothing was changed. */
export const OVERTAKEN = Symbol('overtaken')

/**
 * Reads, decides and writes again until nothing came in between. For decisions that wait for something: one that is pure is made
 * in the store's own transaction, by its `update`, and needs no second time.
 */
export async function retryWhileOvertaken<T>(attempt: () => Promise<T | typeof OVERTAKEN>): Promise<T> {
  for (;;) {
    const outcome = await attempt()
    if (outcome !== OVERTAKEN) return outcome
  }
}
