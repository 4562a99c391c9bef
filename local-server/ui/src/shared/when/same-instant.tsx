import { wallTimeOf } from '../../../../../core/scheduling/wall-time.ts'
import { useFormats, useStrings } from '../../strings/language.tsx'
import { BROWSER_ZONE } from './time-zones.ts'

interface SameInstantProps {
  readonly at: number
  readonly timeZone: string
}

/** The same instant in UTC and where the reader is, as far as their clocks show something else. */
export function SameInstant({ at, timeZone }: SameInstantProps) {
  const { when } = useStrings().shared
  const formats = useFormats()
  const wall = wallTimeOf(at, timeZone)
  const others = [
    wallTimeOf(at, BROWSER_ZONE) === wall ? null : when.here(formats.dayAndTime(new Date(at), BROWSER_ZONE)),
    timeZone === 'UTC' ? null : when.inUtc(formats.dayAndTime(new Date(at), 'UTC')),
  ]
  return (
    <p>
      ={' '}
      {others.filter((other) => other !== null).join(' = ') ||
        when.inUtc(formats.dayAndTime(new Date(at), 'UTC'))}
    </p>
  )
}
