// Posts that recur, on a server that is killed again and again while it makes their drafts, after weeks in which it did not run.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { migrationsDir } from '../../local-server/paths.ts'
import { createSqliteAccountStore } from '../../local-server/sqlite/accounts/sqlite-account-store.ts'
import { openDatabase } from '../../local-server/sqlite/open-database.ts'
import { recurrences } from '../../local-server/sqlite/schema/planning-schema.ts'
import { posts } from '../../local-server/sqlite/schema/schema.ts'
import { DAY, MINUTE } from '../../core/time.ts'
import { aPost } from '../factories.ts'
import { launch, startServer } from '../process-harness/server-process.ts'
import { share } from './share.ts'

const POSTS = 90
const KILLED_AT = share([1, 10, 30, 60], 4, 2)

/** A folder whose posts went out four weeks ago. */
async function aFolder(): Promise<{ dataDir: string; wentOut: number }> {
  const server = await startServer()
  await server.stop()
  const { db, close } = openDatabase(join(server.dataDir, 'nightpost.db'), migrationsDir)
  const [account] = await createSqliteAccountStore(db).list()
  const wentOut = Math.floor(Date.now() / MINUTE) * MINUTE - 28 * DAY
  db.transaction((tx) => {
    for (let n = 0; n < POSTS; n += 1) {
      const { mediaFileIds: _none, ...row } = aPost({
        platformAccountId: account?.id ?? '',
        caption: `Every week ${n}`,
        status: 'PUBLISHED',
        isScheduled: true,
        scheduledFor: wentOut,
        publishedAt: wentOut,
        completedAt: wentOut + n,
      })
      tx.insert(posts).values(row).run()
      const times = { dueAt: wentOut, plannedFor: wentOut }
      tx.insert(recurrences)
        .values({ postId: row.id, every: 'weekly', dayOfMonth: 1, timezone: 'UTC', ...times })
        .run()
    }
  })
  close()
  return { dataDir: server.dataDir, wentOut }
}

it('makes one draft of each post that recurs, for the next week that is still to come, wherever the server is killed', async () => {
  const { dataDir, wentOut } = await aFolder()
  const file = new Database(join(dataDir, 'nightpost.db'), { readonly: true })
  const countDrafts = () =>
    file.prepare<[], number>("select count(*) from posts where status = 'DRAFT'").pluck().get() ?? 0
  for (const count of KILLED_AT) {
    const server = launch({ dataDir })
    await expect.poll(countDrafts, { interval: 1 }).toBeGreaterThanOrEqual(count)
    server.signal('SIGKILL')
    await server.ended
  }
  await startServer({ dataDir })
  await expect.poll(countDrafts).toBe(POSTS)
  const drafts = file.prepare<[], { caption: string; plannedFor: number }>(
    `select caption, planned_for as plannedFor from recurrences join posts on id = post_id where status = 'DRAFT'`,
  )
  const made = drafts.all()
  file.close()
  expect(new Set(made.map(({ caption }) => caption)).size).toBe(POSTS)
  expect(new Set(made.map(({ plannedFor }) => plannedFor - wentOut))).toEqual(new Set([35 * DAY]))
})
