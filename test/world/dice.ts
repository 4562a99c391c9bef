// Chance that a seed decides. A stream is named by what it decides, so that leaving one thing out moves no other.

export interface Dice {
  /** From 0 up to 1, without 1. */
  next(): number
  /** A whole number from 0 up to `end`, without `end`. */
  below(end: number): number
  between(from: number, to: number): number
  one<T>(of: readonly T[]): T
  chance(probability: number): boolean
}

export function dice(...name: readonly (string | number)[]): Dice {
  let state = hashOf(name.join('/'))
  const next = () => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    next,
    below,
    between: (from, to) => from + below(to - from + 1),
    one: <T>(of: readonly T[]) => of[below(of.length)] as T,
    chance: (probability) => next() < probability,
  }
}

function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93)
  return hash >>> 0
}
