// The user takes over a post from a Worker that does not answer. This computer publishes it, after it has checked
// whether the Worker did; the Worker is asked to release it until it answers, and its answer decides who published
// the post.
import { CodedError } from '../../../../coded-error.ts'
import type { PostRecord } from '../../../../ports/posts/post-store.ts'
import { nextVersionAt } from '../../../../api/post-version.ts'
import { payloadOf } from '../../../../engine/publishing/stored.ts'
import { MINUTE, type Duration } from '../../../../time.ts'
import { cancelPost } from '../take-back.ts'
import { asScheduledLocally, localJob, sentByWorker } from '../final-moves.ts'
import { withCloudWarning } from '../cloud-warnings.ts'
import { isTakenOver, whileRecalled } from '../handovers.ts'
import { ONLY_THERE } from '../../../../rules/content/lost-files.ts'
import type { DelegationDeps } from '../delegation-deps.ts'

/** Before then, a Worker that is merely out of our reach still publishes it on time. */
const SILENT_FOR: Duration = MINUTE

/**
 * The post gets a job on this computer. A Worker that answers releases it first. From one that does not, it is
 * taken once its time has passed, and the Worker may still publish it: call only with the user's confirmation. Throws
 * INVALID_STATUS when it cannot be taken, and MEDIA_INVALID when its files are gone.
 */
export async function takeOver(deps: DelegationDeps, post: PostRecord): Promise<void> {
  const handover = await deps.handovers.ofPost(post.id)
  if (!handover) throw new CodedError('INVALID_STATUS', 'The cloud does not have this post.')
  if (deps.isHeld())
    throw new CodedError(
      'INVALID_STATUS',
      'This data folder is on hold. Confirm publishing from here first, then take over the post.',
    )
  try {
    await cancelPost(deps, post, 'local')
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'WORKER_UNREACHABLE') throw error
    await deps.mutex.runExclusive(handover.id, () => takeOverFromSilentWorker(deps, handover.id))
  }
  deps.wakeSync()
}

async function takeOverFromSilentWorker(deps: DelegationDeps, id: string): Promise<void> {
  const now = deps.clock.now()
  const before = await deps.handovers.readOpen(id)
  const media = before?.post ? await deps.files.mediaOf(before.post) : []
  await deps.handovers.change(id, (stored) => {
    const { handover, post } = stored
    if (isTakenOver(handover)) return null
    if (!post || !TAKEN_FROM.has(post.status))
      throw new CodedError('INVALID_STATUS', 'The cloud has finished with this post. Load it again.')
    if (now < handover.publishAt + SILENT_FOR) throw notYet()
    const payload = payloadOf(post, media)
    if (!payload || payload.items.length === 0) throw new CodedError('MEDIA_INVALID', ONLY_THERE)
    const here = {
      ...asScheduledLocally(withCloudWarning(post, 'TAKEN_OVER')),
      updatedAt: nextVersionAt(post, now),
    }
    return {
      change: { ...whileRecalled(handover, { kind: 'cancel', to: 'taken-over' }), tries: 0, nextAt: now },
      post: here,
      job: localJob(deps, handover, here),
      perhapsSent: sentByWorker(deps, handover, payload, 'TAKEN_OVER'),
    }
  })
}

/** Everything whose outcome the Worker has not reported. */
const TAKEN_FROM: ReadonlySet<PostRecord['status']> = new Set([
  'SCHEDULED',
  'QUEUED',
  'PROCESSING',
  'PUBLISHING',
])

function notYet(): CodedError {
  return new CodedError(
    'INVALID_STATUS',
    'The cloud does not answer now, and it still has time to publish this post. It can be taken over once its time has passed.',
  )
}
