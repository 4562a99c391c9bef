// Files that were cropped or converted since the Worker got them: each of their posts is edited, as if its user had saved it again.
import { CodedError } from '../../../../coded-error.ts'
import { MINUTE, type Duration } from '../../../../time.ts'
import type { DelegationDeps } from '../delegation-deps.ts'
import { whileInsisting } from '../handovers.ts'
import { connectionOf } from '../worker-requests.ts'
import { nameFiles, uploadAhead } from './edited-files.ts'

const AGAIN_AFTER: Duration = 5 * MINUTE

/** Records an edit for each post of which the Worker has a file as it was. It is sent until the Worker has it, or it is too late. */
export async function sendNewVersions(deps: DelegationDeps): Promise<void> {
  const { sentVersions, clock, handovers } = deps
  const { compareAt } = sentVersions
  if (compareAt === null || clock.monotonic() < compareAt) return
  const againAt = clock.monotonic() + AGAIN_AFTER
  sentVersions.compareAt = againAt
  let areSame = true
  for (const { id } of await handovers.open()) areSame = (await isSent(deps, id)) && areSame
  // Another file may have changed meanwhile.
  if (areSame && sentVersions.compareAt === againAt) sentVersions.compareAt = null
}

/** Whether nothing is left to do for it. The Worker keeps what it has of a file that is not here any more. */
async function isSent(deps: DelegationDeps, id: string): Promise<boolean> {
  try {
    return await recordEdit(deps, id)
  } catch (error) {
    if (error instanceof CodedError && (error.code === 'MEDIA_INVALID' || error.code === 'NOT_FOUND'))
      return true
    throw error
  }
}

/** True when there was nothing to record. A version that could not be published replaces none that can. */
async function recordEdit(deps: DelegationDeps, id: string): Promise<boolean> {
  const { handovers, files, underWay } = deps
  const stored = await handovers.readOpen(id)
  if (stored?.post?.status !== 'SCHEDULED') return true
  const { handover, post } = stored
  if (!(await files.mediaOf(post)).every(({ isValid }) => isValid)) return true
  const named = await nameFiles(deps, handover, { before: post, after: post })
  if (!named) return true
  const { ownership, asked } = handover
  const isFree = ownership.state === 'worker' && asked === null && !underWay.has(id)
  if (!isFree || !(await connectionOf(deps, ownership))) return false
  underWay.add(id)
  try {
    const sent = await uploadAhead(deps, named, handover.files)
    await handovers.change(id, (latest) =>
      latest.handover.version === handover.version && latest.post?.status === 'SCHEDULED'
        ? { change: { ...whileInsisting(handover, latest.post, sent), nextAt: deps.clock.now(), tries: 0 } }
        : null,
    )
  } finally {
    underWay.delete(id)
  }
  deps.wakeSync()
  return false
}
