// What stands under the pointer may change between looking and clicking: until it has stood still for a moment, a click on it decides
// nothing. Without React, so that a test holds the clock.

/** As long as it takes to see that something else stands there. */
export const REST_MS = 1_000

export function createRest() {
  let settled: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()
  const settle = (shown: string | null) => {
    if (settled === shown) return
    settled = shown
    for (const listener of listeners) listener()
  }
  return {
    /** What has stood still; null while anything moves. */
    settled: () => settled,
    /** Something else is shown from now on. */
    note(shown: string) {
      clearTimeout(timer)
      settle(null)
      timer = setTimeout(() => settle(shown), REST_MS)
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    end: () => clearTimeout(timer),
  }
}
