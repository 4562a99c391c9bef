// As durability.test.ts, far more often. A sandbox takes a hundred posts a day, so each of the servers has its own.
import { describe, it } from 'vitest'
import { survivesKills } from './kill-rounds.ts'

const SERVERS = 7
const ROUNDS = 30

describe('a server that is killed while it is busy', () => {
  it.each(Array.from({ length: SERVERS }, (_, n) => n + 1))(
    `has all it acknowledged, and is well again, ${ROUNDS} times: server %i`,
    () => survivesKills(ROUNDS),
  )
})
