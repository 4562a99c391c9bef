import type { Log } from '../core/ports/log.ts'

/** A failed step must not keep the others from running. Resolves with whether it worked. */
export async function attempt(log: Log, name: string, step: () => void | Promise<void>): Promise<boolean> {
  try {
    await step()
    return true
  } catch (error) {
    log.error('a step of the Worker failed', { step: name, error })
    return false
  }
}
