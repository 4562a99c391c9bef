import { useInterval } from '@mantine/hooks'
import { useState } from 'react'

const REFRESH_MS = 15_000
const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const absolute = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'medium' })

/** `5 minutes ago`, with the exact local time in its title. */
export function Moment({ at }: { readonly at: string }) {
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), REFRESH_MS, { autoInvoke: true })
  const date = new Date(at)
  return (
    <time dateTime={at} title={absolute.format(date)}>
      {distance(date.getTime() - now)}
    </time>
  )
}

function distance(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit)
  }
  return 'just now'
}
