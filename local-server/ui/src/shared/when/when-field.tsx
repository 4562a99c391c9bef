import { Box, Text, TextInput } from '@mantine/core'
import { useId } from 'react'
import { SOFT } from '../../kit/looks.ts'
import { resolveWallTime, type WallTime, wallTimeOf } from '../../../../../core/scheduling/wall-time.ts'
import { useFormats, useStrings } from '../../strings/language.tsx'
import { ClockChange } from './clock-change.tsx'
import classes from './when-field.module.css'
import { ZoneSelect } from './zone-select.tsx'
import { BROWSER_ZONE } from './time-zones.ts'

interface WhenFieldProps {
  readonly value: WallTime
  readonly onChange: (value: WallTime) => void
  /** Problem found by the form. */
  readonly error?: string | null | undefined
  /** Milliseconds since 1970: what lies before it is said to have passed. */
  readonly now: number
}

/**
 * Date, time and zone, and the question that a change of clocks asks. The browser's own fields: they are typed into by
 * part, and every screen reader knows them. The value may be incomplete; `resolveWallTime` tells.
 */
export function WhenField({ value, onChange, error, now }: WhenFieldProps) {
  const { when } = useStrings().shared
  const id = useId()
  const [date = '', time = ''] = value.wall.split('T')
  const change = (part: Partial<Record<'date' | 'time' | 'timeZone', string>>) =>
    onChange({
      wall: `${part.date ?? date}T${part.time ?? time}`,
      timeZone: part.timeZone ?? value.timeZone,
      choice: null,
    })
  const resolved = resolveWallTime(value)
  const isPast = resolved.kind === 'instant' && resolved.at <= now
  const problem = error ?? (isPast ? when.past : null)
  const about = { 'aria-describedby': `${id}-says`, 'aria-invalid': problem !== null }
  return (
    <div className={classes.field}>
      <div className={classes.inputs}>
        <TextInput
          type="date"
          label={when.date}
          value={date}
          min="2000-01-01"
          max="2099-12-31"
          onChange={({ currentTarget }) => change({ date: currentTarget.value })}
          {...about}
        />
        <TextInput
          type="time"
          label={when.time}
          value={time}
          list={`${id}-quarters`}
          onChange={({ currentTarget }) => change({ time: currentTarget.value })}
          {...about}
        />
        <div className={classes.zone}>
          <ZoneSelect
            label={when.zone}
            value={value.timeZone}
            onChange={(timeZone) => change({ timeZone })}
          />
        </div>
      </div>
      <datalist id={`${id}-quarters`}>
        {QUARTERS.map((quarter) => (
          <option key={quarter} value={quarter} />
        ))}
      </datalist>
      <ClockChange value={value} onChange={onChange} />
      <Box id={`${id}-says`} role="status" mih="1.5rem" {...SOFT}>
        {problem !== null && (
          <Text inherit c="var(--red)">
            {problem}
          </Text>
        )}
        {resolved.kind === 'instant' && <SameInstant at={resolved.at} timeZone={value.timeZone} />}
        {resolved.kind === 'invalid' && problem === null && <p>{when.invalid}</p>}
      </Box>
    </div>
  )
}

/** Suggestions only: any minute can be typed. */
const QUARTERS = Array.from({ length: 96 }, (_, at) => {
  const [hour, minute] = [Math.floor(at / 4), (at % 4) * 15]
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
})

interface SameInstantProps {
  readonly at: number
  readonly timeZone: string
}

/** The same instant in UTC and where the reader is, as far as their clocks show something else. */
function SameInstant({ at, timeZone }: SameInstantProps) {
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
