// kill -9 while files come in: a record without its whole file never exists, and what a killed upload left is swept away.
import { describe, it } from 'vitest'
import { keepsWholeFilesOnly } from './upload-kill-rounds.ts'

/** A hundred in the long run. */
const ROUNDS = 2

describe('a server that is killed during uploads', () => {
  it(`keeps whole files only, and tidies up at the next start, ${ROUNDS} times`, async () => {
    await keepsWholeFilesOnly({ rounds: ROUNDS, videoMb: [6, 6], killAfterMs: 250, cut: ROUNDS / 2 })
  })
})
