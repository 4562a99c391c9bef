import type { MediaFileBody } from '../../../../core/api/media.ts'
import type { Formats } from '../strings/formats.ts'

/** `1080 × 1350 · 0:12 · 2.4 MB`: of what is published. */
export function factsOf(media: MediaFileBody, formats: Formats): string {
  const { width, height, durationSeconds, fileSize } = media.processed ?? media
  const facts = [
    width !== null && height !== null ? `${width} × ${height}` : null,
    durationSeconds !== null ? durationText(durationSeconds) : null,
    formats.bytes(fileSize),
  ]
  return facts.filter((fact) => fact !== null).join(' · ')
}

/** `0:07`, `12:30`, `1:02:03` */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds)
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  const start = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes)
  return `${start}:${two(whole % 60)}`
}

/** The name for a copy of what is stored: a picture is kept as a JPEG, whatever it was. */
export function savedNameOf({
  originalFilename: name,
  mimeType,
}: Pick<MediaFileBody, 'originalFilename' | 'mimeType'>): string {
  if (mimeType !== 'image/jpeg' || /\.jpe?g$/i.test(name)) return name
  return name.replace(/(\.\w{1,5})?$/, '.jpg')
}
