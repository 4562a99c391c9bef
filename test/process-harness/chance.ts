// Reproducible chance. `npm test` tries the same cases each time: a change is not stopped by what was there before it.
// `npm run faults` draws new ones and prints their seed, and NIGHTPOST_TEST_SEED replays it.
import { createSeededRandom } from '../fakes/seeded-random.ts'
import { TRIES_ALL } from '../faults/share.ts'

export interface Chance {
  readonly seed: number
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number
}

const EVERY_DAY = 1

export function newChance(what: string): Chance {
  const drawn = TRIES_ALL ? Date.now() % 1_000_000 : EVERY_DAY
  const seed = Number(process.env['NIGHTPOST_TEST_SEED'] ?? drawn)
  console.log(`${what}: seed ${seed}`)
  const random = createSeededRandom(seed)
  return {
    seed,
    between(min, max) {
      const [a = 0, b = 0, c = 0] = random.bytes(3)
      return min + (((a << 16) | (b << 8) | c) % (max - min + 1))
    },
  }
}
