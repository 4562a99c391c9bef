// The exchange with the Worker while nobody waits for it: at the start, when there is something to send or a post's time
// has come, and now and then for whatever it was not woken for. One round at a time.
import type { HandoverPorts } from '../../core/cloud/delegation/handover-ports.ts'
import { syncRound } from '../../core/cloud/delegation/changes/sync-round.ts'
import { MINUTE } from '../../core/time.ts'

export interface CloudSync {
  /** There may be something to send, or to ask. */
  wake(): void
  /** Starts nothing new, and resolves when the round under way has ended. */
  stop(): Promise<void>
}

/** A machine that sleeps does not notice how long. */
const LONGEST_TIMER = 10 * MINUTE

export function startCloudSync(ports: HandoverPorts): CloudSync {
  let running: Promise<void> | null = null
  let wokenWhileRunning = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  function wake(): void {
    if (stopped) return
    if (running) wokenWhileRunning = true
    else running = runRounds().finally(() => (running = null))
  }

  async function runRounds(): Promise<void> {
    clearTimeout(timer)
    let wait: number
    do {
      wokenWhileRunning = false
      wait = await syncRound(ports)
    } while (wokenWhileRunning && !stopped)
    if (stopped) return
    timer = setTimeout(wake, Math.min(wait, LONGEST_TIMER))
    // Nobody waits for this.
    timer.unref()
  }

  wake()
  return {
    wake,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
