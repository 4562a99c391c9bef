// The arguments of ffmpeg, so that the result is what the platform takes: H.264 in 4:2:0 with closed groups, AAC with two
// channels, upright square pixels, 23 to 60 frames a second, and small enough for a reel or a story. The index comes in front and edit
// lists go when the result is rewritten (remux-video.ts), so nothing is said about them here.
import { evenSize, pixelsOf } from '../../../core/rules/fit/fit-shape.ts'
import type { Size } from '../../../core/rules/fit/fit-shape.ts'
import { isLengthIn, REEL, STORY_VIDEO } from '../../../core/rules/fit/limits.ts'
import type { FitShape } from '../../../core/ports/media/image-pipeline.ts'
import type { VideoFacts } from '../../../core/ports/media/video-probe.ts'
import { fromFile, QUIETLY } from './ffmpeg.ts'

export interface TranscodeFiles {
  readonly input: string
  /** An existing file, overwritten. */
  readonly output: string
}

const LONGEST_SIDE = 1920
/** Upright shapes are shown on phones, 1080 pixels wide. */
const UPRIGHT = { width: 1080, height: 1920 }
const SOUND_BITS = 128_000
/** Well below the platform's 25 Mbit/s, and more than veryfast at this quality asks for. */
const MOST_BITS = 15_000_000
/** The part of the permitted size that is used; the rest is for bursts and tables. */
const SIZE_PART = 0.9
const KEY_FRAME_SECONDS = 2
const QUALITY = 20

export function transcodeArguments(
  { input, output }: TranscodeFiles,
  facts: VideoFacts,
  shape: FitShape | null,
): string[] {
  const rate = frameRateFor(facts.frameRate)
  const bits = bitsFor(facts.durationSeconds)
  const colours = TO_STANDARD_RANGE[facts.streams?.highDynamicRange ?? 'none']
  const filters = `yadif=deint=interlaced,fps=${rate.text},${colours}${shapeFilter(facts, shape)},setsar=1`
  const source = fromFile(input, facts.container)
  const picture = `-crf ${QUALITY} -maxrate ${bits} -bufsize ${bits} -g ${Math.round(rate.value * KEY_FRAME_SECONDS)}`
  // A header may lie about the length.
  const end = `-t ${REEL.durationSeconds.max} -f mp4`
  return [...QUIETLY, ...words(PROGRESS), ...source, ...words(streamsOf(facts)), '-vf', filters].concat(
    words(`${PICTURE} ${picture} ${SOUND} ${end}`),
    `file:${output}`,
  )
}

const PROGRESS = '-progress pipe:1 -stats_period 0.5'
/** Never a cover, and of several sounds the one that the probe has found. */
const streamsOf = ({ streams }: VideoFacts) =>
  `-map 0:V:0 -map 0:a:${streams?.soundTrack ?? 0}? -sn -dn -map_metadata -1 -map_chapters -1`
const PICTURE = '-c:v libx264 -preset veryfast -profile:v high -pix_fmt yuv420p -flags +cgop'
/** With silence where there is none, so that it also stays with the pictures where nobody looks at its times. */
const SOUND = `-af aresample=async=1:first_pts=0 -c:a aac -b:a ${SOUND_BITS} -ar 48000 -ac 2`

function words(text: string): string[] {
  return text.split(' ')
}

/** The rates that cameras mean by their averages, as the fractions that they are. */
const RATES = ['24000/1001', '24', '25', '30000/1001', '30', '50', '60000/1001', '60'].map((text) => ({
  text,
  value: text
    .split('/')
    .reduce((value, part, place) => (place === 0 ? Number(part) : value / Number(part)), 0),
}))
const USUAL = { text: '30', value: 30 }

function frameRateFor(measured: number | null): { text: string; value: number } {
  if (measured === null || measured < REEL.frameRate.min) return USUAL
  if (measured > REEL.frameRate.max) return { text: '60', value: 60 }
  const close = RATES.find(({ value }) => Math.abs(value / measured - 1) < 0.0005)
  return close ?? { text: measured.toFixed(3), value: measured }
}

