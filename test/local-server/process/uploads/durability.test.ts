// kill -9 at any moment of a busy server: whatever was answered with success is there afterwards, and the server comes
// back at once by itself. (durability.long.test.ts does it 210 times.)
import { describe, it } from 'vitest'
import { survivesKills } from './kill-rounds.ts'

const ROUNDS = 2

describe('a server that is killed while it is busy', () => {
  it(`has all it acknowledged, and is well again, ${ROUNDS} times`, () => survivesKills(ROUNDS))
})
