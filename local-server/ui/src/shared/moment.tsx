import { useCalendarTimes } from '../plan/clock/calendar-zone.tsx'
import { useFormats } from '../strings/language.tsx'
import { useNow } from './use-now.ts'
import type { WarningDetailBody } from '../../../../core/api/notices.ts'
import { warningSentence } from '../../../../core/rules/notices/sentences.ts'
import type { Strings } from '../strings/strings.ts'

/** `5 minutes ago`, with the exact time in its title, by the clocks of the plan. */
export function RelativeTime({ at }: { readonly at: string }) {
  const formats = useFormats()
  const { zone } = useCalendarTimes()
  const now = useNow()
  const date = new Date(at)
  return (
    <time dateTime={at} title={formats.exact(date, zone)}>
      {formats.distance(date.getTime() - now)}
    </time>
  )
}

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
