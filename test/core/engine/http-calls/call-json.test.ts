// What one call to the outside sends, and what its answer, or the lack of one, is read as.
import { describe, expect, it } from 'vitest'
import {
  callJson,
  describeError,
  type JsonAnswer,
  type JsonCall,
  type Reading,
} from '../../../../core/engine/http-calls/call-json.ts'
import { markNeverConnected } from '../../../../core/engine/http-calls/never-connected.ts'
import { safeText } from '../../../../core/redact.ts'

const ADDRESS = 'https://service.example/things'
const CALL = { method: 'GET', url: ADDRESS, headers: {}, timeout: 60_000 } as const

type Fetch = typeof globalThis.fetch
type Read = { readonly kind: 'ok' } & JsonAnswer

const READING: Reading<Read> = {
  largestAnswer: 1000,
  read: (answer) => ({ kind: 'ok', ...answer }),
  explain: (error) => safeText(describeError(error)),
}

const call = (fetch: Fetch, change: Partial<Reading<Read>> = {}) =>
  callJson({ ...CALL, fetch }, { ...READING, ...change })

const answering =
  (body: BodyInit | null, init?: ResponseInit): Fetch =>
  async () =>
    new Response(body, init)

const failing =
  (error: unknown): Fetch =>
  () =>
    Promise.reject(error)

/** An error as a runtime throws it: the reason is the cause of an error that says nothing. */
const broken = (code: string, syscall?: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code, syscall }) })

async function sentWith(change: Partial<JsonCall>): Promise<Request> {
  const sent: Request[] = []
  const fetch: Fetch = async (input, init) => {
    sent.push(new Request(input, init))
    return Response.json({})
  }
  await callJson({ ...CALL, fetch, ...change }, READING)
  return sent[0] ?? expect.unreachable()
}

describe('a call to an outside service', () => {
  it('sends the form of a POST as its body, and of everything else as the query', async () => {
    const form = new URLSearchParams({ name: 'a b', limit: '2' })
    const written = await sentWith({ method: 'POST', form })
    expect(written.url).toBe(ADDRESS)
    expect(written.headers.get('content-type')).toMatch(/^application\/x-www-form-urlencoded/)
    expect([...(await written.formData())]).toEqual([...form])
    expect((await sentWith({ form })).url).toBe(`${ADDRESS}?name=a+b&limit=2`)
    expect((await sentWith({ method: 'DELETE', form })).url).toBe(`${ADDRESS}?name=a+b&limit=2`)
  })

  it('sends no question mark without a query', async () => {
    expect((await sentWith({ form: new URLSearchParams() })).url).toBe(ADDRESS)
  })

  it('sends JSON with its type', async () => {
    const request = await sentWith({ method: 'PUT', json: { id: '1', none: null } })
    expect(request.headers.get('content-type')).toBe('application/json')
    expect(await request.text()).toBe('{"id":"1","none":null}')
  })

  it('sends bytes and streams as they are', async () => {
    const bytes = new Uint8Array([0, 1, 255])
    expect(await bytesOf(await sentWith({ method: 'PUT', body: bytes }))).toEqual([0, 1, 255])
    const stream = new Blob([bytes]).stream()
    expect(await bytesOf(await sentWith({ method: 'POST', body: stream }))).toEqual([0, 1, 255])
  })

  it('is sent once, however it ends', async () => {
    const ends = [answering('', { status: 503 }), failing(broken('ECONNRESET')), answering('<html>')]
    for (const end of ends) {
      let times = 0
      await call((...sent) => {
        times += 1
        return end(...sent)
      })
      expect(times).toBe(1)
    }
  })

  it('follows no redirect, which is an answer like any other', async () => {
    const asked: string[] = []
    const reply = await call(async (input, init) => {
      const { url, redirect } = new Request(input, init)
      asked.push(url, redirect)
      return new Response(null, { status: 302, headers: { location: 'https://elsewhere.example/' } })
    })
    expect(asked).toEqual([ADDRESS, 'manual'])
    expect(reply).toMatchObject({ kind: 'ok', httpStatus: 302, isOk: false, body: undefined })
  })
})

async function bytesOf(request: Request): Promise<number[]> {
  return [...new Uint8Array(await request.arrayBuffer())]
}

