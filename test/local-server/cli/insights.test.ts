// What `nightpost insights` prints, and what `posts export` takes from it.
import { afterEach, expect, it, vi } from 'vitest'
import {
  latestNumbers,
  printCompared,
  printPost,
  printRows,
  type InsightFlags,
} from '../../../local-server/cli/insights.ts'
import type { Send } from '../../../local-server/cli/session.ts'
import { EXIT_CODES } from '../../../local-server/terminal/exit-codes.ts'

const server = { asked: [] as string[], answers: {} as Record<string, Response> }

const send: Send = async (path) => {
  server.asked.push(path)
  const [name = ''] = path.replace('/api/v1', '').split('?')
  return (
    server.answers[name]?.clone() ??
    Response.json({ error: 'Not found.', code: 'NOT_FOUND' }, { status: 404 })
  )
}

async function printed(work: () => Promise<void>): Promise<string> {
  const written: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  await work()
  return written.join('')
}

const FLAGS: InsightFlags = { dataDir: '', by: 'kind' }
const ME = Response.json({ accounts: [{ id: 'a', username: 'demo.kitchen' }] })
afterEach(() => {
  vi.restoreAllMocks()
  server.asked = []
})

it('a post’s numbers are listed with the reason where there is none', async () => {
  const at = '2026-11-29T10:00:00.000Z'
  const latest = [
    { metric: 'reach', at, value: 0, reason: null },
    { metric: 'saved', at, value: null, reason: 'gone' },
  ]
  server.answers = { '/posts/p/insights': Response.json({ latest }) }
  const text = await printed(() => printPost(send, 'p', FLAGS))
  expect(text).toMatch(/^reach +0 .*\nsaved +gone /)
})

it('the posts of the only account are compared', async () => {
  const groups = [{ key: 'REELS', n: 12, value: 340.5, post: null }]
  server.answers = { '/auth/me': ME, '/insights': Response.json({ metric: 'views', groups }) }
  const text = await printed(() => printCompared(send, { ...FLAGS, metric: 'views' }))
  expect(text).toMatch(/kind +views +posts\nREELS +340\.5 +12\n/)
  expect(server.asked.at(-1)).toBe('/api/v1/insights?accountId=a&by=kind&metric=views')
})

it('the newest number of each metric is known of a post, and nothing where none was given', async () => {
  const at = '2026-11-29T10:00:00.000Z'
  const latest = [
    { metric: 'reach', at, value: 30, reason: null },
    { metric: 'saved', at, value: null, reason: 'gone' },
  ]
  server.answers = { '/posts/p/insights': Response.json({ latest }) }
  expect(await latestNumbers(send, 'p')).toEqual({ reach: 30 })
  expect(await latestNumbers(send, 'deleted')).toBeNull()
})

it('every number is printed as it was sent, and a refusal with the words and the exit code of one', async () => {
  const answered = new Response('{"metric":"reach"}\n', {
    headers: { 'content-type': 'application/x-ndjson' },
  })
  server.answers = { '/insights/export': answered }
  expect(await printed(() => printRows(send, { dataDir: '' }))).toBe('{"metric":"reach"}\n')
  server.answers = {}
  await expect(printRows(send, { dataDir: '' })).rejects.toMatchObject({
    message: 'Not found.',
    code: 'NOT_FOUND',
    exitCode: EXIT_CODES.refused,
  })
})
