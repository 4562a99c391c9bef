import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'

const call = (path: string, init?: RequestInit) =>
  exports.default.fetch(`https://worker.example${path}`, init)

describe('the Worker’s health', () => {
  it('is open, and says the time and nothing else', async () => {
    const response = await call('/health')

    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('application/json')
    const body = (await response.json()) as Record<string, unknown>
    expect(body).toEqual({
      status: 'healthy',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    })
    expect(Math.abs(Date.parse(String(body['timestamp'])) - Date.now())).toBeLessThan(60_000)
  })
})

describe('a caller without the worker key', () => {
  it.each([
    ['GET', '/'],
    ['GET', '/jobs'],
    ['POST', '/health'],
    ['GET', '/health/'],
  ])('learns nothing from %s %s', async (method, path) => {
    const response = await call(path, { method })

    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({ error: expect.any(String), code: 'AUTH_REQUIRED', status: 401 })
  })

  it('is refused with a guessed key', async () => {
    const response = await call('/jobs', { headers: { authorization: 'Bearer guess' } })

    expect(response.status).toBe(401)
  })
})
