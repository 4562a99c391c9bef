// A data folder with as many published posts as a bench asks for, and the built server on it.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { START_FLAGS } from '../../../local-server/launch/go-on-in-node24.mjs'
import { migrationsDir, repositoryRoot } from '../../../local-server/paths.ts'
import { openDatabase } from '../../../local-server/sqlite/open-database.ts'
import { posts } from '../../../local-server/sqlite/schema/schema.ts'
import { aPost } from '../../factories.ts'

/** How the launcher runs on the machine's own Node, which starts it again in the pinned one. */
export const LAUNCHER = [...START_FLAGS, join(repositoryRoot, 'local-server/launch.mjs'), 'start']
/** How the server runs when the launcher continues in the same process. */
export const SERVER = [
  ...START_FLAGS,
  `--import=${join(repositoryRoot, 'local-server/launch/in-program.mjs')}`,
  join(repositoryRoot, 'local-server/dist/main.js'),
]

export interface Started {
  readonly child: ChildProcess
  readonly origin: string
  /** Signs a browser in, once. */
  readonly launchToken: string
}

/** Resolves when it says that it is ready. */
export async function startServer(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  program = SERVER,
): Promise<Started> {
  const flags = ['--port', '0', '--data-dir', dataDir, '--no-open', '--no-demo']
  const child = spawn(process.execPath, [...program, ...flags], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  for await (const chunk of child.stdout) {
    text += String(chunk)
    const [, origin, launchToken] = /Open {3}(\S+)\/#t=(\S+)/.exec(text) ?? []
    if (!origin || !launchToken || !text.includes('Ready in')) continue
    child.stdout.resume()
    return { child, origin, launchToken }
  }
  throw new Error(`the server did not start: ${text}`)
}

/** An API key of the server that runs on the folder. */
export function newKey(dataDir: string): string {
  const program = join(repositoryRoot, 'local-server/dist/cli/key.js')
  return execFileSync(process.execPath, [program, 'bench', '--data-dir', dataDir]).toString().trim()
}

export async function stopServer(child: ChildProcess): Promise<void> {
  child.kill()
  await once(child, 'exit')
}

export async function folderWithPosts(dataDir: string, count: number): Promise<void> {
  await stopServer((await startServer(dataDir)).child)
  const { db, close } = openDatabase(join(dataDir, 'nightpost.db'), migrationsDir)
  db.transaction((tx) => {
    for (let n = 0; n < count; n += 1) {
      const { mediaFileIds: _none, ...post } = aPost({
        status: 'PUBLISHED',
        caption: `Post ${n} ${'words '.repeat(30)}`,
        completedAt: n + 1,
      })
      tx.insert(posts).values(post).run()
    }
  })
  close()
}
