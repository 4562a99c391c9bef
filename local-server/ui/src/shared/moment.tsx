import { useCalendarTimes } from '../plan/clock/calendar-zone.tsx'
import { useFormats } from '../strings/language.tsx'
import { useNow } from './use-now.ts'

/** `5 minutes ago`, with the exact time in its title, by the clocks of the plan. */
export function Moment({ at }: { readonly at: string }) {
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
