// What the changes no longer report: jobs that wait at the Worker although this computer does not know them.
import * as z from 'zod'
import { HOUR, type Duration } from '../../../time.ts'
import type { CloudConnection } from '../../connection/connection.ts'
import { applyJob } from './apply-changes.ts'
import type { HandoverPorts } from '../handover-ports.ts'

const CHECK_EVERY: Duration = HOUR
const CHECKED = 'cloudJobsChecked'
/** Of one Worker, and of what may be decided: data on hold only listen. */
const Checked = z.object({ keyId: z.string(), at: z.number(), held: z.boolean() })

export async function findUnknownJobs(ports: HandoverPorts, connection: CloudConnection): Promise<void> {
  const { settings, clock, handovers } = ports
  const checked = Checked.safeParse(await settings.get(CHECKED))
  const now = clock.now()
  const held = ports.isHeld()
  const { keyId } = connection
  if (checked.success && checked.data.keyId === keyId && checked.data.held === held) {
    if (Math.abs(now - checked.data.at) < CHECK_EVERY) return
  }
  const reply = await connection.worker.openJobs()
  if (reply.kind !== 'ok') return
  for (const view of reply.value)
    if (!(await handovers.get(view.jobId))) await applyJob(ports, connection, view)
  await settings.put({ [CHECKED]: { keyId, at: now, held } })
}
