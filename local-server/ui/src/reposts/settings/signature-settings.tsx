import { Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { SMALL } from '../../kit/looks.ts'
import {
  AUTHOR,
  isColour,
  isFaint,
  isText,
  MOST_LETTERS,
  readOverlay,
  USUAL_COLOUR,
  USUAL_PLACE,
} from '../../../../../core/reposts/stories/overlay.ts'
import { countCharacters } from '../../../../../core/posts/content/caption-facts.ts'
import { useFormats, useLazyStrings } from '../../strings/language.tsx'
import type { SettingsProps } from './interval-settings.tsx'
import { SettingsForm } from './settings-form.tsx'
import classes from './signature-settings.module.css'
import { SignaturePlace } from './signature-place.tsx'
import { useSettingsGroup } from './use-settings-group.ts'

export function SignatureSettings({ accountId, config }: SettingsProps) {
  const { settings } = useLazyStrings().reposts
  const formats = useFormats()
  const read = config.signatureOverlay === null ? null : readOverlay(config.signatureOverlay)
  const [paints, setPaints] = useState(read !== null)
  const group = useSettingsGroup({
    accountId,
    saved: {
      paints: read !== null,
      ...(read ?? { text: `via @${AUTHOR}`, ...USUAL_PLACE, colour: USUAL_COLOUR }),
    },
    check: ({ text, colour }) => ({
      text: !paints || isText(text) ? undefined : settings.textProblem(MOST_LETTERS),
      colour: !paints || isColour(colour) ? undefined : settings.colourProblem,
    }),
    change: ({ paints: wanted, ...overlay }) => ({
      signatureOverlay: wanted ? JSON.stringify(overlay) : null,
    }),
  })
  const { text, colour } = group.values
  const toggle = (next: boolean) => {
    setPaints(next)
    group.set({ paints: next })
  }
  return (
    <SettingsForm
      title={settings.signatureHeading}
      does={settings.signatureDoes}
      risk={settings.signatureRisk}
      group={group}
    >
      <Switch
        size="md"
        label={settings.signature}
        checked={paints}
        onChange={(event) => toggle(event.currentTarget.checked)}
      />
      {paints && (
        <div className={classes.signature}>
          <SignaturePlace overlay={group.values} onMove={(place) => group.set(place)} />
          <Stack gap="md">
            <TextInput
              label={settings.text}
              description={settings.letters(countCharacters(text), MOST_LETTERS)}
              autoComplete="off"
              value={text}
              error={group.problems.text}
              onChange={(event) => group.set({ text: event.currentTarget.value })}
            />
            <ColourField
              value={colour}
              error={group.problems.colour}
              onChange={(next) => group.set({ colour: next })}
            />
            <Text {...SMALL}>
              {settings.placeHint}{' '}
              {settings.placeAt(percent(formats, group.values.x), percent(formats, group.values.y))}
            </Text>
          </Stack>
        </div>
      )}
    </SettingsForm>
  )
}

function percent(formats: ReturnType<typeof useFormats>, share: number): string {
  return `${formats.number(Math.round(share * 100))} %`
}

interface ColourFieldProps {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (colour: string) => void
}

/** By its digits, or with the colour picker of the system. */
function ColourField({ value, error, onChange }: ColourFieldProps) {
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
