// Limits of time for processes on a machine that others use as well.
import { PATIENT } from '../patience.ts'
import { availableParallelism, loadavg } from 'node:os'

/** The limit itself while there are at most two runnable processes for each core, and in proportion more beyond. */
export function fairly(milliseconds: number): number {
  const [load = 0] = loadavg()
  return milliseconds * Math.max(1, load / (2 * availableParallelism()))
}

/** For `expect.poll`: what is waited for comes soon, on a busy machine a little later. */
export const SOON = PATIENT.expect.poll
