import { useCallback, useRef, useState } from 'react'

/** A limit, because the sheet for imports shows each of them, and one request deletes them. */
export const MOST_CHOSEN = 500

/** What was chosen of a list, in that order. `listIds`: those of the list, for a range in it. `most`: stays the same. */
export function useSelection(listIds: () => readonly string[], most = MOST_CHOSEN) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const list = useRef(listIds)
  list.current = listIds
  const anchor = useRef<string | null>(null)
  /** Toggles one, or adds several; a range begins at what was pressed before. */
  const choose = useCallback(
    (given: readonly string[], isRange: boolean) => {
      const [one] = given
      const range =
        isRange && anchor.current !== null && one !== undefined
          ? between(list.current(), anchor.current, one)
          : []
      if (range.length === 0) anchor.current = one ?? null
      const added = range.length > 0 ? range : given
      setChosen((before) =>
        added.length === 1 && !isRange && before.includes(added[0] ?? '')
          ? before.filter((id) => id !== added[0])
          : [...new Set([...before, ...added])].slice(0, most),
      )
    },
    [most],
  )
  /** Adds all from one to the other. */
  const sweep = useCallback(
    (from: string, to: string) => {
      anchor.current = from
      setChosen((before) => [...new Set([...before, ...between(list.current(), from, to)])].slice(0, most))
    },
    [most],
  )
  const drop = useCallback(
    (gone: readonly string[]) => setChosen((before) => before.filter((id) => !gone.includes(id))),
    [],
  )
  const clear = useCallback(() => setChosen([]), [])
  return { chosen, choose, sweep, drop, clear }
}

/** From one to the other, both included, in the order in which one goes. */
function between(ids: readonly string[], from: string, to: string): readonly string[] {
  const [start, end] = [ids.indexOf(from), ids.indexOf(to)]
  if (start === -1 || end === -1) return []
  return start <= end ? ids.slice(start, end + 1) : ids.slice(end, start + 1).toReversed()
}

export type Selection = ReturnType<typeof useSelection>
