// What every feature composes itself from, with the configuration: the data folder, the edges, and what wakes the loops.
import type { Folder } from './data-folder.ts'
import type { Edges } from './edges.ts'

/** What is known only once the socket listens, or once the loops run. */
export interface RunState {
  port: number
  hasIPv6: boolean
  /** There is a post to publish or to prepare. */
  wake(): void
  /** There may be a check for mentions to make. */
  wakeChecks(): void
  /** There is something to send to the Worker. */
  wakeSync(): void
  /** Trouble with the cloud that the night check found may be over. */
  wakeNightCheck(): void
  /** Ends the server as a signal does. */
  stop(): void
}

export const notRunning = (port: number): RunState => ({
  port,
  hasIPv6: false,
  wake() {},
  wakeChecks() {},
  wakeSync() {},
  wakeNightCheck() {},
  stop() {},
})

export function baseOf(folder: Folder, edges: Edges, late: RunState) {
  const wakeChecks = () => late.wakeChecks()
  const release = async () => {
    await folder.hold.release()
    wakeChecks()
  }
  return {
    ...edges,
    ...folder,
    hold: { ...folder.hold, release },
    wake: () => late.wake(),
    wakeChecks,
    wakeSync: () => late.wakeSync(),
    wakeNightCheck: () => late.wakeNightCheck(),
    stop: () => late.stop(),
  }
}

export type Base = ReturnType<typeof baseOf>
