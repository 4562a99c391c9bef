import { useInterval } from '@mantine/hooks'
import { useState } from 'react'

const REFRESH_MS = 15_000

/** Milliseconds since 1970, updated often enough for anything shown in minutes. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), REFRESH_MS, { autoInvoke: true })
  return now
}
