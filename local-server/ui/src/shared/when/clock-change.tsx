import { Button, Radio, Stack } from '@mantine/core'
import { useId } from 'react'
import {
  resolveWallTime,
  wallTimeOf,
  type ResolvedWallTime,
  type WallTime,
} from '../../../../../core/scheduling/wall-time.ts'
import { useStrings } from '../../strings/language.tsx'
import classes from './when-field.module.css'
import { useChoiceWords } from './when-words.ts'

interface ClockChangeProps {
  readonly value: WallTime
  readonly onChange: (value: WallTime) => void
}

/** The question that a time asks when clocks are changed there. Nothing for every other time. */
export function ClockChange({ value, onChange }: ClockChangeProps) {
  const asked = resolveWallTime({ ...value, choice: null })
  if (asked.kind === 'twice') return <WhichOfTwo asked={asked} value={value} onChange={onChange} />
  if (asked.kind === 'never') return <WhichInstead asked={asked} value={value} onChange={onChange} />
  return null
}

type Asked<Kind> = ClockChangeProps & { readonly asked: Extract<ResolvedWallTime, { kind: Kind }> }

function WhichOfTwo({ asked, value, onChange }: Asked<'twice'>) {
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

function WhichInstead({ asked, value, onChange }: Asked<'never'>) {
  const { when } = useStrings().shared
  const words = useChoiceWords(value.timeZone)
  const id = useId()
  const take = (at: number) => onChange({ ...value, wall: wallTimeOf(at, value.timeZone), choice: null })
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
