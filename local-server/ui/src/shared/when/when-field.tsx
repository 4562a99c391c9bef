import { Box, Button, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useId, useRef } from 'react'
import {
  offsetOf,
  type ResolvedWallTime,
  resolveWallTime,
  type WallTime,
  wallTimeOf,
} from '../../../../../core/rules/times/wall-time.ts'
import { SOFT } from '../../kit/looks.ts'
import { useFormats, useStrings } from '../../strings/language.tsx'
import { ZoneSelect } from './zone-select.tsx'
import { BROWSER_ZONE } from './time-zones.ts'
import classes from './when-field.module.css'

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
 * part, and every screen reader knows them. The value may be incomplete; `resolveWallTime` says so.
 */
export function WhenField({ value, onChange, error, now }: WhenFieldProps) {
  const { when } = useStrings().shared
  const id = useId()
  const timeField = useRef<HTMLInputElement>(null)
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
          ref={timeField}
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
      <ClockChange value={value} onChange={onChange} onAnswered={() => timeField.current?.focus()} />
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

/** The same instant in UTC and where the reader is, as far as their clocks show something else. */
function SameInstant({ at, timeZone }: { readonly at: number; readonly timeZone: string }) {
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

interface ClockChangeProps {
  readonly value: WallTime
  readonly onChange: (value: WallTime) => void
  /** The question disappears with its buttons, and the focus must not get lost with them. */
  readonly onAnswered: () => void
}

/** The question that a time asks when clocks are changed there. Nothing for every other time. */
function ClockChange(props: ClockChangeProps) {
  const asked = resolveWallTime({ ...props.value, choice: null })
  if (asked.kind === 'twice') return <WhichOfTwo asked={asked} {...props} />
  if (asked.kind === 'never') return <WhichInstead asked={asked} {...props} />
  return null
}

type ClockChoiceProps<Kind> = ClockChangeProps & { readonly asked: Extract<ResolvedWallTime, { kind: Kind }> }

function WhichOfTwo({ asked, value, onChange }: ClockChoiceProps<'twice'>) {
  const { when } = useStrings().shared
  const words = useChoiceWords(value.timeZone)
  return (
    <Radio.Group
      className={classes.question}
      label={when.twice(words.wall(value.wall))}
      value={value.choice ?? ''}
      onChange={(choice) => onChange({ ...value, choice: choice === 'later' ? 'later' : 'earlier' })}
    >
      <Stack gap="xs" align="flex-start" mt="xs">
        <Radio value="earlier" label={words.first(asked.earlier)} />
        <Radio value="later" label={words.second(asked.later)} />
      </Stack>
    </Radio.Group>
  )
}

function WhichInstead({ asked, value, onChange, onAnswered }: ClockChoiceProps<'never'>) {
  const { when } = useStrings().shared
  const words = useChoiceWords(value.timeZone)
  const id = useId()
  const take = (at: number) => {
    onChange({ ...value, wall: wallTimeOf(at, value.timeZone), choice: null })
    onAnswered()
  }
  return (
    <div role="group" aria-labelledby={id} className={classes.question}>
      <p id={id}>{when.never(words.wall(value.wall))}</p>
      <Stack gap="xs" align="flex-start" mt="xs">
        {[asked.before, asked.after].map((at) => (
          <Button key={at} variant="default" onClick={() => take(at)}>
            {words.instead(at)}
          </Button>
        ))}
      </Stack>
    </div>
  )
}

/** One of the two instants that a change of clocks leaves to choose from, in words. */
export function useChoiceWords(timeZone: string) {
  const { when } = useStrings().shared
  const formats = useFormats()
  const timeOf = (at: number) => formats.time(new Date(at), timeZone)
  return {
    first: (at: number) => when.first(timeOf(at), offsetOf(at, timeZone)),
    second: (at: number) => when.second(timeOf(at), offsetOf(at, timeZone)),
    instead: (at: number) => when.instead(timeOf(at), offsetOf(at, timeZone)),
    /** A wall time: written as the language does, whether or not it exists. */
    wall: (wall: string) => formats.time(new Date(`${wall}Z`), 'UTC'),
  }
}
