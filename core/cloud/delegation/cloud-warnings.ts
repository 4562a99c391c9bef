import { replaceWarnings, warning, type Warning } from '../../notices/warnings.ts'
import { safeText, withoutFullStop, type SafeText } from '../../redact.ts'

/** Warnings of a post that the cloud has, or should have. Each is removed when it stops being true. */
const WHILE_IN_CLOUD = [
  'CLOUD_NOT_ANSWERED',
  'CLOUD_LATE_UNANSWERED',
  'CLOUD_LATE',
  'TAKEN_OVER',
  'PUBLISHED_TWICE',
  'FROM_SECOND_COPY',
] as const

export type CloudWarning = (typeof WHILE_IN_CLOUD)[number]

/** The other warnings of a post, and this one. */
export function withCloudWarning(
  warnings: readonly Warning[] | null,
  code: CloudWarning | null,
): readonly Warning[] | null {
  return replaceWarnings(warnings, new Set(WHILE_IN_CLOUD), code === null ? [] : [warning(code)])
}

export const ranLocallyInstead = (reason: SafeText): Warning =>
  warning('RUNS_LOCALLY', { reason: withoutFullStop(reason) })

/** Why nothing can be decided while the object is down. */
export const SECOND_COPY_ONLY = safeText('its scheduler does not answer')
