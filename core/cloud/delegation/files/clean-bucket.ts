import type { KeyedMutex } from '../../../keyed-mutex.ts'
import type { BucketObjects } from '../../../ports/cloud/bucket.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Log } from '../../../ports/log.ts'
import type { MediaBucket } from '../../connection/connection.ts'
import { CodedError } from '../../../errors.ts'
import { safeSentence, type SafeText } from '../../../redact.ts'

interface ExpiredObjects {
  readonly objects: BucketObjects
  readonly mutex: KeyedMutex
  readonly clock: Clock
  readonly log: Log
  mediaBucket(): Promise<MediaBucket | null>
}

/** So many refusals say that the bucket itself is out of reach. */
const MOST_REFUSALS = 5

/** Removes expired objects from the bucket. What is refused is tried again, after the others. */
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
  const reasons: SafeText[] = []
  for (const key of due) {
    if (reasons.length >= MOST_REFUSALS) break
    await mutex.runExclusive(key, async () => {
      // It may have been uploaded again meanwhile.
      if (!(await objects.due(clock.now())).includes(key)) return
      try {
        await found.bucket.remove(key)
        await objects.forget(key)
      } catch (error) {
        if (!(error instanceof CodedError)) throw error
        reasons.push(safeSentence(error.message))
        await objects.expire([key], clock.now())
      }
    })
  }
  const [reason] = reasons
  if (reason) log.warn('files could not be removed from the bucket', { files: reasons.length, reason })
}
