import type { KeyedMutex } from '../../../keyed-mutex.ts'
import type { BucketObjects } from '../../../ports/cloud/bucket.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Log } from '../../../ports/log.ts'
import type { MediaBucket } from '../../connection/connection.ts'
import { CodedError } from '../../../errors.ts'
import { safeSentence } from '../../../redact.ts'

interface ExpiredObjects {
  readonly objects: BucketObjects
  readonly mutex: KeyedMutex
  readonly clock: Clock
  readonly log: Log
  mediaBucket(): Promise<MediaBucket | null>
}

/** Removes expired objects from the bucket. What fails is left for the next time. */
export async function cleanBucket({
  objects,
  mediaBucket,
  mutex,
  clock,
  log,
}: ExpiredObjects): Promise<void> {
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
