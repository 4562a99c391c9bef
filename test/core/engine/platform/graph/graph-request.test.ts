// What one answer of the platform proves, and what it does not.
import { z } from 'zod'
import { describe, expect, it } from 'vitest'
import { graphRequest, type GraphRequest } from '../../../../../core/engine/platform/graph/graph-request.ts'
import type { PlatformReply } from '../../../../../core/ports/platform/platform.ts'

const TOKEN = 'IGAAsecretToken'
const Answer = z.object({ id: z.union([z.string(), z.number()]).transform(String) })

type Fetch = typeof globalThis.fetch

function ask(
  fetch: Fetch,
  change: Partial<GraphRequest<{ id: string }>> = {},
): Promise<PlatformReply<{ id: string }>> {
  return graphRequest({
    fetch,
    method: 'GET',
    url: 'https://graph.example/v27.0/1',
    token: TOKEN,
    fields: {},
    answer: Answer,
    ...change,
  })
}

const answering =
  (body: BodyInit | null, init?: ResponseInit): Fetch =>
  async () =>
    new Response(body, init)

async function calledWith(change: Partial<GraphRequest<{ id: string }>>) {
  const calls: Request[] = []
  const fetch: Fetch = async (input, init) => {
    calls.push(new Request(input, init))
    return Response.json({ id: '1' })
  }
  await ask(fetch, change)
  const [request] = calls
  return request ?? expect.unreachable()
}

describe('a call', () => {
  it('carries the token in its header and nowhere else', async () => {
    const request = await calledWith({ method: 'POST', fields: { caption: 'x' } })
    expect(request.headers.get('authorization')).toBe(`Bearer ${TOKEN}`)
    expect(request.url).not.toContain(TOKEN)
    expect(await formOf(request)).toEqual({ caption: 'x' })
  })

  it('sends fields as a query when it reads and as a form when it writes', async () => {
    const fields = { fields: 'id,permalink', limit: 25, none: null, missing: undefined }
    const read = await calledWith({ fields })
    expect(read.url).toBe('https://graph.example/v27.0/1?fields=id%2Cpermalink&limit=25')
    const written = await calledWith({ method: 'POST', fields })
    expect(written.url).toBe('https://graph.example/v27.0/1')
    expect(written.headers.get('content-type')).toMatch(/^application\/x-www-form-urlencoded/)
    expect(await formOf(written)).toEqual({ fields: 'id,permalink', limit: '25' })
  })

  it('writes lists as JSON and keeps every character of a text', async () => {
    const fields = { user_tags: [{ username: 'owl', x: 0.5, y: 1 }], caption: 'a&b=c #夜 🌙\n"x"', yes: true }
    expect(await formOf(await calledWith({ method: 'POST', fields }))).toEqual({
      user_tags: '[{"username":"owl","x":0.5,"y":1}]',
      caption: 'a&b=c #夜 🌙\n"x"',
      yes: 'true',
    })
  })

  it('is made once, whatever comes back', async () => {
    let calls = 0
    const failing: Fetch = async () => {
      calls += 1
      throw new TypeError('fetch failed')
    }
    await ask(failing)
    await ask(async () => {
      calls += 1
      return new Response('busy', { status: 503 })
    })
    expect(calls).toBe(2)
  })

  it('is asked to follow no redirect', async () => {
    let redirect: unknown
    const noting: Fetch = async (_input, init) => {
      redirect = init?.redirect
      return Response.json({ id: '1' })
    }
    await ask(noting)
    expect(redirect).toBe('manual')
  })
})

describe('a usable answer', () => {
  it('is told with the platform’s own time', async () => {
    const headers = { date: 'Fri, 20 Nov 2026 12:00:00 GMT' }
    expect(await ask(answering('{"id":"17"}', { headers }))).toEqual({
      kind: 'ok',
      value: { id: '17' },
      platformTime: Date.UTC(2026, 10, 20, 12),
      facts: { neverArrived: false, httpStatus: 200, traceId: null, usage: null },
    })
  })

  it.each([[undefined], ['soon'], ['']])('does without a time when the header says %j', async (date) => {
    const headers: Record<string, string> = date === undefined ? {} : { date }
    expect(await ask(answering('{"id":"17"}', { headers }))).toMatchObject({ kind: 'ok', platformTime: null })
  })

  it.each([
    '17841405822304914',
    '9007199254740993',
    '17841499999999999999',
    '123456789012345678901234567890',
  ])('keeps every digit of the id %s, in quotes or not', async (id) => {
    for (const body of [`{"id":${id}}`, `{"id":"${id}"}`, `{"other":[1.5,${id}],"id":${id}}`]) {
      expect(await ask(answering(body))).toMatchObject({ kind: 'ok', value: { id } })
    }
  })
})

