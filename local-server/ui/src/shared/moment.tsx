import { useInterval } from '@mantine/hooks'
import { useState } from 'react'
import { useFormats } from '../strings/language.tsx'

const REFRESH_MS = 15_000

/** `5 minutes ago`, with the exact local time in its title. */
export function Moment({ at }: { readonly at: string }) {
  const formats = useFormats()
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), REFRESH_MS, { autoInvoke: true })
  const date = new Date(at)
  return (
    <time dateTime={at} title={formats.exact(date)}>
      {formats.distance(date.getTime() - now)}
    </time>
  )
}
