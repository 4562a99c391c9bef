import { describe, expect, it } from 'vitest'
import { createTestApp } from '../../fakes/test-app.ts'

describe('routes that are mounted late', () => {
  const isMounted = ({ app }: ReturnType<typeof createTestApp>) =>
    app.routes.some(({ path }) => path === '/api/v1/posts')

  it('are not needed to answer whether the server is healthy', async () => {
    const world = createTestApp()
    const { status } = await world.call('/api/v1/health')
    expect([status, isMounted(world)]).toEqual([200, false])
  })

  it('answer the first request to one of them', async () => {
    const world = createTestApp()
    const Authorization = `Bearer ${await world.newKey()}`
    const { status } = await world.call('/api/v1/posts', { headers: { Authorization } })
    expect([status, isMounted(world)]).toEqual([200, true])
  })

  it('are mounted once for requests that come together', async () => {
    const world = createTestApp()
    const answers = await Promise.all(['/api/v1/posts', '/api/posts'].map((path) => world.call(path)))
    expect(answers.map(({ status }) => status)).toEqual([401, 401])
    expect(world.app.routes.filter(({ path }) => path === '/api/v1/openapi.json')).toHaveLength(1)
  })
})
