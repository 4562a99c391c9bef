/**
 * Does the work one at a time. Asked for while it is done, it is done once more afterwards, for all who asked meanwhile; their
 * promises end with that. `work` must not reject.
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let working: Promise<void> | null = null
  let isAskedAgain = false
  const workWhileAsked = async () => {
    do {
      isAskedAgain = false
      await work()
    } while (isAskedAgain)
    // At once: whoever asks a moment later would be waited for by nobody.
    working = null
  }
  return () => {
    if (working) isAskedAgain = true
    working ??= workWhileAsked()
    return working
  }
}
