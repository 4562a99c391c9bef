import { expect, it } from 'vitest'
import { HOUR, toIso } from '../../../../core/time.ts'
import { START } from '../../../factories.ts'
import { createTestApp, fromPage, jsonRequest } from '../../../fakes/test-app.ts'

async function aScene() {
  const test = createTestApp()
  const [account, image] = [await test.anAccount(), await test.anImage()]
  const post = (hours: number) => ({
    accountId: account.id,
    mediaType: 'IMAGE',
    mediaFileId: image.id,
    scheduledFor: toIso(START + hours * HOUR),
  })
  const page = fromPage(await test.signIn())
  const call = async (path: string, method: string, body?: object) => {
    const request = jsonRequest(method, body ?? {})
    const headers = new Headers(request.headers)
    for (const [name, value] of Object.entries(page)) headers.set(name, value)
    const response = await test.call(path, { ...request, headers })
    return (await response.json()) as { results: { post: { postId: string } }[]; rows: object[] }
  }
  const known = async (...keys: string[]) => (await call('/api/imported-rows/find', 'POST', { keys })).rows
  return { test, post, call, known }
}

it.each([false, true])(
  'a row of a table is remembered with its post, until that is deleted; atomic: %s',
  async (atomic) => {
    const { post, call, known } = await aScene()
    const rows = ['a', 'b'].map((key) => ({ key, content: `${key} 1` }))
    const { results } = await call('/api/v1/schedule/bulk', 'POST', {
      posts: [post(1), post(2)],
      rows,
      atomic,
    })
    const [first, second] = results.map((result) => result.post.postId)
    expect(await known('a', 'b', 'c')).toEqual([
      { key: 'a', content: 'a 1', postId: first },
      { key: 'b', content: 'b 1', postId: second },
    ])
    await call('/api/imported-rows', 'PUT', { rows: [{ key: 'a', content: 'a 2', postId: first }] })
    await call('/api/v1/posts/bulk', 'POST', { posts: [{ id: second, action: 'discard' }] })
    expect(await known('a', 'b')).toEqual([{ key: 'a', content: 'a 2', postId: first }])
  },
)

it.each([false, true])('a row that two imports send at once becomes one post; atomic: %s', async (atomic) => {
  const { test, post, call, known } = await aScene()
  const send = (content: string, hours: number) =>
    call('/api/v1/schedule/bulk', 'POST', { posts: [post(hours)], rows: [{ key: 'a', content }], atomic })
  const [first] = (await send('1', 1)).results
  const second: object = await send('1', 1)
  const refusal = { code: 'VALIDATION_ERROR' }
  expect(second).toMatchObject(atomic ? refusal : { results: [{ post: null, problems: [refusal] }] })
  expect(test.data.posts.size).toBe(1)
  expect(await known('a')).toMatchObject([{ postId: first?.post.postId }])
  // One that was read before the table was changed, too: its post would be made twice.
  await send('2', 2)
  expect(test.data.posts.size).toBe(1)
})

it('nothing is remembered of a post that is refused', async () => {
  const { post, call, known } = await aScene()
  await call('/api/v1/schedule/bulk', 'POST', { posts: [post(-1)], rows: [{ key: 'a', content: '1' }] })
  expect(await known('a')).toEqual([])
})

it('a row whose post was deleted meanwhile is not kept: 404', async () => {
  const { post, call, known } = await aScene()
  const rows = [{ key: 'a', content: '1' }]
  const [made] = (await call('/api/v1/schedule/bulk', 'POST', { posts: [post(1)], rows })).results
  const postId = made?.post.postId
  await call(`/api/v1/posts/${postId}`, 'DELETE')
  const answer: object = await call('/api/imported-rows', 'PUT', {
    rows: [{ key: 'a', content: '2', postId }],
  })
  expect(answer).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  expect(await known('a')).toEqual([])
})