describe('an answer', () => {
  it('is read with its status, headers, text and JSON', async () => {
    const headers = { 'x-trace': 'T1' }
    const reply = await call(answering('{"id":"1"}', { status: 201, headers }))
    if (reply.kind !== 'ok') return expect.unreachable(reply.reason)
    expect(reply).toMatchObject({ httpStatus: 201, isOk: true, text: '{"id":"1"}', body: { id: '1' } })
    expect(reply.headers.get('x-trace')).toBe('T1')
  })

  it('is what the client says, whatever its status', async () => {
    const refusal = { kind: 'refused', refusal: 'no such thing' } as const
    const reply = await callJson(
      { ...CALL, fetch: answering('{}', { status: 200 }) },
      { ...READING, read: () => refusal },
    )
    expect(reply).toBe(refusal)
    expect(await call(answering('{}', { status: 500 }))).toMatchObject({ httpStatus: 500, isOk: false })
  })

  it.each([
    ['a page', '<html>Bad gateway</html>'],
    ['nothing', ''],
    ['half of the JSON', '{"id":"1'],
  ])('that is %s is read as text without JSON', async (_name, text) => {
    expect(await call(answering(text))).toMatchObject({ kind: 'ok', text, body: undefined })
  })

  it('without a body is read as an empty text', async () => {
    expect(await call(answering(null, { status: 204 }))).toMatchObject({ text: '', body: undefined })
  })

  it('is parsed as the client wants', async () => {
    const parse = (text: string): unknown => ({ kept: text })
    expect(await call(answering('17841400000000000001'), { parse })).toMatchObject({
      body: { kept: '17841400000000000001' },
    })
  })

  it('is censored before anything of it is read', async () => {
    const quoting = answering('{"message":"bad token s3cret"}')
    const censor = (text: string) => text.replaceAll('s3cret', '…')
    expect(await call(quoting, { censor })).toMatchObject({
      text: '{"message":"bad token …"}',
      body: { message: 'bad token …' },
    })
  })

  it('may begin with a byte order mark', async () => {
    expect(await call(answering('\uFEFF{"id":"1"}'))).toMatchObject({ body: { id: '1' } })
  })

  it('is read correctly when a character is split between two chunks', async () => {
    const [e, acute] = [new Uint8Array([0x22, 0xc3]), new Uint8Array([0xa9, 0x22])]
    const body = new ReadableStream<Uint8Array>({
      start(parts) {
        parts.enqueue(e)
        parts.enqueue(acute)
        parts.close()
      },
    })
    expect(await call(answering(body))).toMatchObject({ body: 'é' })
  })

  it('that is no UTF-8 has what cannot be read replaced, or proves nothing where the client insists', async () => {
    const odd = () => answering(new Uint8Array([0x22, 0xff, 0x22]))
    expect(await call(odd())).toMatchObject({ kind: 'ok', body: '\uFFFD' })
    expect(await call(odd(), { fatal: true })).toMatchObject({ kind: 'unknown' })
  })

  it('may be as large as the client allows and no larger', async () => {
    expect(await call(answering('x'.repeat(1000)))).toMatchObject({ kind: 'ok' })
    expect(await call(answering('x'.repeat(1001)))).toMatchObject({ kind: 'unknown' })
    // Counted in bytes.
    expect(await call(answering('é'.repeat(501)))).toMatchObject({ kind: 'unknown' })
  })

  it('that never ends is read no further than it may be large', async () => {
    let drawn = 0
    let isGivenUp = false
    const endless = new ReadableStream<Uint8Array>({
      pull(body) {
        drawn += 100
        body.enqueue(new Uint8Array(100))
      },
      cancel: () => void (isGivenUp = true),
    })
    expect(await call(answering(endless))).toEqual({ kind: 'unknown', reason: expect.any(String) })
    expect(isGivenUp).toBe(true)
    expect(drawn).toBeLessThan(2000)
  })
})

