import { useEffect, useState } from 'react'

const LATER_MS = 1_000

/** True once the first paint needs nothing any more: for what it must not wait for. */
export function useIsLater(): boolean {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), LATER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLater
}
