import type { AttentionCode, AttentionEntryBody } from '../../../../core/api/attention.ts'
import type { Strings } from '../strings/strings.ts'

/** A newer server may know more codes than this page; then its own words are shown. */
export function entrySentence(
  { code, message }: AttentionEntryBody,
  { sentences }: Strings['attention'],
): string {
  return (sentences as Partial<Record<AttentionCode, string>>)[code] ?? message
}
