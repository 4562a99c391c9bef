import { replaceWarnings, warning, type Warning } from '../../../rules/notices/warnings.ts'
import type { PostRecord } from '../../../ports/posts/post-store.ts'
import type { NoAnswer } from '../../../engine/worker/worker-link.ts'
import { safeText, withoutFullStop, type SafeText } from '../../../redact.ts'

/** Warnings of a post that the cloud has, or should have. Each is removed when it stops being true. */
const WHILE_IN_CLOUD = [
  'CLOUD_NOT_ANSWERED',
  'CLOUD_CANNOT_SAY',
  'CLOUD_LATE_UNANSWERED',
  'CLOUD_LATE',
  'TAKEN_OVER',
  'PUBLISHED_TWICE',
  'FROM_SECOND_COPY',
] as const

type CloudWarning = Exclude<(typeof WHILE_IN_CLOUD)[number], 'CLOUD_CANNOT_SAY'>

/** The post with its other warnings, and this one. */
export function withCloudWarning<P extends Pick<PostRecord, 'warnings'>>(
  post: P,
  told: CloudWarning | Warning | null,
): P {
  const added = typeof told === 'string' ? warning(told) : told
  return { ...post, warnings: replaceWarnings(post.warnings, new Set(WHILE_IN_CLOUD), added ? [added] : []) }
}

/** For a post that the Worker may or may not have received: gives the Worker's reason when it says what failed. */
export function doubtWarning(reply: NoAnswer): Warning {
  return reply.kind === 'unknown' && reply.code === 'CLOUD_ERROR'
    ? warning('CLOUD_CANNOT_SAY', { reason: withoutFullStop(reply.reason) })
    : warning('CLOUD_NOT_ANSWERED')
}

export const ranLocallyInstead = (reason: SafeText): Warning =>
  warning('RUNS_LOCALLY', { reason: withoutFullStop(reason) })

/** Why nothing can be decided while the object is down. */
export const SECOND_COPY_ONLY = safeText('its scheduler does not answer')
