import { useRef, type CSSProperties, type KeyboardEvent, type MouseEvent } from 'react'
import {
  edgeOf,
  isColour,
  overlayText,
  USUAL_COLOUR,
  type Overlay,
} from '../../../../../core/reposts/stories/overlay.ts'
import { useFormats, useLazyStrings } from '../../strings/language.tsx'
import classes from './signature-settings.module.css'

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
export function SignaturePlace({ overlay, onMove }: SignaturePlaceProps) {
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
