// From the printed link to a session, and out of it again.
import { beforeAll, describe, expect, it } from 'vitest'
import { launchToken, redeem, startServer, type ServerProcess } from '../../process-harness/server-process.ts'

let server: ServerProcess
beforeAll(async () => {
  server = await startServer()
})

const tokenOf = (link: string) => link.slice(link.indexOf('#t=') + 3)
const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
const isSignedIn = async (cookie: string) => {
  const answer = await server.request('/api/v1/posts', { headers: { cookie } })
  return answer.status === 200 ? true : ((await answer.json()) as { code: string }).code
}

describe('the printed link', () => {
  it('lets one of fifty in, and nobody afterwards', async () => {
    const token = tokenOf(server.link)
    const answers = await Promise.all(Array.from({ length: 50 }, () => redeem(server.origin, token)))
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([204, ...Array.from({ length: 49 }, () => 401)])
    const winner = answers.find(({ status }) => status === 204)
    expect(await isSignedIn(winner ? cookieOf(winner) : '')).toBe(true)
    for (const loser of answers.filter(({ status }) => status === 401)) {
      expect(loser.headers.has('set-cookie')).toBe(false)
      expect(await loser.json()).toMatchObject({ code: 'AUTH_REQUIRED', status: 401 })
    }
    expect((await redeem(server.origin, token)).status).toBe(401)
  })

  it('is one of its start: the next start has another', async () => {
    const other = await startServer()
    await other.stop()
    const next = await other.again()
    expect((await redeem(next.origin, tokenOf(other.link))).status).toBe(401)
    expect((await redeem(next.origin, tokenOf(next.link))).status).toBe(204)
  })
})

describe('a token', () => {
  it.each(['', 'wrong', 'a'.repeat(43), 'a'.repeat(100_000)])(
    'that is malformed, %.10j, opens nothing',
    async (token) => {
      const answer = await redeem(server.origin, token)
      expect([400, 401]).toContain(answer.status)
      expect(answer.headers.has('set-cookie')).toBe(false)
    },
  )

  it('is not taken from a page of another origin', async () => {
    const token = await launchToken(server.origin, server.dataDir)
    const foreign = await server.request('/api/auth/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'http://evil.example' },
      body: JSON.stringify({ t: token }),
    })
    expect(foreign.status).toBe(401)
    expect((await redeem(server.origin, token)).status).toBe(204)
  })

  it('is only given to those who can read the data folder', async () => {
    for (const proof of ['', 'x', 'a'.repeat(43)]) {
      const answer = await server.request('/api/auth/launch', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ nonce: 'n'.repeat(43), proof }),
      })
      expect([400, 401]).toContain(answer.status)
    }
  })
})

describe('a session', () => {
  it('is a cookie for this host alone, that no script reads and no other site sends', async () => {
    const answer = await redeem(server.origin, await launchToken(server.origin, server.dataDir))
    expect(await answer.text()).toBe('')
    const cookies = answer.headers.getSetCookie()
    const [first = '', ...more] = cookies
    const [pair = '', ...attributes] = first.split('; ')
    expect(pair).toMatch(/^session=eyJ[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=43200', 'Path=/', 'SameSite=Strict'])
    expect(more).toEqual([first.replace('session', `nightpost_session_${new URL(server.origin).port}`)])
  })

  it('ends with a logout, whatever becomes of the cookie, and others stay', async () => {
    const [cookie, other] = [await server.signIn(), await server.signIn()]
    expect(await isSignedIn(cookie)).toBe(true)
    const answer = await server.request('/api/v1/auth/logout', {
      method: 'POST',
      headers: { cookie, origin: server.origin },
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie()[0]).toMatch(/^session=;.*Max-Age=0/)
    expect(await isSignedIn(cookie)).toBe('TOKEN_INVALID')
    expect(await isSignedIn(other)).toBe(true)
  })

  it('outlives a restart', async () => {
    const first = await startServer()
    const cookie = await first.signIn()
    await first.kill9()
    const second = await first.again()
    expect((await second.request('/api/v1/posts', { headers: { cookie } })).status).toBe(200)
  })

  it('does not count for a page of another origin', async () => {
    const cookie = await server.signIn()
    const post = (headers: Record<string, string>) =>
      server.request('/api/v1/settings/api-keys', {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json', ...headers },
        body: '{"name":"stolen"}',
      })
    expect((await post({ origin: `http://127.0.0.1:${server.port + 1}` })).status).toBe(401)
    expect((await post({ origin: 'null' })).status).toBe(401)
    expect((await post({ origin: server.origin, 'sec-fetch-site': 'same-site' })).status).toBe(401)
    expect((await post({ origin: server.origin })).status).toBe(201)
    expect((await post({})).status).toBe(201)
  })
})
