// GET /posts of the real server, with login, limiter, validation and total, next to node:http with one prepared statement: the same
// list again and again, and as a list that is asked for the first time, which no kept answer serves. Then next to itself: with a
// hundred times as many posts, and with a cookie, which is neither limited nor noted in a log of calls.
import autocannon from 'autocannon'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compare } from './parts/compare.ts'
import { keepFirstProcessor } from './parts/processors.ts'
import { forkPart, noLimits, startServer, stopAll } from './parts/programs.ts'
import { folderWithPosts, newKey } from './parts/server-with-posts.ts'

const SECONDS = 2
const CONNECTIONS = 16

const dir = mkdtempSync(join(tmpdir(), 'nightpost-bench-'))
let asked = 0
keepFirstProcessor()
try {
  await main()
} finally {
  await stopAll()
  rmSync(dir, { recursive: true, force: true })
}

async function main(): Promise<void> {
  const few = await serverWith('few', 1_000)
  const many = await serverWith('many', 100_000)
  const floor = await floorOf(few.database)
  const [fewList, manyList] = [`${few.origin}/api/v1/posts`, `${many.origin}/api/v1/posts`]
  const keys = {
    again: few.withKey('again'),
    first: few.withKey('first'),
    few: few.withKey('few'),
    many: many.withKey('many'),
    key: few.withKey('key'),
  }
  const bare = { floorIs: 'node:http, one prepared statement', unit: '/s', goal: { atLeast: 0.6 } }
  await compare(`requests a second, ${CONNECTIONS} connections for ${SECONDS} s`, [
    {
      ...bare,
      what: 'GET /posts, 1,000 posts',
      ours: () => rateOf({ url: fewList, headers: keys.again }),
      floor: () => rateOf({ url: floor }),
    },
    {
      ...bare,
      what: 'GET /posts, asked for the first time',
      ours: () => rateOf({ url: fewList, headers: keys.first, isNewEachTime: true }),
      floor: () => rateOf({ url: floor, isNewEachTime: true }),
    },
    {
      what: 'GET /posts, 100,000 posts',
      floorIs: '1,000 posts',
      unit: '/s',
      goal: { atLeast: 0.8 },
      ours: () => rateOf({ url: manyList, headers: keys.many }),
      floor: () => rateOf({ url: fewList, headers: keys.few }),
    },
    {
      what: 'GET /posts with a key',
      floorIs: 'with a cookie',
      unit: '/s',
      ours: () => rateOf({ url: fewList, headers: keys.key }),
      floor: () => rateOf({ url: fewList, headers: few.withCookie }),
    },
  ])
}

type Headers = Readonly<Record<string, string>>

async function serverWith(name: string, count: number) {
  const dataDir = join(dir, name)
  await folderWithPosts(dataDir, count)
  const { origin, launchToken } = await startServer(dataDir, noLimits)
  return {
    origin,
    /** Each row has its own: a key may call a million times an hour. */
    withKey: (row: string) => ({ authorization: `Bearer ${newKey(dataDir, row)}` }),
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
  const child = forkPart('list-floor.ts', [database])
  const [port] = (await once(child, 'message')) as [number]
  return `http://127.0.0.1:${port}/`
}

interface Load {
  readonly url: string
  readonly headers?: Headers
  /** Each request differs from all before in a parameter that means nothing. */
  readonly isNewEachTime?: boolean
}

async function rateOf({ url, headers = {}, isNewEachTime = false }: Load): Promise<number> {
  const { pathname } = new URL(url)
  const setupRequest = (request: autocannon.Request) => ({ ...request, path: `${pathname}?nth=${++asked}` })
  const requests = isNewEachTime ? { requests: [{ setupRequest }] } : {}
  const result = await autocannon({
    url,
    headers,
    connections: CONNECTIONS,
    duration: SECONDS,
    ...requests,
  })
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests failed`)
  return result.requests.total / result.duration
}
