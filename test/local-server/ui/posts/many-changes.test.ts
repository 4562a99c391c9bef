import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { MOST_POSTS } from '../../../../core/rules/content/content-limits.ts'
import { discardPosts } from '../../../../local-server/ui/src/posts/discard-posts.ts'

afterEach(() => vi.unstubAllGlobals())

it('sends more posts than a request takes in several, each under a key of its own', async () => {
  const sent: { readonly count: number; readonly key: string | null }[] = []
  vi.stubGlobal('fetch', async (_url: unknown, { headers, body }: RequestInit) => {
    const { posts } = JSON.parse(body as string) as { posts: { id: string }[] }
    sent.push({ count: posts.length, key: new Headers(headers).get('Idempotency-Key') })
    const results = posts.map(({ id }) => ({ id, outcome: 'done', version: null, problem: null }))
    return Response.json({ done: posts.length, pending: 0, refused: 0, results })
  })
  const ids = Array.from({ length: MOST_POSTS + 1 }, (_, index) => `post-${index}`)
  const { done, results } = await discardPosts(new QueryClient(), ids, 'key')
  expect(sent.map(({ count }) => count)).toEqual([MOST_POSTS, 1])
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2)
  expect(done).toBe(ids.length)
  expect(results.map(({ id }) => id)).toEqual(ids)
})
