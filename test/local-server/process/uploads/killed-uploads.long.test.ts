// As killed-uploads.test.ts, with files as large as phones make them, until a hundred uploads were cut.
import { describe, it } from 'vitest'
import { keepsWholeFilesOnly } from './upload-kill-rounds.ts'

describe('a server that is killed during large uploads', () => {
  it('keeps whole files only, and tidies up at the next start, in a hundred cut uploads', async () => {
    await keepsWholeFilesOnly({ rounds: 100, videoMb: [5, 50], killAfterMs: 500, cut: 100 })
  })
})
