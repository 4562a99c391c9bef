// Reproducible chance: the seed of a run is printed, and NIGHTPOST_TEST_SEED replays it.
import { createSeededRandom } from '../fakes/seeded-random.ts'

export interface Chance {
  readonly seed: number
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number
}

export function newChance(what: string): Chance {
  const seed = Number(process.env['NIGHTPOST_TEST_SEED'] ?? Date.now() % 1_000_000)
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
