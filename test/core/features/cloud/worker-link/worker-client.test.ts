// What an answer of the Worker proves, and what it does not. Between "surely not there" and "we do not know" lies a post that
// is published twice, or never.
import { describe, expect, it } from 'vitest'
import { createWorkerLink } from '../../../../../core/features/cloud/worker-link/worker-client.ts'
import { aJobEnvelope } from '../../../../fakes/cloud/cloud-jobs.ts'
import { aRepostRecord } from '../../../../fakes/reposts/repost-records.ts'

const ENVELOPE = aJobEnvelope({ revision: 3 })
const VIEW = {
  jobId: ENVELOPE.jobId,
  postId: ENVELOPE.postId,
  accountId: ENVELOPE.accountId,
  revision: 3,
  publishAt: 0,
  state: 'waiting',
  isEnded: false,
  publication: null,
  attempts: [],
} as const
const STALE = { outcome: 'stale', job: VIEW } as const
const UNDERSTOOD = { timestamp: 1, envelopeVersion: 2 }
const STATUS = {
  ...UNDERSTOOD,
  version: '1',
  keyId: null,
  lastCronRun: null,
  cron: null,
  counts: { scheduled: 0, completed: 0, failed: 0, unknownVersion: 0, repostConfigs: 0, pendingReposts: 0 },
  recentJobs: [],
}

const link = (fetch: typeof globalThis.fetch) =>
  createWorkerLink({ fetch, workerUrl: 'https://worker.example', workerKey: 'the worker key' })
const answering = (status: number, body: unknown, headers: HeadersInit = {}) =>
  link(async () => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return new Response(status === 204 ? null : text, { status, headers })
  })
const failing = (error: unknown) => link(() => Promise.reject(error))

/** A connection error as undici throws it: the reason is in its cause. */
function fetchFailed(cause: object): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error('a reason'), cause) })
}

describe('a call of the Worker', () => {
  it('carries the key, names what it is about, and follows no redirect', async () => {
    const asked: { request: Request; redirect: RequestRedirect | undefined }[] = []
    const watching = link(async (input, init) => {
      asked.push({ request: new Request(input, init), redirect: init?.redirect })
      return Response.json({ outcome: 'accepted', job: VIEW })
    })
    await watching.putJob(ENVELOPE)
    await watching.cancelJob(ENVELOPE.jobId)
    await watching.cancelJob(ENVELOPE.jobId, 'retry')
    await watching.deleteKey('meta:a/b')
    await watching.recallReposts(ENVELOPE.accountId, 7)
    await watching.claimRepost(ENVELOPE.accountId, { id: ENVELOPE.jobId, as: 'dismiss' })
    expect(asked.map(({ request }) => `${request.method} ${request.url}`)).toEqual([
      `PUT https://worker.example/jobs/${ENVELOPE.jobId}`,
      `DELETE https://worker.example/jobs/${ENVELOPE.jobId}`,
      `DELETE https://worker.example/jobs/${ENVELOPE.jobId}?retry=true`,
      'DELETE https://worker.example/kv/meta%3Aa%2Fb',
      `DELETE https://worker.example/reposts/${ENVELOPE.accountId}?revision=7`,
      `POST https://worker.example/reposts/${ENVELOPE.accountId}/claims`,
    ])
    for (const { request, redirect } of asked) {
      expect(request.headers.get('authorization')).toBe('Bearer the worker key')
      expect(redirect).toBe('manual')
    }
    expect(await asked[0]?.request.json()).toEqual(ENVELOPE)
  })
})

