// Reports to systemd that the server is ready, and then that it is alive. Node has no datagram sockets, so the system's own program says it.
import { SECOND, type Duration } from '../../core/time.ts'
import { runProgram } from '../programs/run-program.ts'

export interface ServiceManager {
  readonly socket: string
  /** How often it must be told that we are alive; null: never. */
  readonly watchdog: Duration | null
  readonly searchPath: string
}

/** To be called once the server answers. */
export function tellReady({ socket, watchdog, searchPath }: ServiceManager): void {
  const say = (message: string) => {
    const env = { NOTIFY_SOCKET: socket, PATH: searchPath }
    // Without that program the unit fails to start, and systemd says so.
    void runProgram('systemd-notify', [message], { env, timeout: 10 * SECOND }).catch(() => {})
  }
  say('READY=1')
  // Twice in each period: one may come late.
  if (watchdog !== null) setInterval(() => say('WATCHDOG=1'), watchdog / 2).unref()
}
