import type { WarningDetailBody } from '../../../../core/api/notices.ts'
import { warningSentence } from '../../../../core/notices/sentences.ts'
import type { Strings } from '../strings/strings.ts'

/** A warning whose time is written as people write it. */
export function datedSentence(
  { code, params }: WarningDetailBody,
  notices: Strings['notices'],
  timeText: (at: Date) => string,
): string {
  const { at } = params
  const dated = typeof at === 'string' ? { ...params, at: timeText(new Date(at)) } : params
  return warningSentence({ code, params: dated }, notices)
}