describe('an answer of the Worker', () => {
  it('is taken as it is, also when it says that the job was not', async () => {
    const accepted = { outcome: 'accepted', job: VIEW } as const
    expect(await answering(200, accepted).putJob(ENVELOPE)).toEqual({ kind: 'ok', value: accepted })
    expect(await answering(409, STALE).putJob(ENVELOPE)).toEqual({ kind: 'ok', value: STALE })
    expect(await answering(409, STALE).cancelJob(ENVELOPE.jobId)).toEqual({ kind: 'ok', value: STALE })
  })

  it('of changes is read in parts: what cannot be read is left out, and said to be missing', async () => {
    const token = { sealedToken: 's', tokenIssuedAt: null, tokenExpiresAt: null }
    const news = { accountId: 'a', loginMethod: 'platform', ...token, pausedUntil: null }
    const repost = { record: { id: 'r' }, jobId: null }
    const told = { repostConfigs: [{ id: 'c' }], reposts: [repost], until: 9, hasMore: false, ...UNDERSTOOD }
    const odd = [{ ...VIEW, state: 'asked' }, { ...VIEW, publishAt: 'soon' }, null, 7]
    const changes = (jobs: unknown, accounts: unknown) =>
      answering(200, { ...told, jobs, accounts }).changes(0)
    const read = { ...told, jobs: [VIEW], accounts: [news], insights: [] }
    expect(await changes([VIEW], [news])).toEqual({ kind: 'ok', value: { ...read, isWhole: true } })
    for (const one of odd)
      expect(await changes([one, VIEW], [news])).toEqual({ kind: 'ok', value: { ...read, isWhole: false } })
    expect(await changes([VIEW], [{ accountId: 'b' }, news])).toEqual({
      kind: 'ok',
      value: { ...read, isWhole: false },
    })
    const oddReposts = {
      ...read,
      repostConfigs: [null, ...told.repostConfigs],
      reposts: [null, { record: 7, jobId: null }, repost],
    }
    expect(await answering(200, oddReposts).changes(0)).toEqual({
      kind: 'ok',
      value: { ...read, isWhole: false },
    })
    expect(await changes('none', [])).toMatchObject({ kind: 'unknown' })
  })

  it('of open jobs and of its state is read in parts, too', async () => {
    const odd = { ...VIEW, state: 'asked' }
    const open = (jobs: unknown) => answering(200, { jobs }).openJobs()
    expect(await open([VIEW])).toEqual({ kind: 'ok', value: { jobs: [VIEW], isWhole: true } })
    expect(await open([odd, VIEW, null])).toEqual({ kind: 'ok', value: { jobs: [VIEW], isWhole: false } })
    const { jobId, postId, state, publishAt } = VIEW
    const recent = { jobId, postId, state, publishAt }
    const told = {
      ...STATUS,
      recentJobs: [{ ...recent, state: 'asked' }, recent],
    }
    expect(await answering(200, told).status()).toMatchObject({ kind: 'ok', value: { recentJobs: [recent] } })
  })

  it('of a version from before the first release cannot be read, which is said in one sentence', async () => {
    const { envelopeVersion: _1, counts: _2, ...status } = STATUS
    const changes = { jobs: [VIEW], accounts: [], until: 9, hasMore: false }
    const refused = {
      kind: 'unknown',
      reason: expect.stringMatching(/another version.*deploy the Worker again$/),
    }
    expect(await answering(200, status).status()).toEqual(refused)
    expect(await answering(200, changes).changes(0)).toEqual(refused)
  })

  it('is "no such job" only in the Worker’s own words', async () => {
    const own = { error: 'Job not found.', code: 'NOT_FOUND', status: 404 }
    expect(await answering(404, own).job(ENVELOPE.jobId, ENVELOPE.accountId)).toEqual({
      kind: 'ok',
      value: null,
    })
    expect(await answering(200, VIEW).job(ENVELOPE.jobId, ENVELOPE.accountId)).toEqual({
      kind: 'ok',
      value: VIEW,
    })
    expect(await answering(404, own).recallReposts(ENVELOPE.accountId, 1)).toEqual({
      kind: 'ok',
      value: null,
    })
    const claim = { id: ENVELOPE.jobId, as: 'repost' } as const
    expect(await answering(404, own).claimRepost(ENVELOPE.accountId, claim)).toEqual({
      kind: 'ok',
      value: null,
    })
    const late = { outcome: 'too-late', record: aRepostRecord() } as const
    expect(await answering(409, late).claimRepost(ENVELOPE.accountId, claim)).toEqual({
      kind: 'ok',
      value: late,
    })
    const page = '<!doctype html><title>There is nothing here yet</title>'
    expect(await answering(404, page).job(ENVELOPE.jobId, ENVELOPE.accountId)).toMatchObject({
      kind: 'refused',
      refusal: { httpStatus: 404 },
    })
  })

  it('has no words but short ones without the key, in whatever spelling, and the user’s content as it was', async () => {
    const words = `No. the worker key ${btoa('the worker key')} ${'x '.repeat(500_000)}`
    const text = { code: 'TEXT', params: { text: words } }
    const platform = { said: words, code: 1, subcode: null }
    const publication = {
      payload: { caption: words },
      failure: { code: 'PLATFORM_ERROR', message: words, detail: { ...text, platform } },
      warnings: [text, words],
      permalink: 'https://www.instagram.com/p/C0de/?access_token=the%20worker%20key',
    }
    const attempts = [{ step: 'created', outcome: words, platformTitle: words, traceId: words }]
    const view = { ...VIEW, publication, attempts, envelope: { payload: { caption: words } } }
    const reply = await answering(200, view).job(ENVELOPE.jobId, ENVELOPE.accountId)
    const told = JSON.stringify(reply, (name, value: unknown) => (name === 'payload' ? undefined : value))
    expect(told).not.toMatch(/the worker key|dGhlIHdvcmtlciBrZXk|the%20worker/)
    expect(told.length).toBeLessThan(9_000)
    expect(reply).toMatchObject({
      kind: 'ok',
      value: {
        publication: { payload: { caption: words }, permalink: 'https://www.instagram.com/p/C0de/' },
        envelope: { payload: { caption: words } },
      },
    })
  })

  it('is short and without the key in each of its texts, but in what the user wrote', async () => {
    const words = `the worker key ${'x '.repeat(5_000)}`
    const failure = { code: words, recovery: words, detail: { code: words, params: {} } }
    const attempts = [{ step: words, outcome: words }]
    const record = { id: words, key: words, itemId: words, originalUsername: words }
    const publication = { id: words, claimId: words, step: words, mediaId: words, failure }
    const job = {
      ...VIEW,
      jobId: words,
      publication,
      attempts,
      secondCopy: { at: 0, mediaId: words, permalink: null },
    }
    const replies = [
      await answering(200, { ...STATUS, version: words, keyId: words, cron: words }).status(),
      await answering(200, {
        keys: [{ name: words }],
        isComplete: true,
        metaValues: { 'meta:x': words },
      }).listKeys(''),
      await answering(200, {
        jobs: [job],
        accounts: [],
        repostConfigs: [],
        reposts: [{ record, jobId: words }],
        until: 1,
        hasMore: false,
        ...UNDERSTOOD,
      }).changes(0),
    ]
    for (const reply of replies) {
      expect(reply.kind).toBe('ok')
      expect(JSON.stringify(reply)).not.toContain('the worker key')
      expect(JSON.stringify(reply).length).toBeLessThan(20_000)
    }
  })

  it.each([
    [403, '<html>blocked</html>', 'HTTP 403'],
    [404, '<html>nothing here</html>', 'there is no Worker at this address'],
    [409, '<html>conflict</html>', 'HTTP 409'],
    [429, 'error code: 1027', 'HTTP 429'],
    [302, '', 'this address leads elsewhere'],
  ])('that refuses (%d) proves that nothing was done', async (httpStatus, body, message) => {
    expect(await answering(httpStatus, body).putJob(ENVELOPE)).toEqual({
      kind: 'refused',
      refusal: { httpStatus, message },
    })
  })

  it.each([
    [401, 'Send the worker key as a Bearer token.', 'AUTH_REQUIRED', /^it does not accept the worker key$/],
    [400, 'version: must be one of 1, 2.', 'VALIDATION_ERROR', /older version.*deploy the Worker again$/],
    [
      500,
      'The key-value store failed. Its daily quota may be spent.',
      'CLOUD_ERROR',
      /^the key-value store failed/,
    ],
    [500, 'Something went wrong', 'INTERNAL_ERROR', /^it had an internal error$/],
  ])('that refuses (%d %s) is told in words for people', async (httpStatus, error, code, words) => {
    const reply = await answering(httpStatus, { error, code }).putJob(ENVELOPE)
    expect(reply).toMatchObject({ code })
    expect('reason' in reply ? reply.reason : 'refusal' in reply && reply.refusal.message).toMatch(words)
  })

  it.each([
    [200, '{"outcome":"accep'],
    [200, ''],
    [200, '<html>Sign in</html>'],
    [200, { outcome: 'accepted' }],
    [200, { outcome: 'perhaps', job: VIEW }],
    [204, ''],
    [408, 'timeout'],
    [500, { error: 'Something went wrong', code: 'INTERNAL_ERROR' }],
    [502, 'bad gateway'],
    [522, '<html>connection timed out</html>'],
    [524, '<html>a timeout occurred</html>'],
    [530, 'error code: 1016'],
  ])('that neither accepts nor refuses (%d %j) proves nothing', async (status, body) => {
    expect(
      await answering(status, body)[status === 204 ? 'cancelJob' : 'putJob'](ENVELOPE as never),
    ).toMatchObject({
      kind: 'unknown',
    })
  })

  it('is read no further than an answer can be', async () => {
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1 << 20)) })
    expect(await link(async () => new Response(endless)).changes(0)).toMatchObject({ kind: 'unknown' })
  })
})

