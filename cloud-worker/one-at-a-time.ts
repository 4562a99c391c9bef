/**
 * Runs the work one at a time. Calls that come while it runs share one more run afterwards, and their promises resolve with it.
 * `work` must not reject.
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let working: Promise<void> | null = null
  let isAskedAgain = false
  const workWhileAsked = async () => {
    do {
      isAskedAgain = false
      await work()
    } while (isAskedAgain)
    // In the same tick as the check above: a call in between would be lost.
    working = null
  }
  return () => {
    if (working) isAskedAgain = true
    working ??= workWhileAsked()
    return working
  }
}