function bitsFor(seconds: number): number {
  // What may be a story, of which less is taken, must still fit there.
  const { maxBytes } = isLengthIn(STORY_VIDEO.durationSeconds, seconds) ? STORY_VIDEO : REEL
  const fitting = (maxBytes * 8 * SIZE_PART) / Math.max(1, seconds) - SOUND_BITS
  return Math.round(Math.min(MOST_BITS, fitting))
}

function shapeFilter({ width, height }: Size, shape: FitShape | null): string {
  const box = { width: LONGEST_SIDE, height: LONGEST_SIDE }
  if (shape === null) return scale(inside({ width, height }, box))
  if (shape.mode === 'crop' && shape.area) {
    const { area, ...whole } = shape
    const { left, top, ...cut } = pixelsOf(area, { width, height })
    // The sizes are of the picture as displayed; pixels as stored may not be square.
    const [x, y] = [`iw/${width}`, `ih/${height}`]
    return `crop=${cut.width}*${x}:${cut.height}*${y}:${left}*${x}:${top}*${y},${shapeFilter(cut, whole)}`
  }
  const { ratio, mode } = shape
  const limit = ratio <= 1 ? UPRIGHT : box
  const wanted =
    mode === 'crop'
      ? { width, height }
      : { width: Math.max(width, height * ratio), height: Math.max(height, width / ratio) }
  const canvas = evenSize(ratio, {
    width: Math.min(limit.width, wanted.width),
    height: Math.min(limit.height, wanted.height),
  })
  return FILTERS[mode]({ width, height }, canvas, shape.colour)
}

/**
 * What is brighter than white is compressed in linear light, and the result is labelled as what it then is. Without
 * labels a screen would show the values of HDR as if they were those of BT.709: pale, or too dark.
 */
const toneMap = (transfer: string) =>
  `zscale=tin=${transfer}:pin=2020:min=2020_ncl:t=linear:npl=203,format=gbrpf32le,zscale=p=709,` +
  `tonemap=mobius:desat=0,zscale=t=709:m=709:r=limited,format=yuv420p,`
const TO_STANDARD_RANGE = { none: '', hlg: toneMap('arib-std-b67'), pq: toneMap('smpte2084') } as const

type Filter = (picture: Size, canvas: Size, colour: string) => string

const FILTERS = {
  crop: (picture, canvas) => `${scale(covering(picture, canvas))},${crop(canvas)}`,
  pad: (picture, canvas, colour) =>
    `${scale(inside(picture, canvas))},pad=${canvas.width}:${canvas.height}:(ow-iw)/2:(oh-ih)/2:color=0x${colour.slice(1)}`,
  blur(picture, canvas) {
    // Blurred when small, where it costs little, and darkened so that the edges of the picture are seen.
    const small = { width: evenUp(canvas.width / 8), height: evenUp(canvas.height / 8) }
    const behind = `${scale(covering(picture, small))},${crop(small)},gblur=sigma=4,lutyuv=y=val*0.8,${scale(canvas)}`
    return `split[a][b];[a]${behind}[behind];[b]${scale(inside(picture, canvas))}[front];[behind][front]overlay=(W-w)/2:(H-h)/2`
  },
} as const satisfies Record<FitShape['mode'], Filter>

const scale = ({ width, height }: Size) => `scale=${width}:${height}`
const crop = ({ width, height }: Size) => `crop=${width}:${height}`

/** Never larger than it is. */
function inside(picture: Size, box: Size): Size {
  const factor = Math.min(1, box.width / picture.width, box.height / picture.height)
  return { width: even(picture.width * factor), height: even(picture.height * factor) }
}

function covering(picture: Size, box: Size): Size {
  const factor = Math.max(box.width / picture.width, box.height / picture.height)
  return { width: evenUp(picture.width * factor), height: evenUp(picture.height * factor) }
}

function even(pixels: number): number {
  return Math.max(2, Math.round(pixels / 2) * 2)
}

function evenUp(pixels: number): number {
  return Math.max(2, Math.ceil(pixels / 2 - 1e-6) * 2)
}