describe('a call that failed', () => {
  it.each([
    { code: 'ENOTFOUND', syscall: 'getaddrinfo' },
    { code: 'EAI_AGAIN', syscall: 'getaddrinfo' },
    { code: 'ECONNREFUSED', syscall: 'connect' },
    { code: 'EHOSTUNREACH', syscall: 'connect' },
    { code: 'ENETUNREACH', syscall: 'connect' },
    { code: 'UND_ERR_CONNECT_TIMEOUT' },
    { code: 'ERR_TLS_CERT_ALTNAME_INVALID' },
    { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    { code: 'CERT_HAS_EXPIRED' },
    { code: 'ERR_SSL_WRONG_VERSION_NUMBER' },
  ])('before a connection stood ($code) surely did not arrive', async (cause) => {
    expect(await failing(fetchFailed(cause)).putJob(ENVELOPE)).toMatchObject({
      kind: 'unreachable',
      reason: expect.stringMatching(/^(its|nothing|what) .*: [A-Z_]+$/),
    })
  })

  it('at every address of the name surely did not arrive, at one of them it may have', async () => {
    const refused = Object.assign(new Error('no'), { code: 'ECONNREFUSED', syscall: 'connect' })
    const reset = Object.assign(new Error('no'), { code: 'ECONNRESET', syscall: 'read' })
    const all = (errors: Error[]) =>
      failing(new TypeError('fetch failed', { cause: new AggregateError(errors) })).putJob(ENVELOPE)
    expect(await all([refused, refused])).toMatchObject({ kind: 'unreachable' })
    expect(await all([refused, reset])).toMatchObject({ kind: 'unknown' })
    expect(await all([])).toMatchObject({ kind: 'unknown' })
  })

  it.each([
    { code: 'ECONNRESET', syscall: 'read' },
    { code: 'EPIPE', syscall: 'write' },
    { code: 'ETIMEDOUT', syscall: 'read' },
    { code: 'EHOSTUNREACH', syscall: 'read' },
    { code: 'UND_ERR_SOCKET' },
    { code: 'UND_ERR_HEADERS_TIMEOUT' },
    { code: 'EPROTO', syscall: 'write' },
    {},
  ])('later ($code $syscall) may have arrived', async (cause) => {
    expect(await failing(fetchFailed(cause)).putJob(ENVELOPE)).toMatchObject({ kind: 'unknown' })
  })

  it('by its own limit may have arrived', async () => {
    const late = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
    expect(await failing(late).putJob(ENVELOPE)).toEqual({
      kind: 'unknown',
      reason: 'no answer within 10 seconds',
    })
  })

  it('with anything else, and without telling the key', async () => {
    expect(await failing('what is this').status()).toEqual({ kind: 'unknown', reason: 'no answer' })
    const telling = fetchFailed({ message: 'invalid header: Bearer the worker key' })
    expect(await failing(telling).status()).toEqual({
      kind: 'unknown',
      reason: 'invalid header: Bearer [redacted]',
    })
  })
})
