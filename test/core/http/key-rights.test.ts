// What a key may do, over every route of the served document: a new route is closed to all but full keys until it is named here.
import { describe, expect, it } from 'vitest'
import type { KeyRights } from '../../../core/api/access.ts'
import { bearer, createTestApp, fromPage, jsonRequest, type TestApp } from '../../fakes/test-app.ts'
import { BASE, nameOf, servedOperations, type Operation } from './served-operations.ts'

const DRAFTING = [
  'POST /media/upload',
  'POST /posts/draft',
  'POST /posts/draft/bulk',
  'POST /insights/refresh',
  'PUT /posts/draft/{id}',
]
const READING = ['POST /auth/logout', 'POST /posts/validate']
const MAY: Readonly<Record<Exclude<KeyRights, 'full'>, readonly string[]>> = {
  read: READING,
  draft: [...READING, ...DRAFTING],
  approval: [...READING, ...DRAFTING, 'POST /approvals'],
}

describe.each(Object.entries(MAY))('a key with the right %s', (rights, may) => {
  it('is refused on every route that needs more, and only there', async () => {
    const test = createTestApp()
    const key = bearer(await test.newKey('an agent', rights as KeyRights))
    const wrong: string[] = []
    for (const operation of await servedOperations(test)) {
      const expected = operation.method !== 'GET' && !may.includes(nameOf(operation))
      if ((await isRefused(test, operation, key)) !== expected) wrong.push(nameOf(operation))
    }
    expect(wrong).toEqual([])
  })

  it('finds no other way to a route', async () => {
    const test = createTestApp()
    const key = bearer(await test.newKey('an agent', rights as KeyRights))
    const id = crypto.randomUUID()
    const paths = [
      'posts/draft/../publish',
      `posts/draft/${id}/publish`,
      `posts/draft/${id}/schedule`,
      'posts/draft/x/publish',
      'posts//publish',
      'posts/publish/',
      'posts/%70ublish',
      'posts/publish?/posts/validate',
      'posts/publish#/posts/validate',
      'no-such-route',
    ]
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      for (const path of paths)
        expect((await test.app.request(`${BASE}/${path}`, jsonRequest(method, {}, key))).status).toBe(403)
    for (const path of ['posts/publish', 'approvals', 'settings/api-keys'])
      expect((await test.app.request(`/api/${path}`, jsonRequest('POST', {}, key))).status).toBe(403)
  })
})

describe('rights', () => {
  it('are everything unless somebody says otherwise, as of keys that are older', async () => {
    const test = createTestApp()
    const page = fromPage(await test.signIn())
    const create = async (body: object) => {
      const request = jsonRequest('POST', { name: 'a key', ...body }, page)
      const response = await test.call(`${BASE}/settings/api-keys`, request)
      return { status: response.status, ...((await response.json()) as { key?: { rights: string } }) }
    }
    expect(await create({})).toMatchObject({ status: 201, key: { rights: 'full' } })
    expect(await create({ rights: 'draft' })).toMatchObject({ key: { rights: 'draft' } })
    expect(await create({ rights: 'everything' })).toMatchObject({ status: 400 })
  })

  it('say what they lack in a sentence', async () => {
    const test = createTestApp()
    for (const rights of ['read', 'draft', 'approval'] as const) {
      const key = bearer(await test.newKey('an agent', rights))
      const answer = await test.call(`${BASE}/posts/publish`, jsonRequest('POST', {}, key))
      expect(await answer.json()).toEqual({
        error: expect.stringMatching(/^This key .*Nightpost\.$/),
        code: 'COOKIE_AUTH_REQUIRED',
        status: 403,
      })
    }
  })
})

describe('a key that needs approval', () => {
  it.each([
    ['POST', '/posts/publish', /sends nothing .* ask with POST \/approvals;/],
    ['POST', '/schedule/bulk', /sends nothing .* ask with POST \/approvals;/],
    ['PUT', '/schedule/{id}', /changes no scheduled post .* the action change/],
    ['DELETE', '/schedule/{id}', /cancels nothing .* the action cancel;/],
    ['POST', '/posts/bulk', /one post at a time/],
    ['DELETE', '/posts/{id}', /none of it: a person does it/],
  ])('is told at %s %s what it can do next', async (method, template, told) => {
    const test = createTestApp()
    const key = bearer(await test.newKey('an agent', 'approval'))
    const path = BASE + template.replace('{id}', crypto.randomUUID())
    const answer = await test.call(path, jsonRequest(method, {}, key))
    expect(await answer.json()).toMatchObject({ status: 403, error: expect.stringMatching(told) })
  })
})

describe('what only the page may do', () => {
  it.each(['full', 'read'] as const)(
    'is refused to a key with the right %s, whatever it sends',
    async (rights) => {
      const test = createTestApp()
      const key = bearer(await test.newKey('a script', rights))
      const operations = (await servedOperations(test)).filter(({ access }) => access === 'cookie')
      expect(operations.length).toBeGreaterThan(0)
      for (const { method, template } of operations) {
        const path = BASE + template.replace('{id}', 'no-id')
        const headers = { ...key, 'content-type': 'application/x-www-form-urlencoded' }
        const answer = await test.call(path, { method, headers, body: 'name=x' })
        expect(await answer.json()).toEqual({
          error: 'Only the Nightpost page can do this; an API key is not enough.',
          code: 'COOKIE_AUTH_REQUIRED',
          status: 403,
        })
      }
    },
  )
})

async function isRefused(
  test: TestApp,
  { method, template }: Operation,
  headers: Record<string, string>,
): Promise<boolean> {
  const path = BASE + template.replaceAll(/\{\w+\}/g, () => crypto.randomUUID())
  return (await test.call(path, { method, headers })).status === 403
}
