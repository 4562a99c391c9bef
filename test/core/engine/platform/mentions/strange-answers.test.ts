import { describe, expect, it } from 'vitest'
import { CodedError } from '../../../../../core/coded-error.ts'
import { createOfficialSource } from '../../../../../core/engine/platform/mentions/official-source.ts'
import type { PlatformAccess } from '../../../../../core/ports/platform/platform.ts'
import { DAY, HOUR, toIso } from '../../../../../core/time.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const ME = '17841400000000001'
const LINK = 'https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=1&signature=AYc%2Fx'
const ACCESS: PlatformAccess = {
  accountId: 'a',
  igUserId: ME,
  token: 'IGAAsecretToken',
  loginMethod: 'platform',
  isSandbox: false,
  page: null,
  pausedUntil: null,
}

type Answer = object | Response | Error
/** By the beginning of method and address; the longest that fits answers, a list one after the other. */
type Answers = Record<string, Answer | Answer[]>

const at = (time: number) => toIso(time).replace('.000Z', '+0000')
const changed = (...ids: string[]) => ({ data: ids.map((id) => ({ id, updated_time: at(NOW - HOUR) })) })
const mention = (more: object = {}) => ({
  id: 'm1',
  created_time: at(NOW - HOUR),
  from: { id: '555', username: 'poster' },
  to: { data: [{ id: ME, username: 'me' }] },
  story: { mention: { id: '18000000000000009', link: LINK } },
  ...more,
})
const thread = (...messages: object[]) => ({ id: 't1', messages: { data: messages } })
const missing = () =>
  Response.json(
    { error: { message: 'Unsupported get request.', code: 100, error_subcode: 33 } },
    { status: 400 },
  )

const GRAPH = 'GET https://graph.example/v27.0'
const LIST = `${GRAPH}/me/conversations`
const THREAD = `${GRAPH}/t1`

function openSource(answers: Answers, access: PlatformAccess | CodedError = ACCESS) {
  const calls: string[] = []
  const sent: Request[] = []
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const call = `${request.method} ${request.url}`
    calls.push(call)
    sent.push(request)
    const key = Object.keys(answers)
      .toSorted((one, other) => other.length - one.length)
      .find((one) => call.startsWith(one))
    const given = key === undefined ? undefined : answers[key]
    const answer = Array.isArray(given) ? given.shift() : given
    if (answer === undefined) throw new Error(`nobody expected ${call}`)
    if (answer instanceof Error) throw answer
    return answer instanceof Response ? answer.clone() : Response.json(answer)
  }
  const source = createOfficialSource({
    fetch: fetch as typeof globalThis.fetch,
    fetchMedia: fetch,
    graphUrl: () => 'https://graph.example',
    accessTo: async () => {
      if (access instanceof CodedError) throw access
      return access
    },
    pause: async () => {},
  })
  const request = { accountId: 'a', now: NOW, mayCall: async () => true }
  const scan = () => source.scan({ ...request, memory: null, isKnown: () => false })
  const look = (url: string | null) =>
    source.look(request, {
      itemId: 'm1',
      threadId: 't1',
      posterId: null,
      storyId: null,
      media: url === null ? null : { kind: 'image', url },
      expiresAt: NOW + HOUR,
    })
  return { calls, sent, scan, look }
}

const keysOf = async (answers: Answers) => (await openSource(answers).scan()).mentions.map(({ key }) => key)

describe('a list of conversations', () => {
  it('is followed from page to page, as long as there is news and a next page', async () => {
    const next = { cursors: { after: 'C1' }, next: 'https://graph.example/next' }
    const end = { cursors: { after: 'C2' } }
    const { scan, calls } = openSource({
      [LIST]: { ...changed('t1'), paging: next },
      [`${LIST}?platform=instagram&fields=id%2Cupdated_time&limit=50&after=C1`]: {
        ...changed('t2'),
        paging: end,
      },
      [THREAD]: thread(),
      [`${GRAPH}/t2`]: thread(mention()),
    })
    const { mentions, stop } = await scan()
    expect([mentions.length, stop]).toEqual([1, null])
    expect(calls.filter((call) => call.startsWith(LIST))).toHaveLength(2)
  })

  it('without end is not followed for ever, and what is old ends it', async () => {
    const paging = { cursors: { after: 'C1' }, next: 'https://graph.example/next' }
    const endless = openSource({ [LIST]: { ...changed('t1'), paging }, [THREAD]: thread() })
    await endless.scan()
    expect(endless.calls.filter((call) => call.startsWith(LIST))).toHaveLength(10)
    const old = { data: [{ id: 't1', updated_time: at(NOW - DAY - HOUR) }], paging }
    const over = openSource({ [LIST]: old })
    await over.scan()
    expect(over.calls).toHaveLength(1)
  })

  it('is read no further than the calls of one go allow', async () => {
    const many = Array.from({ length: 50 }, (_, index) => `t${index + 100}`)
    const { scan, calls } = openSource({
      [LIST]: changed(...many),
      [`${GRAPH}/t`]: thread(mention()),
    })
    await scan()
    expect(calls.length).toBeLessThan(50)
  })

  it('cannot redirect us by the id of a conversation', async () => {
    const { scan, calls } = openSource({ [LIST]: changed('../../17/media', 't?x', '') })
    expect((await scan()).stop).toBeNull()
    expect(calls).toHaveLength(1)
  })

  it('is refused as not permitted, or as not there', async () => {
    const { scan } = openSource({ [LIST]: missing() })
    expect((await scan()).stop?.signal).toBe('failed')
  })
})

