// What the API says of a data folder in which nothing moves.
import { expect } from 'vitest'
import type { PostBody } from '../../core/api/posts.ts'
import type { ServerProcess } from '../process-harness/server-process.ts'

const LISTS = [
  '/posts?limit=100',
  '/posts/deleted?limit=100',
  '/schedule?limit=100',
  '/media?limit=100',
  '/settings/api-keys',
  '/auth/me',
  '/story-repost/status',
  '/story-repost/history',
]

export type Replies = Record<string, unknown>

/** By path. */
export async function repliesOf(server: ServerProcess): Promise<Replies> {
  const replies: Replies = {}
  for (const path of LISTS) replies[path] = await replyOf(server, path)
  for (const listed of (replies['/posts?limit=100'] as { posts: PostBody[] }).posts) {
    expect(await replyOf(server, `/posts/${listed.id}`)).toMatchObject({
      ...listed,
      mediaFiles: expect.any(Array),
    })
    const path = `/posts/${listed.id}/attempts`
    replies[path] = await replyOf(server, path)
  }
  return replies
}

async function replyOf(server: ServerProcess, path: string): Promise<unknown> {
  const answer = await server.api(path)
  expect([path, answer.status]).toEqual([path, 200])
  return JSON.parse((await answer.text()).replaceAll(server.origin, 'http://127.0.0.1:4100'), unlessItMoves)
}

/** Even when nothing else changes, days end. */
function unlessItMoves(name: string, value: unknown): unknown {
  return name === 'repostsTodayResetAt' ? undefined : value
}