describe('a call without a usable answer', () => {
  it.each([
    ['the name is unknown', broken('ENOTFOUND')],
    ['the connection is refused', broken('ECONNREFUSED')],
    ['no connection comes about in time', broken('UND_ERR_CONNECT_TIMEOUT')],
    ['the certificate is another’s', broken('ERR_TLS_CERT_ALTNAME_INVALID')],
    ['the network is down', broken('ENETUNREACH', 'connect')],
    ['the system does not allow to connect', broken('EACCES', 'connect')],
    ['the connection is reset while it is made', broken('ECONNRESET', 'connect')],
    ['no server of names answers', broken('EAI_FAIL', 'getaddrinfo')],
    ['the connection is closed during the handshake', closedEarly()],
    ['whoever connects says so', markNeverConnected(Object.assign(new Error('x'), { code: 'ECONNRESET' }))],
    ['none of its addresses can be connected', several(broken('ECONNREFUSED'), broken('ENOTFOUND'))],
  ])('has surely not arrived when %s', async (_name, error) => {
    expect(await call(failing(error))).toMatchObject({ kind: 'unreachable' })
  })

  it.each([
    ['the connection broke', broken('ECONNRESET')],
    ['the other side hung up', broken('UND_ERR_SOCKET')],
    ['the network went down while reading', broken('ENETUNREACH', 'read')],
    ['one of its addresses broke off later', several(broken('ECONNREFUSED'), broken('ECONNRESET'))],
    ['no address is named', several()],
    ['the runtime gives no code', new TypeError('Network connection lost.')],
    ['something else is thrown', 'gone'],
  ])('may have arrived when %s', async (_name, error) => {
    expect(await call(failing(error))).toMatchObject({ kind: 'unknown' })
  })

  it('proves nothing when it takes too long', async () => {
    const never: Fetch = (_input, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error))
      })
    const reply = await callJson({ ...CALL, timeout: 1, fetch: never }, READING)
    expect(reply).toEqual({ kind: 'unknown', reason: 'no answer in time' })
  })

  it('proves nothing when the connection is cut after the headers, which still count', async () => {
    const seen: number[] = []
    const parts = [new TextEncoder().encode('{"id":'), null]
    const cut = new ReadableStream<Uint8Array>({
      pull(body) {
        const part = parts.shift()
        if (part) body.enqueue(part)
        else body.error(broken('ECONNRESET'))
      },
    })
    const reply = await call(answering(cut, { status: 200 }), {
      received: ({ status }) => void seen.push(status),
    })
    expect(reply).toMatchObject({ kind: 'unknown' })
    expect(seen).toEqual([200])
  })

  it('has its reason in the words of the client', async () => {
    const explain = (error: unknown) => safeText(describeError(error), ['s3cret-s3cret'])
    const reply = await call(failing(new Error('cannot send s3cret-s3cret')), { explain })
    expect(reply).toEqual({ kind: 'unknown', reason: 'cannot send [redacted]' })
  })

  it('is no rejection when the client cannot read what came', async () => {
    const read = () => {
      throw new RangeError('too deep')
    }
    expect(await call(answering('{}'), { read })).toEqual({ kind: 'unknown', reason: 'too deep' })
  })

  it('is no rejection when it cannot even be sent', async () => {
    const fetch: Fetch = () => {
      throw new TypeError('Invalid URL')
    }
    expect(await call(fetch)).toEqual({ kind: 'unknown', reason: 'Invalid URL' })
  })
})

function closedEarly(): Error {
  const words = 'Client network socket disconnected before secure TLS connection was established'
  return new TypeError('fetch failed', { cause: Object.assign(new Error(words), { code: 'ECONNRESET' }) })
}

function several(...errors: Error[]): Error {
  return new TypeError('fetch failed', { cause: new AggregateError(errors) })
}

describe('the reason of a failed call', () => {
  it('is why no connection was made, where the runtime’s own words would not say it', () => {
    const wrongClock = 'its certificate is not accepted: CERT_NOT_YET_VALID'
    expect(describeError(broken('CERT_NOT_YET_VALID'))).toBe(wrongClock)
    expect(describeError(broken('ECONNRESET'))).toBe('fetch failed')
  })

  it('is that it came too late, the words of the runtime, or that nothing came', () => {
    expect(describeError(new DOMException('aborted', 'TimeoutError'))).toBe('no answer in time')
    expect(describeError(new Error('socket hang up'))).toBe('socket hang up')
    expect(describeError('gone')).toBe('no answer')
  })
})