describe('a refusal', () => {
  const envelope = {
    message: '(#9007) Media is not ready',
    type: 'OAuthException',
    code: 9007,
    error_subcode: 2207027,
    is_transient: false,
    error_user_title: 'Not ready',
    error_user_msg: 'Das Medium ist noch nicht bereit.',
    fbtrace_id: 'A1b2C3',
  }

  it('is told with its numbers and the sentence meant for people', async () => {
    expect(await ask(answering(JSON.stringify({ error: envelope }), { status: 400 }))).toEqual({
      kind: 'refused',
      refusal: {
        httpStatus: 400,
        code: 9007,
        subcode: 2207027,
        message: 'Das Medium ist noch nicht bereit.',
        title: 'Not ready',
        traceId: 'A1b2C3',
      },
      platformTime: null,
      facts: { neverArrived: false, httpStatus: 400, traceId: 'A1b2C3', usage: null },
    })
  })

  it.each([200, 400, 401, 403, 429, 500, 503])('counts as a refusal under status %i, too', async (status) => {
    const reply = await ask(answering(JSON.stringify({ error: envelope }), { status }))
    expect(reply).toMatchObject({ kind: 'refused', refusal: { httpStatus: status, code: 9007 } })
  })

  it('may leave out everything', async () => {
    expect(await ask(answering('{"error":{}}', { status: 400 }))).toMatchObject({
      kind: 'refused',
      refusal: { code: null, subcode: null, message: 'no reason given', traceId: null },
    })
    const nulls = { error: { message: 'x', code: 1, error_user_msg: null, fbtrace_id: null } }
    expect(await ask(answering(JSON.stringify(nulls)))).toMatchObject({
      kind: 'refused',
      refusal: { code: 1, message: 'x' },
    })
  })

  it('says no token, however often it holds it, and no more than a reader reads', async () => {
    const message = `Invalid OAuth access token ${TOKEN}: ${TOKEN} ${'x '.repeat(5_000)}`
    const reply = await ask(answering(JSON.stringify({ error: { message, code: 190 } }), { status: 401 }))
    expect(JSON.stringify(reply)).not.toContain(TOKEN)
    expect(reply.kind === 'refused' && reply.refusal.message.length).toBe(300)
  })
})

describe('an answer that proves nothing', () => {
  const HTML = '<!doctype html><title>Sorry, something went wrong.</title>'

  it.each<[what: string, fetch: Fetch]>([
    ['HTML under 200', answering(HTML, { headers: { 'content-type': 'text/html' } })],
    ['HTML under 500', answering(HTML, { status: 500 })],
    ['nothing under 200', answering('')],
    ['no body under 200', answering(null)],
    ['no content', answering(null, { status: 204 })],
    ['half of its JSON', answering('{"id":"1790')],
    ['JSON null', answering('null')],
    ['a list', answering('[{"id":"17"}]')],
    ['text', answering('"ok"')],
    ['an empty object', answering('{}')],
    ['another shape', answering('{"success":true}')],
    ['an id that is null', answering('{"id":null}')],
    ['an id that is an object', answering('{"id":{}}')],
    ['an error that is text', answering('{"error":"no"}', { status: 400 })],
    ['an error whose code is text', answering('{"error":{"code":"190"}}', { status: 400 })],
    ['a usable body under 400', answering('{"id":"17"}', { status: 400 })],
    ['a usable body under 500', answering('{"id":"17"}', { status: 500 })],
    ['a redirect', answering('{"id":"17"}', { status: 302, headers: { location: 'https://evil.example' } })],
    ['a permanent redirect', answering(null, { status: 308, headers: { location: 'http://127.0.0.1/' } })],
    ['no UTF-8', answering(new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]))],
    ['10,000 levels', answering('['.repeat(10_000))],
    ['a lost connection', () => Promise.reject(new TypeError('fetch failed'))],
    ['a connection lost half-way', answering(brokenHalfWay())],
    ['something that is no error at all', () => Promise.reject(Object(7) as Error)],
  ])('is unknown: %s', async (_what, fetch) => {
    expect(await ask(fetch)).toMatchObject({ kind: 'unknown', reason: expect.stringMatching(/./) })
  })

  it('is unknown when it does not come in time', async () => {
    const silent: Fetch = (_input, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error))
      })
    expect(await ask(silent, { timeout: 5 })).toMatchObject({ kind: 'unknown', reason: 'no answer in time' })
  })

  it('is unknown when it has more than 5 MB, of which no more are read', async () => {
    let sent = 0
    const chunk = new Uint8Array(256 * 1024).fill(0x20)
    const endless = new ReadableStream({
      pull(controller) {
        sent += chunk.length
        controller.enqueue(chunk)
      },
    })
    expect(await ask(answering(endless))).toMatchObject({ kind: 'unknown' })
    expect(sent).toBeLessThan(8_000_000)
  })

  it('shortens the mark of a refusal, and gives no token in any spelling', async () => {
    const marks = [TOKEN, TOKEN.toUpperCase(), btoa(TOKEN), encodeURIComponent(`access_token=${TOKEN}`)]
    for (const mark of marks) {
      const error = { message: `no: ${mark}`, code: 1, error_user_title: mark, fbtrace_id: mark }
      const text = JSON.stringify(await ask(answering(JSON.stringify({ error }), { status: 400 })))
      expect(text).not.toContain(mark)
    }
    const endless = { error: { message: 'no', code: 1, fbtrace_id: 'A8'.repeat(100_000) } }
    const reply = await ask(answering(JSON.stringify(endless), { status: 400 }))
    expect(JSON.stringify(reply).length).toBeLessThan(1_000)
  })

  it('says no token in its reason', async () => {
    const failing = () =>
      Promise.reject(new TypeError(`GET https://graph.example/?access_token=${TOKEN} failed`))
    const reply = await ask(failing)
    expect(JSON.stringify(reply)).not.toContain(TOKEN)
    expect(reply).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('[redacted]') })
  })
})

function brokenHalfWay(): ReadableStream<Uint8Array> {
  let pulled = 0
  return new ReadableStream({
    pull(controller) {
      pulled += 1
      if (pulled === 1) controller.enqueue(new TextEncoder().encode('{"id":'))
      else controller.error(new TypeError('terminated'))
    },
  })
}

const formOf = async (request: Request) => Object.fromEntries(await request.formData())
