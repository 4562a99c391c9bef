import { Stack, Switch, Text, TextInput } from '@mantine/core'
import { type CSSProperties, type KeyboardEvent, type MouseEvent } from 'react'
import {
  AUTHOR,
  edgeOf,
  isColour,
  isFaint,
  isText,
  MOST_LETTERS,
  type Overlay,
  overlayText,
  readOverlay,
  USUAL_COLOUR,
  USUAL_PLACE,
} from '../../../../../core/rules/reposts/overlay.ts'
import { countCharacters } from '../../../../../core/rules/content/caption-facts.ts'
import { SMALL } from '../../kit/looks.ts'
import { nextPosition, positionOf, type Position } from '../../library/people/picture-position.ts'
import { useFormats, useLazyStrings } from '../../strings/language.tsx'
import { useRepostOverview } from '../repost-overview.ts'
import { SettingsForm, useSettingsGroup } from './settings-group.tsx'
import classes from './signature-settings.module.css'

export function SignatureSettings() {
  const { settings } = useLazyStrings().reposts
  const { config } = useRepostOverview()
  const read = config.signatureOverlay === null ? null : readOverlay(config.signatureOverlay)
  const group = useSettingsGroup({
    saved: {
      paints: read !== null,
      ...(read ?? { text: `via @${AUTHOR}`, ...USUAL_PLACE, colour: USUAL_COLOUR }),
    },
    check: ({ paints, text, colour }) => ({
      text: !paints || isText(text) ? undefined : settings.textProblem(MOST_LETTERS),
      colour: !paints || isColour(colour) ? undefined : settings.colourProblem,
    }),
    change: ({ paints, ...overlay }) => ({
      signatureOverlay: paints ? JSON.stringify(overlay) : null,
    }),
  })
  const { paints, text, colour } = group.values
  const placeWords = usePlaceWords()
  return (
    <SettingsForm of="signature" group={group}>
      <Switch
        size="md"
        label={settings.signature}
        checked={paints}
        onChange={(event) => group.set({ paints: event.currentTarget.checked })}
      />
      {paints && (
        <div className={classes.signature}>
          <SignaturePlace overlay={group.values} onMove={(place) => group.set(place)} />
          <Stack gap="md">
            <TextInput
              label={settings.text}
              description={settings.letters(countCharacters(text), MOST_LETTERS)}
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
              {settings.placeHint} {placeWords(group.values)}
            </Text>
          </Stack>
        </div>
      )}
    </SettingsForm>
  )
}

function usePlaceWords() {
  const { settings } = useLazyStrings().reposts
  const formats = useFormats()
  const percent = (share: number) => `${formats.number(Math.round(share * 100))} %`
  return ({ x, y }: Position) => settings.placeAt(percent(x), percent(y))
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
      spellCheck={false}
      maxLength={7}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

interface SignaturePlaceProps {
  readonly overlay: Overlay
  readonly onMove: (place: Position) => void
}

const STEP = { small: 0.01, large: 0.05 }

/** A story in small, with the line where it will be painted. */
function SignaturePlace({ overlay, onMove }: SignaturePlaceProps) {
  const { settings } = useLazyStrings().reposts
  const placeWords = usePlaceWords()
  const { x, y } = overlay
  const colour = isColour(overlay.colour) ? overlay.colour : USUAL_COLOUR
  const { text } = overlayText(overlay, settings.previewAuthor)
  const toPointer = (event: MouseEvent) => {
    // A press by keyboard has no position.
    if (event.detail !== 0) onMove(positionOf(event.currentTarget.getBoundingClientRect(), event))
  }
  const byKey = (event: KeyboardEvent) => {
    const next = nextPosition(event, overlay, STEP)
    if (next === null) return
    event.preventDefault()
    onMove(next)
  }
  const place = { '--x': x, '--y': y, '--colour': colour, '--edge': edgeOf(colour) } as CSSProperties
  return (
    <div className={classes.frame} style={place} onClick={toPointer}>
      <button type="button" className={classes.line} aria-label={placeWords(overlay)} onKeyDown={byKey}>
        {text}
      </button>
    </div>
  )
}
