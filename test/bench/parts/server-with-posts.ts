// A data folder with as many published posts as a bench asks for, and an API key for a server that runs on one.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { migrationsDir } from '../../../local-server/paths.ts'
import { openDatabase } from '../../../local-server/sqlite/open-database.ts'
import { posts } from '../../../local-server/sqlite/schema/schema.ts'
import { aPost } from '../../factories.ts'
import { built, startServer, stop } from './programs.ts'

/** An API key of the server that runs on the folder. */
export function newKey(dataDir: string, name = 'bench'): string {
  return execFileSync(process.execPath, [built('cli/key'), name, '--data-dir', dataDir])
    .toString()
    .trim()
}

/** Building a statement costs more than running it, and none takes more than 32,766 values. */
const AT_A_TIME = 500

export async function folderWithPosts(dataDir: string, count: number): Promise<void> {
  await stop((await startServer(dataDir)).child)
  const { db, close } = openDatabase(join(dataDir, 'nightpost.db'), migrationsDir)
  db.transaction((tx) => {
    for (let n = 0; n < count; n += AT_A_TIME) {
      const rows = Array.from({ length: Math.min(AT_A_TIME, count - n) }, (_, i) => publishedPost(n + i))
      tx.insert(posts).values(rows).run()
    }
  })
  close()
}

function publishedPost(n: number) {
  const caption = `Post ${n} ${'words '.repeat(30)}`
  const { mediaFileIds: _none, ...post } = aPost({ status: 'PUBLISHED', caption, completedAt: n + 1 })
  return post
}
