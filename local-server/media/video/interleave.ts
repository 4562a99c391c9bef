// Tracks taken together, packet by packet in the order of time, as they lie in a file.

/** Each step takes one packet and returns when it is shown. */
export type Feed = AsyncGenerator<number, void, void>

export async function runInterleaved(feeds: readonly Feed[]): Promise<void> {
  const waiting = new Map<Feed, number>()
  const advance = async (one: Feed) => {
    const next = await one.next()
    if (next.done === true) waiting.delete(one)
    else waiting.set(one, next.value)
  }
  for (const one of feeds) await advance(one)
  for (let next = earliestOf(waiting); next !== null; next = earliestOf(waiting)) await advance(next)
}

function earliestOf(waiting: ReadonlyMap<Feed, number>): Feed | null {
  let [earliest, least]: [Feed | null, number] = [null, Infinity]
  for (const [one, time] of waiting) {
    if (earliest === null || time < least) [earliest, least] = [one, time]
  }
  return earliest
}
