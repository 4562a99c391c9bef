// One call from outside, to any host and in any dialect: it is reported to the witness, a fault may strike, then it acts.
import type { Duration } from '../../core/time.ts'
import type { CallName, SandboxCall, Subject } from './calls.ts'
import type { FaultQueue } from './faults/fault-queue.ts'
import { droppedConnection, playFault } from './faults/play-fault.ts'

export interface PerformPorts {
  readonly faults: FaultQueue
  /** Told around each call's effect. When it rejects, the connection is dropped; before, so is the effect. */
  readonly onCall: (call: SandboxCall) => void | Promise<void>
  readonly wait: (time: Duration) => Promise<void>
}

export interface Performance {
  readonly on: CallName
  /** The node that it is about. */
  readonly id: string
  readonly subject: Subject
  readonly request: Request
  /** The account whose usage the headers show. */
  readonly usageOf: string | null
  /** Rejects with a refusal. */
  readonly run: () => Promise<Response>
  /** Puts anything thrown into the dialect of the host. */
  readonly refusal: (error: unknown) => Response
}

export async function performCall(ports: PerformPorts, call: Performance): Promise<Response> {
  const { on, id, subject, run, refusal } = call
  const witnessed = { ...subject, on, id }
  const act = async () => {
    const answer = await run().catch(refusal)
    await ports.onCall({ ...witnessed, phase: 'after', httpStatus: answer.status })
    return answer
  }
  const fault = ports.faults.takeAnswer(on, subject)
  try {
    await ports.onCall({ ...witnessed, phase: 'before', httpStatus: null })
    if (!fault) return await act()
    return await playFault(fault, { ...call, wait: ports.wait, act })
  } catch {
    return droppedConnection()
  }
}
