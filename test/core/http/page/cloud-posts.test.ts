// Taking a post over from the Worker, as the page asks for it.
import { describe, expect, it } from 'vitest'
import { CodedError } from '../../../../core/coded-error.ts'
import type { PostRecord } from '../../../../core/ports/posts/post-store.ts'
import { NO_CLOUD } from '../../../fakes/cloud/no-cloud.ts'
import { aPost } from '../../../factories.ts'
import { createTestApp, fromPage, jsonRequest, type TestApp } from '../../../fakes/test-app.ts'

async function aWorld(takeOver: (test: TestApp, post: PostRecord) => Promise<void> = async () => {}) {
  const asked: string[] = []
  const test: TestApp = createTestApp({
    cloud: {
      ...NO_CLOUD,
      async takeOver(post) {
        asked.push(post.id)
        await takeOver(test, post)
      },
    },
  })
  const post = aPost({
    status: 'SCHEDULED',
    isScheduled: true,
    handover: 'cloud',
    cloudJobId: crypto.randomUUID(),
  })
  test.data.posts.set(post.id, post)
  const cookie = await test.signIn()
  const request = (id: string, body: unknown) =>
    test.call(`/api/cloud/posts/${id}/take-over`, jsonRequest('POST', body, fromPage(cookie)))
  return { test, post, asked, request }
}

describe('POST /api/cloud/posts/{id}/take-over', () => {
  it('answers with the post as it is then', async () => {
    const { post, asked, request } = await aWorld(async ({ data }, { id }) => {
      data.posts.set(id, { ...post, handover: null, cloudJobId: null })
    })
    const response = await request(post.id, { confirm: true })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ id: post.id, handover: null, cloudJobId: null })
    expect(asked).toEqual([post.id])
  })

  it.each([{}, { confirm: false }, { confirm: 'true' }])('needs confirm: true, not %j', async (body) => {
    const { post, asked, request } = await aWorld()
    const response = await request(post.id, body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'VALIDATION_ERROR' })
    expect(asked).toEqual([])
  })

  it('is refused for a post that the cloud does not have, and for one that it cannot let go of', async () => {
    const { test, post, asked, request } = await aWorld(async () => {
      throw new CodedError('INVALID_STATUS', 'too late')
    })
    const own = aPost({ status: 'SCHEDULED', isScheduled: true })
    test.data.posts.set(own.id, own)
    for (const { id } of [own, post]) {
      const response = await request(id, { confirm: true })
      expect([response.status, await response.json()]).toMatchObject([400, { code: 'INVALID_STATUS' }])
    }
    expect(asked).toEqual([post.id])
  })

  it('finds nothing by an unknown id, and is for the page alone', async () => {
    const { test, post, request } = await aWorld()
    expect((await request(crypto.randomUUID(), { confirm: true })).status).toBe(404)
    const key = await test.newKey()
    const withKey = jsonRequest('POST', { confirm: true }, { authorization: `Bearer ${key}` })
    for (const base of ['/api', '/api/v1'])
      expect((await test.call(`${base}/cloud/posts/${post.id}/take-over`, withKey)).status).not.toBe(200)
  })
})
