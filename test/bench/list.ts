// GET /posts of the real server, with login, limiter, validation and total, next to node:http with one prepared statement; the same
// list with a hundred times as many posts; and with a cookie, which is neither limited nor noted in a log of calls.
import autocannon from 'autocannon'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeMachine, runAlternately, median, printTable } from './parts/measure.ts'
import { folderWithPosts, newKey, startServer } from './parts/server-with-posts.ts'

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
    few: () => load(`${few.origin}/api/v1/posts`, few.withKey),
    cookie: () => load(`${few.origin}/api/v1/posts`, few.withCookie),
    many: () => load(`${many.origin}/api/v1/posts`, many.withKey),
  })
  const { floor: floorRate = [], few: fewRate = [], cookie: cookieRate = [], many: manyRate = [] } = results
  const ratio = median(fewRate.map((rate, round) => rate / (floorRate[round] ?? 1)))
  const byKey = median(fewRate.map((rate, round) => rate / (cookieRate[round] ?? 1)))
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
      ['the same with a cookie', median(cookieRate).toFixed(0), `a key is ${byKey.toFixed(2)} × as fast`, ''],
      [
        'GET /posts, 100,000 posts',
        median(manyRate).toFixed(0),
        `1,000 posts are ${growth.toFixed(2)} × as fast`,
        growth <= 1.25 ? '≤ 1.25 holds' : '≤ 1.25 MISSED',
      ],
    ],
  )
}

type Headers = Readonly<Record<string, string>>

async function serverWith(name: string, count: number) {
  const dataDir = join(dir, name)
  await folderWithPosts(dataDir, count)
  const limits = { RATE_LIMIT_RPM: '1000000', RATE_LIMIT_RPH: '1000000' }
  const { child, origin, launchToken } = await startServer(dataDir, limits)
  children.push(child)
  return {
    origin,
    withKey: { authorization: `Bearer ${newKey(dataDir)}` },
    withCookie: { cookie: await signIn(origin, launchToken) },
    database: join(dataDir, 'nightpost.db'),
  }
}

async function signIn(origin: string, t: string): Promise<string> {
  const headers = { origin, 'content-type': 'application/json' }
  const session = { method: 'POST', headers, body: JSON.stringify({ t }) }
  const [cookie] = (await fetch(`${origin}/api/auth/session`, session)).headers.getSetCookie()
  if (cookie === undefined) throw new Error('the launch token signed nobody in')
  return cookie.split(';')[0] ?? ''
}

async function floorOf(database: string): Promise<string> {
  const child = fork(join(import.meta.dirname, 'parts/list-floor.ts'), [database])
  children.push(child)
  const [port] = (await once(child, 'message')) as [number]
  return `http://127.0.0.1:${port}/`
}

async function load(url: string, headers: Headers = {}): Promise<number> {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS })
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests failed`)
  return result.requests.average
}