describe('a message', () => {
  it('keeps every digit of its story', async () => {
    const long = JSON.stringify(thread(mention())).replace('"18000000000000009"', '18000000000000000009')
    const answers = { [LIST]: changed('t1'), [THREAD]: new Response(long) }
    expect(await keysOf(answers)).toEqual(['official:18000000000000000009'])
  })

  it('without a story’s number goes by its own', async () => {
    const bare = mention({ story: { mention: { link: LINK } } })
    const answers = { [LIST]: changed('t1'), [THREAD]: thread(bare) }
    expect(await keysOf(answers)).toEqual(['official:m1'])
  })

  it('that cannot be read hides no other', async () => {
    const odd = [
      { id: 7.5 },
      null,
      'x',
      mention({ created_time: 'soon' }),
      mention({ story: 'yes' }),
      { id: 'm0' },
    ]
    const answers = {
      [LIST]: changed('t1'),
      [THREAD]: { messages: { data: [...odd, mention({ from: null, id: 'm2' }), mention()] } },
      [`${GRAPH}/${ME}/stories`]: { data: [{ id: '18000000000000009' }] },
    }
    expect(await keysOf(answers)).toEqual(['official:18000000000000009'])
  })

  it('of ours is known under the number that an app sees us by', async () => {
    const own = mention({ from: { id: '26310000000000001', username: 'me' }, to: { data: [] } })
    const other = mention({
      id: 'm2',
      to: { data: [{ id: '26310000000000001' }] },
      story: { mention: { id: '18', link: LINK } },
    })
    const { scan, calls } = openSource({
      [LIST]: changed('t1'),
      [THREAD]: thread(own, other),
      [`${GRAPH}/me?fields`]: { id: '26310000000000001', user_id: ME, username: 'me' },
    })
    expect((await scan()).mentions.map(({ itemId }) => itemId)).toEqual(['m2'])
    expect(calls.filter((call) => call.includes('/me?'))).toHaveLength(1)
  })
})

describe('a conversation whose senders are refused', () => {
  const participants = {
    data: [
      { id: ME, username: 'me' },
      { id: '555', username: 'poster' },
    ],
  }
  const bare = ({ id, story }: { id: string; story: string }) =>
    mention({ id, from: undefined, to: undefined, story: { mention: { id: story, link: LINK } } })

  it('does not pass our own story off as somebody else’s', async () => {
    const { scan, calls } = openSource({
      [LIST]: changed('t1'),
      [THREAD]: [
        missing(),
        { ...thread(bare({ id: 'm1', story: '18' }), bare({ id: 'm2', story: '19' })), participants },
      ],
      [`${GRAPH}/${ME}/stories`]: { data: [{ id: '18' }] },
    })
    const { mentions, stop } = await scan()
    expect(stop).toBeNull()
    expect(mentions).toMatchObject([{ itemId: 'm2', posterId: '555', posterUsername: 'poster' }])
    // All of a day: the platform lists 25 unless it is asked for more.
    const own = calls.filter((call) => call.includes('/stories'))
    expect(own.map((call) => new URL(call.slice(4)).searchParams.get('limit'))).toEqual(['100'])
  })

  it('is left alone when nobody can tell whose stories they are, and read again the next time', async () => {
    const { scan } = openSource({
      [LIST]: changed('t1'),
      [THREAD]: [missing(), { ...thread(bare({ id: 'm1', story: '18' })), participants }],
      [`${GRAPH}/${ME}/stories`]: missing(),
    })
    const { mentions, memory, stop } = await scan()
    expect([mentions, stop?.signal, JSON.parse(memory ?? '').read]).toEqual([[], 'failed', []])
  })
})

