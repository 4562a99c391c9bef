import { Stack, Switch, Text, TextInput } from '@mantine/core'
import { type CSSProperties, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
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
} from '../../../../../core/reposts/stories/overlay.ts'
import { countCharacters } from '../../../../../core/posts/content/caption-facts.ts'
import { SMALL } from '../../kit/looks.ts'
import { useFormats, useLazyStrings } from '../../strings/language.tsx'
import type { SettingsProps } from './interval-settings.tsx'
import { SettingsForm } from './settings-form.tsx'
import { useSettingsGroup } from './use-settings-group.ts'
import classes from './signature-settings.module.css'

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

type Place = Pick<Overlay, 'x' | 'y'>

interface SignaturePlaceProps {
  readonly overlay: Overlay
  readonly onMove: (place: Place) => void
}

const STEP = 0.01
const LARGE_STEP = 0.05
const ARROWS: Readonly<Record<string, Place>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** A story in small, with the line where it will be painted. */
function SignaturePlace({ overlay, onMove }: SignaturePlaceProps) {
  const { settings } = useLazyStrings().reposts
  const formats = useFormats()
  const frame = useRef<HTMLDivElement>(null)
  const { x, y } = overlay
  const colour = isColour(overlay.colour) ? overlay.colour : USUAL_COLOUR
  const { text } = overlayText(overlay, settings.previewAuthor)
  const toPointer = (event: MouseEvent) => {
    const box = frame.current?.getBoundingClientRect()
    // A key that presses the line is no place.
    if (!box || event.detail === 0) return
    onMove({
      x: within((event.clientX - box.left) / box.width),
      y: within((event.clientY - box.top) / box.height),
    })
  }
  const byKey = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key]
    if (!arrow) return
    event.preventDefault()
    const step = event.shiftKey ? LARGE_STEP : STEP
    onMove({ x: within(x + arrow.x * step), y: within(y + arrow.y * step) })
  }
  const percent = (share: number) => `${formats.number(Math.round(share * 100))} %`
  const place = { '--x': x, '--y': y, '--colour': colour, '--edge': edgeOf(colour) } as CSSProperties
  return (
    <div ref={frame} className={classes.frame} style={place} onClick={toPointer}>
      <button
        type="button"
        className={classes.line}
        aria-label={settings.placeAt(percent(x), percent(y))}
        onKeyDown={byKey}
      >
        {text}
      </button>
    </div>
  )
}

function within(share: number): number {
  return Math.round(Math.max(0, Math.min(1, share)) * 1_000) / 1_000
}
