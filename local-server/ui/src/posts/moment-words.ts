import { useFormats } from '../strings/language.tsx'

/** `14:05` today, `Mon, Apr 20, 14:05` on any other day. */
export function useTimeWords(): (instant: number) => string {
  const formats = useFormats()
  return (instant) => {
    const at = new Date(instant)
    const isToday = at.toDateString() === new Date().toDateString()
    return isToday ? formats.time(at) : formats.dayAndTime(at)
  }
}
