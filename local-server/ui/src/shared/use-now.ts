import { useInterval } from '@mantine/hooks'
import { useState } from 'react'
import type { Day } from '../../../../core/rules/times/calendar-days.ts'
import { wallTimeOf } from '../../../../core/rules/times/wall-time.ts'

const REFRESH_MS = 15_000

/** Milliseconds since 1970, updated often enough for anything shown in minutes. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), REFRESH_MS, { autoInvoke: true })
  return now
}

/** By the clocks of the zone. Draws again only when another day has begun. */
export function useToday(zone: string): Day {
  const read = () => wallTimeOf(Date.now(), zone).slice(0, 10)
  const [, setSeen] = useState(read)
  useInterval(() => setSeen(read()), REFRESH_MS, { autoInvoke: true })
  return read()
}
