// What surrounds every call: token, version, envelope, headers, and who may call at all.
import { describe, expect, it } from 'vitest'
import { NOON, openKitchen, ORIGIN, refusalOf, TOKEN } from './kitchen.ts'

const HOST = `${ORIGIN}/sandbox/graph.instagram.com`
const bearer = { authorization: `Bearer ${TOKEN}` }

describe('the access token', () => {
  it('is taken as Bearer header, query or form field', async () => {
    const { app } = openKitchen().sandbox
    expect((await app.request(`${HOST}/v25.0/me`, { headers: bearer })).status).toBe(200)
    expect((await app.request(`${HOST}/v25.0/me?access_token=${TOKEN}`)).status).toBe(200)
    const body = new URLSearchParams({ access_token: TOKEN, creation_id: '1' })
    const publish = await app.request(`${HOST}/v25.0/me/media_publish`, { method: 'POST', body })
    expect(await refusalOf(publish)).toBe('400 24/2207008')
  })

  it('is refused as 190 when it is missing, wrong or sent as another kind', async () => {
    const { app } = openKitchen().sandbox
    expect(await refusalOf(await app.request(`${HOST}/v25.0/me`))).toBe('401 190')
    expect(await refusalOf(await app.request(`${HOST}/v25.0/me?access_token=IGother`))).toBe('400 190')
    const headers = { authorization: `OAuth ${TOKEN}` }
    expect(await refusalOf(await app.request(`${HOST}/v25.0/me`, { headers }))).toBe('400 190')
  })

  it('is refused as 104 when it is missing at graph.facebook.com', async () => {
    const { app } = openKitchen().sandbox
    const path = `${ORIGIN}/sandbox/graph.facebook.com/v25.0/17841400000000001/media`
    expect(await refusalOf(await app.request(path))).toBe('400 104')
  })
})

describe('the version in the path', () => {
  const answered = async (path: string) => {
    const response = await openKitchen().sandbox.app.request(`${HOST}${path}`, { headers: bearer })
    return response.ok ? response.headers.get('facebook-api-version') : refusalOf(response)
  }

  it('answers as itself while it is in use', async () => {
    expect(await answered('/v21.0/me')).toBe('v21.0')
    expect(await answered('/v26.0/me')).toBe('v26.0')
    expect(await answered('/v27.0/me')).toBe('v27.0')
  })

  it('is answered by the oldest in use once it is retired', async () => {
    expect(await answered('/v12.0/me')).toBe('v21.0')
  })

  it('may be left out', async () => {
    expect(await answered('/me')).toBe('v27.0')
  })

  it('is refused when it does not exist yet', async () => {
    expect(await answered('/v28.0/me')).toBe('400 2500')
    expect(await answered('/v25.1/me')).toBe('400 2500')
  })
})

describe('an answer', () => {
  it('carries the sandbox’s own time and a trace', async () => {
    const { headers } = await openKitchen().call('GET', '/me')
    expect(headers.get('date')).toBe(new Date(NOON).toUTCString())
    expect(headers.get('x-fb-trace-id')).toMatch(/^A[\w-]{20,}$/)
  })

  it('carries the usage only once a hundredth of a limit is used, so that no script counts on it', async () => {
    const kitchen = openKitchen({ behaviour: { callsPerDay: 300 } })
    const usage = async () => {
      const { headers } = await kitchen.call('GET', '/me')
      return ['x-app-usage', 'x-business-use-case-usage'].map((name) => headers.get(name))
    }
    expect([await usage(), await usage()]).toEqual([
      [null, null],
      [null, null],
    ])
    const [ofApp, ofAccount] = await usage()
    expect(JSON.parse(ofApp ?? '')).toMatchObject({ call_count: 1 })
    expect(Object.values(JSON.parse(ofAccount ?? ''))).toMatchObject([
      [{ type: 'instagram', call_count: 1, estimated_time_to_regain_access: 0 }],
    ])
  })

  it('puts refusals into the platform’s envelope, with the trace of the headers', async () => {
    const response = await openKitchen().publish('1')
    expect(await response.json()).toEqual({
      error: {
        message: 'The requested resource does not exist',
        type: 'OAuthException',
        code: 24,
        error_subcode: 2207008,
        is_transient: false,
        error_user_title: 'Container not found',
        error_user_msg: 'The container does not exist or has expired.',
        fbtrace_id: response.headers.get('x-fb-trace-id'),
      },
    })
  })

  it('tells paths that do not exist', async () => {
    expect(await refusalOf(await openKitchen().call('GET', '/me/likes'))).toBe('400 2500')
  })
})

describe('a web page of another origin', () => {
  const from = (origin: string) => ({ ...bearer, origin })

  it('can neither publish nor make the sandbox fetch anything', async () => {
    const kitchen = openKitchen()
    const body = new URLSearchParams({ image_url: 'http://192.168.1.1/' })
    const send = (origin: string) =>
      kitchen.sandbox.app.request(`${HOST}/v25.0/me/media`, { method: 'POST', body, headers: from(origin) })
    expect((await send('https://evil.example')).status).toBe(403)
    expect((await send('null')).status).toBe(403)
    expect((await send('http://127.0.0.1:4101')).status).toBe(403)
    expect(await refusalOf(await send(ORIGIN))).toBe('400 9004/2207052')
  })

  it('cannot ask for faults', async () => {
    const { app, faults } = openKitchen().sandbox
    const body = JSON.stringify({ on: 'me', mode: 'drop' })
    const headers = { 'content-type': 'application/json', origin: 'https://evil.example' }
    expect((await app.request('/sandbox/faults', { method: 'POST', body, headers })).status).toBe(403)
    expect((await app.request('/sandbox/faults', { method: 'DELETE', headers })).status).toBe(403)
    expect(faults.pending()).toEqual([])
  })

  it('gets no CORS header from any answer', async () => {
    const { app } = openKitchen().sandbox
    const response = await app.request('/sandbox/faults', {
      method: 'OPTIONS',
      headers: from('https://evil.example'),
    })
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    expect(response.status).toBe(403)
  })
})
