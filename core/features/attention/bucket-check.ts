// Tries with one small file whether files that get their public address only when their time comes will get it.
import { PLATFORM_AGENT } from '../../rules/accounts/public-address.ts'
import type { MediaBucket } from '../cloud/connection/connection.ts'
import { tryBucket, type BucketFault } from '../cloud/connection/try-bucket.ts'
import { CodedError } from '../../coded-error.ts'
import { attentionDetail, type AttentionDetail } from '../../rules/notices/attention-details.ts'
import { safeSentence } from '../../redact.ts'
import { HOUR, type Duration } from '../../time.ts'
import type { AttentionDeps } from './attention-deps.ts'

/** After a power cut in between, what is left is removed with the expired files of posts. */
const STAYS: Duration = HOUR

/** Asked for many posts, tried once. `proven`: the public address of a bucket that need not be tried. */
export function createBucketCheck(deps: AttentionDeps, proven: string | null) {
  let works = proven
  let asked: Promise<AttentionDetail | null> | null = null
  const check = async (): Promise<AttentionDetail | null> => {
    const found = await deps.cloudSetup.mediaBucket()
    if (found === null || found.publicUrl === works) return null
    const trouble = await findTrouble(deps, found)
    works = trouble === null ? found.publicUrl : null
    return trouble
  }
  return {
    /** Why the bucket would not do for a file, or null. */
    ask: () => (asked ??= check()),
    proven: () => works,
  }
}

async function findTrouble(deps: AttentionDeps, found: MediaBucket): Promise<AttentionDetail | null> {
  const fetchPublic: typeof fetch = (input, init) =>
    deps.fetchPublic(input, { ...init, headers: { 'user-agent': PLATFORM_AGENT } })
  try {
    const fault = await tryBucket({ ...deps, fetchPublic }, { ...found, bucket: noting(deps, found) })
    return fault && detailOf(fault)
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    return attentionDetail('BUCKET_REFUSES', { text: safeSentence(error.message) })
  }
}

/** Records each object before it is uploaded, so that all of them are removed again, now or later. */
function noting(
  { objects, clock }: AttentionDeps,
  { bucket }: MediaBucket,
): Pick<MediaBucket['bucket'], 'put' | 'remove'> {
  return {
    async put(key, bytes, contentType) {
      const now = clock.now()
      await objects.note(key, now)
      await objects.expire([key], now + STAYS)
      await bucket.put(key, bytes, contentType)
    },
    async remove(key) {
      try {
        await bucket.remove(key)
        await objects.forget(key)
      } catch (error) {
        // A file that stays in the bucket keeps no post from being published.
        if (!(error instanceof CodedError)) throw error
      }
    },
  }
}

function detailOf(fault: BucketFault): AttentionDetail {
  if (fault.kind === 'refuses')
    return attentionDetail('BUCKET_ADDRESS_REFUSES', { status: `${fault.status}` })
  return attentionDetail(fault.kind === 'silent' ? 'BUCKET_ADDRESS_SILENT' : 'BUCKET_ADDRESS_IS_ANOTHER')
}
