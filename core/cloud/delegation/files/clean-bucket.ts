import { CodedError } from '../../../errors.ts'
import type { HandoverDeps } from '../handover-deps.ts'
import { safeSentence } from '../../../redact.ts'

/** Removes expired objects from the bucket. What fails is left for the next time. */
export async function cleanBucket({
  objects,
  mediaBucket,
  mutex,
  clock,
  log,
}: Pick<HandoverDeps, 'objects' | 'mediaBucket' | 'mutex' | 'clock' | 'log'>): Promise<void> {
  const due = await objects.due(clock.now())
  const found = due.length > 0 ? await mediaBucket() : null
  if (!found) return
  try {
    for (const key of due) {
      await mutex.runExclusive(key, async () => {
        // It may have been uploaded again meanwhile.
        if (!(await objects.due(clock.now())).includes(key)) return
        await found.bucket.remove(key)
        await objects.forget(key)
      })
    }
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    log.warn('files could not be removed from the bucket', { reason: safeSentence(error.message) })
  }
}
