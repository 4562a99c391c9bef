import { useState } from 'react'

/** True from the first time on that the condition held. What a page begins with appears at once, so that nothing is pushed away. */
export function useOnceTrue(condition: boolean): boolean {
  const [held, setHeld] = useState(condition)
  if (condition && !held) setHeld(true)
  return held || condition
}
