// A picture as a story of 1080 × 1920, with lines of text in it. Text is readable wherever it stands: a thin edge and a soft
// shadow of the opposite brightness go around it.
import type { OverlayOptions } from 'sharp'
import type { Size } from '../../../core/rules/fit/fit-shape.ts'
import type { PaintedText } from '../../../core/ports/reposts/story-painter.ts'
import { edgeOf, isColour } from '../../../core/rules/reposts/overlay.ts'
import { drawOnBlurredCopy } from './fit-image.ts'
import type { JobOf, PictureFacts } from '../jobs.ts'
import { QUALITY, inspectPicture, writeJpeg } from './picture.ts'
import { CAPITAL_HEIGHT, setLine } from './set-text.ts'

const FRAME = { width: 1080, height: 1920 }
const FONT_SIZE = 60
/** Kept free at each side, for the shadow and for phones with round corners. */
const MARGIN = 36
/** As a fraction of the text size. */
const EDGE = 0.06
const SHADOW = { width: 0.24, blur: 0.14 }
/** Room for the shadow, and for accents above capitals. Less than the margin. */
const AROUND = 0.5

export async function paintStory(job: JobOf<'paint'>): Promise<PictureFacts> {
  await inspectPicture(job.input)
  const lines = job.texts.flatMap(drawLine)
  return writeJpeg(await drawOnBlurredCopy(job.input, FRAME, lines), job.output, QUALITY)
}

/** A drawing as large as the line, no larger: drawing costs by the area. Empty when nothing is left of the text. */
function drawLine({ text, x, y, colour }: PaintedText): OverlayOptions[] {
  const wanted = setLine(text, FONT_SIZE)
  if (wanted.path === '') return []
  const room = FRAME.width - 2 * MARGIN
  const size = FONT_SIZE * Math.min(1, room / wanted.width)
  const { path, width } = size === FONT_SIZE ? wanted : setLine(text, size)
  const left = within(x * FRAME.width - width / 2, FRAME.width - MARGIN - width)
  // By the middle of its capitals; what hangs below them gets a margin, too.
  const top = within(y * FRAME.height - (CAPITAL_HEIGHT * size) / 2, FRAME.height - MARGIN - size)
  const around = Math.ceil(AROUND * size)
  const box = { width: Math.ceil(width) + 2 * around, height: Math.ceil(size) + 2 * around }
  const place = `translate(${around} ${around + CAPITAL_HEIGHT * size})`
  const input = Buffer.from(drawing({ path, place, size, colour }, box))
  return [{ input, left: Math.round(left) - around, top: Math.round(top) - around }]
}

interface Drawn {
  readonly path: string
  readonly place: string
  readonly size: number
  readonly colour: string
}

/** Numbers and a checked colour are all that gets in, so there is nothing to escape. */
function drawing({ path, place, size, colour }: Drawn, { width, height }: Size): string {
  const fill = isColour(colour) ? colour : '#ffffff'
  const contrast = edgeOf(fill)
  const outline = `stroke="${contrast}" stroke-linejoin="round" fill="${contrast}"`
  const whole = `x="0" y="0" width="${width}" height="${height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<filter id="soft" ${whole} filterUnits="userSpaceOnUse"><feGaussianBlur stdDeviation="${SHADOW.blur * size}"/></filter>
<g filter="url(#soft)" opacity="0.55"><path transform="${place}" d="${path}" ${outline} stroke-width="${SHADOW.width * size}"/></g>
<g transform="${place}"><path d="${path}" ${outline} stroke-width="${2 * EDGE * size}" opacity="0.5"/><path d="${path}" fill="${fill}"/></g>
</svg>`
}

/** Clamps the place; anything that is not a number goes to the middle. */
function within(wanted: number, most: number): number {
  if (!Number.isFinite(wanted)) return (MARGIN + most) / 2
  return Math.max(MARGIN, Math.min(most, wanted))
}
