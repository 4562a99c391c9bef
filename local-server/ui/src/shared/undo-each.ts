import { ServerGone } from '../api-client.ts'
import type { Undo } from './undo.tsx'

/**
 * Undoes each, one after the other. A refusal keeps none of the others; at the end it throws what was refused and why. Called again
 * after the server was gone, it continues with what is left.
 */
export function undoEach<One>(
  all: readonly One[],
  undo: (one: One) => Promise<unknown>,
  nameOf: (one: One) => string,
): Undo {
  const left = [...all]
  const refused: string[] = []
  return async () => {
    for (let next = left[0]; next !== undefined; next = left[0]) {
      try {
        await undo(next)
      } catch (error) {
        if (error instanceof ServerGone) throw error
        refused.push(`${nameOf(next)}: ${error instanceof Error ? error.message : String(error)}`)
      }
      left.shift()
    }
    if (refused.length > 0) throw new Error(refused.join(' '))
  }
}
