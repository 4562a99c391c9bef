// `nightpost/client`, as a script imports it.
import { createNightpost } from 'nightpost/client'
import { expect, it, vi } from 'vitest'
import { servedText } from '../api/served-document.ts'
import { TINY_JPEG } from '../fakes/media/tiny-image-pipeline.ts'
import { bearer, createTestApp } from '../fakes/test-app.ts'

async function aScript(fetch?: (request: Request) => Promise<Response>) {
  const test = createTestApp()
  const reach = async (request: Request) => test.app.request(request)
  const key = await test.newKey()
  return { test, nightpost: createNightpost({ key, fetch: fetch ?? reach }), reach }
}

it('is typed by the document that the app serves', async () => {
  const test = createTestApp()
  const served = await test.call('/api/v1/openapi.json', { headers: bearer(await test.newKey()) })
  expect(await served.text()).toBe(servedText())
})

it('calls the API with its key, and knows what comes back', async () => {
  const { test, nightpost } = await aScript()
  const account = await test.anAccount()
  const image = await test.anImage()
  const body = { accountId: account.id, mediaType: 'IMAGE', mediaFileId: image.id, caption: 'Hi' } as const
  const { data } = await nightpost.POST('/posts/draft', { body })
  expect(data?.status).toBe('DRAFT')
  const listed = await nightpost.GET('/posts', { params: { query: { status: 'DRAFT' } } })
  expect(listed.data?.posts.map(({ caption }) => caption)).toEqual(['Hi'])
  const refused = await nightpost.GET('/posts/{id}', { params: { path: { id: account.id } } })
  expect(refused.error?.code).toBe('NOT_FOUND')
})

it('uploads a file under its name', async () => {
  const { nightpost } = await aScript()
  const file = new File([TINY_JPEG], 'soup.jpg', { type: 'image/jpeg' })
  const { data } = await nightpost.POST('/media/upload', { body: { file } })
  expect(data?.originalFilename).toBe('soup.jpg')
})

it.each([
  ['a POST without a key once', 'POST', {}, 1],
  ['a POST with a key until it is answered', 'POST', { 'Idempotency-Key': 'monday-1' }, 3],
  ['a GET until it is answered', 'GET', {}, 3],
] as const)('sends %s', async (_what, method, headers, times) => {
  vi.useFakeTimers()
  let sent = 0
  const { nightpost } = await aScript(async (request) => {
    sent += 1
    await request.text()
    if (sent < 3) throw new TypeError('fetch failed')
    return Response.json({ posts: [] })
  })
  const call =
    method === 'GET'
      ? nightpost.GET('/posts')
      : nightpost.POST('/posts/{id}/retry', { params: { path: { id: 'x' } }, headers })
  const outcome = call.then(
    () => 'answered',
    () => 'failed',
  )
  await vi.runAllTimersAsync()
  expect([await outcome, sent]).toEqual([times === 1 ? 'failed' : 'answered', times])
  vi.useRealTimers()
})

it.each(['http://127.0.0.1:4711', 'http://127.0.0.1:4711/'])('reaches the server at %s', async (origin) => {
  const asked: string[] = []
  const fetch = async ({ url }: Request) => {
    asked.push(url)
    return Response.json({ posts: [] })
  }
  await createNightpost({ key: 'x', origin, fetch }).GET('/posts')
  expect(asked).toEqual(['http://127.0.0.1:4711/api/v1/posts'])
})

it('waits for the answer of a request that is still running under its key', async () => {
  vi.useFakeTimers()
  const answers = [
    Response.json(
      { error: 'It runs.', code: 'INVALID_STATE', reason: 'idempotency_key_in_use' },
      { status: 409 },
    ),
    Response.json({ id: 'the draft' }, { status: 201 }),
  ]
  const { nightpost } = await aScript(async () => answers.shift() ?? Response.error())
  const body = { accountId: 'x', mediaType: 'IMAGE' } as const
  const call = nightpost.POST('/posts/draft', { body, headers: { 'Idempotency-Key': 'monday-2' } })
  await vi.runAllTimersAsync()
  expect((await call).data?.id).toBe('the draft')
  vi.useRealTimers()
})
