// The cron of the Worker on this computer: workerd has none, so a timer calls it as the cloud would.
import { MINUTE } from '../../core/time.ts'

/** Calls `run` now and each minute, and never before the previous call has ended. What it throws goes to `report`. */
export function startCron(
  run: () => Promise<void>,
  report: (error: unknown) => void,
  every = MINUTE,
): { stop(): void } {
  let running = false
  let stopped = false
  const call = async () => {
    if (running || stopped) return
    running = true
    try {
      await run()
    } catch (error) {
      if (!stopped) report(error)
    } finally {
      running = false
    }
  }
  const timer = setInterval(() => void call(), every)
  void call()
  return {
    stop() {
      stopped = true
      clearInterval(timer)
    },
  }
}
