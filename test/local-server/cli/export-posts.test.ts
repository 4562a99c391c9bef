// What an export holds while the posts change.
import { afterEach, expect, it, vi } from 'vitest'
import { exportPosts } from '../../../local-server/cli/tables/export-posts.ts'
import type { Send } from '../../../local-server/cli/session.ts'

const server = vi.hoisted(() => ({
  ids: [] as string[],
  live: new Set<string>(),
  asked: [] as string[],
  afterPage: (_page: number) => {},
  onePost: async (): Promise<Response> => Response.json({ mediaFiles: [{ id: 'file 1' }] }),
}))
vi.mock('../../../local-server/cli/session.ts', () => ({
  withSession: (_dataDir: string, work: (send: Send) => Promise<void>) => work(send),
}))

const send: Send = async (path) => {
  if (path.includes('/insights')) {
    server.asked.push(path)
    return Response.json({ latest: [{ metric: 'reach', at: '', value: 30, reason: null }] })
  }
  if (path === '/api/v1/auth/me') return Response.json({ accounts: [] })
  if (!path.includes('?')) return server.onePost()
  const page = Number(new URLSearchParams(path.split('?')[1]).get('page'))
  const until = page * 100
  const posts = server.ids
    .slice(until - 100, until)
    .map((id) => ({ id, status: server.live.has(id) ? 'PUBLISHED' : 'SCHEDULED' }))
  const answer = Response.json({ posts, hasMore: server.ids.length > until })
  server.afterPage(page)
  return answer
}

async function exported(): Promise<{ id: string; insights: unknown }[]> {
  const lines: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0)
  await exportPosts({ dataDir: '' })
  return lines.map((line) => JSON.parse(line) as { id: string; insights: unknown })
}

afterEach(() => vi.restoreAllMocks())

it('an export misses no post when another is deleted while it reads', async () => {
  server.ids = Array.from({ length: 250 }, (_, n) => `post ${n}`)
  const deletions = ['post 3', 'post 4']
  server.afterPage = () => {
    const deleted = deletions.shift()
    server.ids = server.ids.filter((id) => id !== deleted)
  }
  expect(new Set((await exported()).map(({ id }) => id))).toEqual(
    new Set([...server.ids, 'post 3', 'post 4']),
  )
})

it('an export reads the numbers of what is live, and not all that was ever counted', async () => {
  server.ids = ['planned', 'live']
  server.live = new Set(['live'])
  expect(await exported()).toEqual([
    expect.objectContaining({ id: 'planned', insights: null }),
    expect.objectContaining({ id: 'live', insights: { reach: 30 } }),
  ])
  expect(server.asked).toEqual(['/api/v1/posts/live/insights'])
})

it('an export as a table ends with a failure when the server does, not without the files', async () => {
  server.ids = ['planned']
  server.onePost = () => Promise.reject(new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') }))
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  await expect(exportPosts({ dataDir: '', csv: true })).rejects.toMatchObject({ exitCode: 4 })
  expect(write).not.toHaveBeenCalled()
})
