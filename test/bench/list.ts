// GET /posts of the real server, with login, limiter, validation and total, next to node:http with one prepared statement;
// and the same list with a hundred times as many posts.
import autocannon from 'autocannon'
import { execFileSync, fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot } from '../../local-server/paths.ts'
import { describeMachine, runAlternately, median, printTable } from './parts/measure.ts'
import { folderWithPosts, startServer } from './parts/server-with-posts.ts'

const ROUNDS = 5
const SECONDS = 2
const CONNECTIONS = 16

const dir = mkdtempSync(join(tmpdir(), 'nightpost-bench-'))
const children: ChildProcess[] = []
try {
  await main()
} finally {
  for (const child of children) child.kill()
  rmSync(dir, { recursive: true, force: true })
}

async function main(): Promise<void> {
  const few = await serverWith('few', 1_000)
  const many = await serverWith('many', 100_000)
  const floor = await floorOf(few.database)
  const results = await runAlternately(ROUNDS, {
    floor: () => load(floor),
    few: () => load(`${few.origin}/api/v1/posts`, few.key),
    many: () => load(`${many.origin}/api/v1/posts`, many.key),
  })
  const [floorRate = [], fewRate = [], manyRate = []] = [results['floor'], results['few'], results['many']]
  const ratio = median(fewRate.map((rate, round) => rate / (floorRate[round] ?? 1)))
  const growth = median(fewRate.map((rate, round) => rate / (manyRate[round] ?? 1)))
  console.log(
    `${describeMachine()}; autocannon, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s, requests/s, median\n`,
  )
  printTable(
    ['case', 'requests/s', 'ratio', 'goal'],
    [
      ['node:http, one prepared statement', median(floorRate).toFixed(0), '1', ''],
      [
        'GET /posts, 1,000 posts',
        median(fewRate).toFixed(0),
        `${ratio.toFixed(2)} × the floor`,
        ratio >= 0.5 ? '≥ 0.5 holds' : '≥ 0.5 MISSED',
      ],
      [
        'GET /posts, 100,000 posts',
        median(manyRate).toFixed(0),
        `1,000 posts are ${growth.toFixed(2)} × as fast`,
        growth <= 1.25 ? '≤ 1.25 holds' : '≤ 1.25 MISSED',
      ],
    ],
  )
}

async function serverWith(
  name: string,
  count: number,
): Promise<{ origin: string; key: string; database: string }> {
  const dataDir = join(dir, name)
  await folderWithPosts(dataDir, count)
  const { child, origin } = await startServer(dataDir, {
    RATE_LIMIT_RPM: '1000000',
    RATE_LIMIT_RPH: '1000000',
  })
  children.push(child)
  const key = execFileSync(process.execPath, [
    join(repositoryRoot, 'local-server/dist/cli/key.js'),
    'bench',
    '--data-dir',
    dataDir,
  ])
  return { origin, key: key.toString().trim(), database: join(dataDir, 'nightpost.db') }
}

async function floorOf(database: string): Promise<string> {
  const child = fork(join(import.meta.dirname, 'parts/list-floor.ts'), [database])
  children.push(child)
  const [port] = (await once(child, 'message')) as [number]
  return `http://127.0.0.1:${port}/`
}

async function load(url: string, key?: string): Promise<number> {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS })
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests failed`)
  return result.requests.average
}
