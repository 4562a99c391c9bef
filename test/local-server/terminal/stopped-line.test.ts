// What the server says as it ends: nobody should have to guess the day on which a post is due.
import { describe, expect, it } from 'vitest'
import { jobs } from '../../../local-server/sqlite/schema/schema.ts'
import { stoppedLine } from '../../../local-server/terminal/stopped-line.ts'
import { aJob, aPost } from '../../factories.ts'
import { openMigrated } from '../../migrated-database.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

function lineWith(dueAt: readonly number[]): string {
  const { db, close } = openMigrated(`${newFolder()}/nightpost.db`)
  for (const runAt of dueAt)
    db.insert(jobs)
      .values({ ...aJob(aPost(), { runAt }), updatedAt: 0 })
      .run()
  const line = stoppedLine(db)
  close()
  return line
}

describe('the last line', () => {
  const LATER = Date.UTC(2031, 5, 15, 12)

  it('names the day of the next post, and does not promise the next start when the post comes before it', () => {
    expect(lineWith([LATER])).toMatch(
      /^Stopped\. 1 post is due on .*2031.* if Nightpost is running, otherwise /,
    )
    expect(lineWith([LATER, LATER + 1])).toMatch(/^Stopped\. 2 posts are waiting, the first due on .*2031/)
  })

  it('says when nothing is waiting', () => {
    expect(lineWith([])).toBe('Stopped. Nothing is waiting to be sent.')
  })
})