describe('the address of a story', () => {
  const to = (location: string) => new Response(null, { status: 302, headers: { location } })
  const found = (link: string) =>
    openSource({
      [LIST]: changed('t1'),
      [THREAD]: thread(mention({ story: { mention: { id: '9', link } } })),
    })

  it.each([
    'https://lookaside.fbsbx.com.example.org/x',
    'http://lookaside.fbsbx.com/x',
    'https://fbcdn.net.example/x',
    'https://evilfbcdn.net/x',
    'https://lookaside.fbsbx.com:8443/x',
    'https://user@lookaside.fbsbx.com/x',
    'http://127.0.0.1:4100/sandbox/lookaside.fbsbx.com/x',
    'file:///etc/passwd',
    'no address',
  ])('%s is not gone to', async (link) => {
    const { scan, calls } = found(link)
    expect((await scan()).mentions).toMatchObject([{ gone: 'unavailable', media: null }])
    expect(calls).toHaveLength(2)
  })

  it('is followed within the platform’s own hosts, and told as it came', async () => {
    const away = 'https://scontent.cdninstagram.com/v/1.mp4'
    const film = new Response(null, { headers: { 'content-type': 'video/mp4' } })
    const { look, sent } = openSource({ [`HEAD ${LINK}`]: to(away), [`HEAD ${away}`]: film })
    expect(await look(LINK)).toMatchObject({ kind: 'live', media: { kind: 'video', url: LINK } })
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual([null, null])
  })

  it('that leads out of them, or in circles, is left', async () => {
    const out = openSource({ [`HEAD ${LINK}`]: to('https://example.org/') })
    expect(await out.look(LINK)).toEqual({ kind: 'gone', gone: 'unavailable' })
    const circle = openSource({ [`HEAD ${LINK}`]: to(LINK) })
    expect(await circle.look(LINK)).toMatchObject({ kind: 'stopped', stop: { signal: 'failed' } })
    expect(circle.calls.length).toBeLessThan(6)
  })

  it('that knows no HEAD is asked for one byte', async () => {
    const { look, sent } = openSource({
      [`HEAD ${LINK}`]: new Response(null, { status: 405 }),
      [`GET ${LINK}`]: new Response('x', { status: 206, headers: { 'content-type': 'image/jpeg' } }),
    })
    expect(await look(LINK)).toMatchObject({ kind: 'live', media: { kind: 'image' } })
    expect(sent.map(({ headers }) => headers.get('range'))).toEqual([null, 'bytes=0-0'])
  })

  it.each([
    [404, 'gone', 'expired'],
    [410, 'gone', 'expired'],
    [403, 'gone', 'expired'],
    [429, 'stopped', 'rate-limited'],
    [500, 'stopped', 'failed'],
  ])('that answers %i is %s: %s', async (status, kind, why) => {
    const look = await openSource({ [`HEAD ${LINK}`]: new Response(null, { status }) }).look(LINK)
    expect(look).toMatchObject(kind === 'gone' ? { kind, gone: why } : { kind, stop: { signal: why } })
  })

  it('that says nothing of pictures is no story', async () => {
    const page = () => new Response('<html>', { headers: { 'content-type': 'text/html' } })
    const look = await openSource({ [`HEAD ${LINK}`]: page(), [`GET ${LINK}`]: page() }).look(LINK)
    expect(look).toMatchObject({ kind: 'stopped', stop: { signal: 'failed' } })
  })
})

describe('a call that never arrived', () => {
  const refused = () =>
    new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) })

  it('is told from one that may have', async () => {
    expect((await openSource({ [LIST]: refused() }).scan()).stop?.signal).toBe('offline')
    expect((await openSource({ [LIST]: new TypeError('terminated') }).scan()).stop?.signal).toBe('failed')
    expect(await openSource({ [`HEAD ${LINK}`]: refused() }).look(LINK)).toMatchObject({
      stop: { signal: 'offline' },
    })
  })

  it('is throttling when the answer says so without words', async () => {
    const { stop } = await openSource({ [LIST]: new Response('slow down', { status: 429 }) }).scan()
    expect(stop?.signal).toBe('rate-limited')
  })

  it('is not assumed for an account that is gone or locked', async () => {
    const gone = openSource({}, new CodedError('NOT_FOUND', 'The account was disconnected.'))
    expect((await gone.scan()).stop).toEqual({ signal: 'failed', message: 'The account was disconnected.' })
    const locked = openSource({}, new CodedError('TOKEN_EXPIRED'))
    expect(await locked.look(LINK)).toMatchObject({ stop: { signal: 'token-expired' } })
  })
})
