import { onTestFinished } from 'vitest'

/** Closes once: when it is called, at the latest at the end of the test that has opened it. */
export function endWithTest(close: () => void): () => void {
  let isOpen = true
  const end = () => {
    if (isOpen) close()
    isOpen = false
  }
  onTestFinished(end)
  return end
}
