// Posts with times of our choosing, written as the server keeps them, before it starts.
import { join } from 'node:path'
import { migrationsDir } from '../../../local-server/paths.ts'
import { openDatabase } from '../../../local-server/sqlite/open-database.ts'
import { posts } from '../../../local-server/sqlite/schema/schema.ts'
import { createSqliteAccountStore } from '../../../local-server/sqlite/accounts/sqlite-account-store.ts'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import { aPost } from '../../factories.ts'
import { startServer, type ServerProcess } from '../../process-harness/server-process.ts'

/** A server whose first account has these posts; `createdAt` and the rest are theirs to say. */
export async function serverWithPosts(
  make: (at: number) => Partial<PostRecord>,
  count: number,
): Promise<ServerProcess> {
  const first = await startServer()
  await first.stop()
  const { db, close } = openDatabase(join(first.dataDir, 'nightpost.db'), migrationsDir)
  const [account] = await createSqliteAccountStore(db).list()
  db.transaction((tx) => {
    for (let at = 0; at < count; at += 1) {
      const post = aPost({ platformAccountId: account?.id ?? '', ...make(at) })
      const { mediaFileIds: _none, ...row } = post
      tx.insert(posts).values(row).run()
    }
  })
  close()
  return first.again()
}
