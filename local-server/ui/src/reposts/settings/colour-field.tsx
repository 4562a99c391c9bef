import { TextInput } from '@mantine/core'
import { isColour, isFaint, USUAL_COLOUR } from '../../../../../core/reposts/stories/overlay.ts'
import { useLazyStrings } from '../../strings/language.tsx'
import classes from './signature-settings.module.css'

interface ColourFieldProps {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (colour: string) => void
}

/** By its digits, or with the colour picker of the system. */
export function ColourField({ value, error, onChange }: ColourFieldProps) {
  const { settings } = useLazyStrings().reposts
  const picker = (
    <input
      type="color"
      className={classes.picker}
      aria-label={settings.colourPick}
      value={isColour(value) ? value : USUAL_COLOUR}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
  return (
    <TextInput
      label={settings.colour}
      description={isColour(value) && isFaint(value) ? settings.colourFaint : settings.colourFine}
      leftSection={picker}
      leftSectionPointerEvents="all"
      autoComplete="off"
      spellCheck={false}
      maxLength={7}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
