import { useEffect, useEffectEvent, useState } from 'react'
import type { Day } from '../../../../core/rules/times/calendar-days.ts'
import { wallTimeOf } from '../../../../core/rules/times/wall-time.ts'

const REFRESH_MS = 15_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Calls it now and then, until the returned function is called. All share one timer: a plan has hundreds of cards. */
export function listenToClock(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => listeners.forEach((listen) => listen()), REFRESH_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function useClock(listener: () => void): void {
  const listen = useEffectEvent(listener)
  useEffect(() => listenToClock(() => listen()), [])
}

/** Milliseconds since 1970, updated often enough for anything shown in minutes. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useClock(() => setNow(Date.now()))
  return now
}

/** What goes by the clock. Draws again only when it has become another. */
export function useByClock(read: () => string): string {
  const [, setSeen] = useState(read)
  useClock(() => setSeen(read()))
  return read()
}

/** By the clocks of the zone. */
export const useToday = (zone: string): Day => useByClock(() => wallTimeOf(Date.now(), zone).slice(0, 10))
