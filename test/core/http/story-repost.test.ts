import { beforeEach, describe, expect, it } from 'vitest'
import { CodedError } from '../../../core/coded-error.ts'
import { DAY, HOUR, MINUTE, toIso } from '../../../core/time.ts'
import { changeConfig } from '../../../core/engine/reposts/change-config.ts'
import { NEVER_ASKED, whileAsked, whileHeld } from '../../../core/rules/ownership/ownership.ts'
import { START } from '../../factories.ts'
import { aMention, aRepostRecord, moveRecord } from '../../fakes/reposts/repost-records.ts'
import { bearer, createTestApp, jsonRequest, type TestApp } from '../../fakes/test-app.ts'
import { safeText } from '../../../core/redact.ts'

let app: TestApp
let key: string
let accountId: string

beforeEach(async () => {
  app = createTestApp()
  key = await app.newKey()
  accountId = (await app.anAccount()).id
})

async function ask(method: string, path: string, body?: unknown) {
  const init = body === undefined ? { method, headers: bearer(key) } : jsonRequest(method, body, bearer(key))
  const response = await app.call(`/api/v1/story-repost${path}`, init)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const SETTINGS = { pollIntervalHours: 6, autoTagOriginalPoster: true }
const configured = async () => {
  await ask('POST', '/config', { accountId, ...SETTINGS })
  await ask('POST', '/enable', { accountId })
}

describe('POST /story-repost/config', () => {
  it('answers with every field of the configuration, off and at rest', async () => {
    const { status, body } = await ask('POST', '/config', {
      accountId,
      pollIntervalHours: 12,
      autoTagOriginalPoster: false,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      platformAccountId: accountId,
      isEnabled: false,
      pollIntervalHours: 12,
      jitterMinutes: 30,
      lastPollAt: null,
      lastPollStatus: null,
      lastPollError: null,
      consecutiveFailures: 0,
      autoDisabledAt: null,
      autoDisableReason: null,
      challengeCount30d: 0,
      lastChallengeAt: null,
      challengePauseUntil: null,
      configuredAt: toIso(START),
      warmUpComplete: false,
      sleepWindowStart: 23,
      sleepWindowEnd: 7,
      dailyRepostLimit: 5,
      repostsToday: 0,
      repostsTodayResetAt: '2026-11-20T23:00:00.000Z',
      autoRepostEnabled: false,
      lastAutoSyncAt: null,
      autoTagOriginalPoster: false,
      signatureOverlay: null,
      source: 'official',
      timezone: 'Europe/Berlin',
      nextPollAt: null,
      runner: 'local',
    })
  })

  it('changes one that is there, and keeps what it does not name', async () => {
    await configured()
    const { body } = await ask('POST', '/config', {
      accountId,
      pollIntervalHours: 48,
      autoTagOriginalPoster: true,
    })
    expect(body).toMatchObject({ pollIntervalHours: 48, isEnabled: true })
  })

  it.each([
    [{ pollIntervalHours: 5 }],
    [{ pollIntervalHours: 49 }],
    [{ pollIntervalHours: 6.5 }],
    [{ pollIntervalHours: '6' }],
    [{ pollIntervalHours: undefined }],
    [{ autoTagOriginalPoster: 'yes' }],
    [{ autoTagOriginalPoster: undefined }],
    [{ accountId: 'me' }],
  ])('refuses %j', async (change) => {
    const { status, body } = await ask('POST', '/config', { accountId, ...SETTINGS, ...change })
    expect([status, body['code']]).toEqual([400, 'VALIDATION_ERROR'])
  })

  it('says NOT_FOUND for an account that is not connected', async () => {
    const { status, body } = await ask('POST', '/config', { accountId: crypto.randomUUID(), ...SETTINGS })
    expect([status, body['code']]).toEqual([404, 'NOT_FOUND'])
  })

  it('says CREDENTIALS_NOT_CONFIGURED when nothing can read the account’s messages', async () => {
    const { id } = await app.anAccount({ grantedScopes: ['instagram_business_basic'] })
    const { status, body } = await ask('POST', '/config', { accountId: id, ...SETTINGS })
    expect([status, body['code']]).toEqual([400, 'CREDENTIALS_NOT_CONFIGURED'])
  })

  it('takes the owner’s own session where the permission is missing', async () => {
    app.strangers.session = 'web'
    const { id } = await app.anAccount({ grantedScopes: [] })
    expect((await ask('POST', '/config', { accountId: id, ...SETTINGS })).body['source']).toBe('native')
  })

  it('has no quiet hours for people who practise', async () => {
    const { id } = await app.anAccount({ isSandbox: true })
    const { body } = await ask('POST', '/config', { accountId: id, ...SETTINGS })
    expect(body).toMatchObject({ sleepWindowStart: 0, sleepWindowEnd: 0 })
  })
})

describe('GET /story-repost/status', () => {
  it('is empty before anything is configured', async () => {
    expect((await ask('GET', '/status')).body).toEqual({ configured: false, isEnabled: false, config: null })
    expect((await ask('GET', `/status?accountId=${accountId}`)).body['configured']).toBe(false)
  })

  it('tells the configuration, of the first account where none is named', async () => {
    await configured()
    const { body } = await ask('GET', '/status')
    expect(body).toMatchObject({
      configured: true,
      isEnabled: true,
      config: { platformAccountId: accountId },
    })
    for (const id of [accountId, accountId.toUpperCase()])
      expect((await ask('GET', `/status?accountId=${id}`)).body).toEqual(body)
  })

  it('says that what was configured cannot be read any more', async () => {
    await configured()
    await app.ports.accounts.update(accountId, { grantedScopes: [] })
    expect((await ask('GET', '/status')).body).toMatchObject({ configured: false, isEnabled: true })
  })

  it('refuses a malformed accountId', async () => {
    const { status, body } = await ask('GET', '/status?accountId=me')
    expect([status, body['code']]).toEqual([400, 'INVALID_PARAM'])
  })
})

describe('POST /story-repost/enable and disable', () => {
  it('switch on and off', async () => {
    await ask('POST', '/config', { accountId, ...SETTINGS })
    expect(await ask('POST', '/enable', { accountId })).toEqual({ status: 200, body: { success: true } })
    expect((await ask('GET', '/status')).body['isEnabled']).toBe(true)
    expect(await ask('POST', '/disable', { accountId })).toEqual({ status: 200, body: { success: true } })
    expect((await ask('GET', '/status')).body['isEnabled']).toBe(false)
    expect((await ask('POST', '/disable', { accountId })).status).toBe(200)
  })

  it('name the Worker that had the account until it has let go', async () => {
    await configured()
    await ask('POST', '/disable', { accountId })
    const had = whileHeld(1, 'key')
    const asked = whileAsked(had, { kind: 'recall', revision: 2 }, 'key')
    for (const [ownership, runner] of [
      [had, 'cloud'],
      [asked, 'cloud'],
      [NEVER_ASKED, 'local'],
    ] as const) {
      await changeConfig(app.ports, accountId, () => ({ ownership }))
      expect((await ask('GET', '/status')).body).toMatchObject({ isEnabled: false, config: { runner } })
    }
  })

  it('say NOT_FOUND for what was never configured, and CREDENTIALS_NOT_CONFIGURED for what cannot be read', async () => {
    expect((await ask('POST', '/enable', { accountId })).body['code']).toBe('NOT_FOUND')
    expect((await ask('POST', '/enable', { accountId: crypto.randomUUID() })).body['code']).toBe('NOT_FOUND')
    await ask('POST', '/config', { accountId, ...SETTINGS })
    await app.ports.accounts.update(accountId, { grantedScopes: [] })
    expect((await ask('POST', '/enable', { accountId })).body['code']).toBe('CREDENTIALS_NOT_CONFIGURED')
  })

  it('do not bring the next check forward', async () => {
    await configured()
    await ask('POST', '/scan')
    app.clock.advance(HOUR)
    await ask('POST', '/disable', { accountId })
    await ask('POST', '/enable', { accountId })
    const { config } = (await ask('GET', '/status')).body as { config: { nextPollAt: string } }
    expect(config.nextPollAt).toBe(toIso(START + 6 * HOUR))
  })

  it('lift what the breaker has set', async () => {
    await configured()
    app.strangers.stop = { signal: 'banned', message: safeText('Instagram has seen automation.') }
    await ask('POST', '/scan')
    expect((await ask('GET', '/status')).body['config']).toMatchObject({
      isEnabled: false,
      autoDisabledAt: toIso(START),
      autoDisableReason: 'Instagram has seen automation. Open the official app.',
    })
    await ask('POST', '/enable', { accountId })
    expect((await ask('GET', '/status')).body['config']).toMatchObject({
      isEnabled: true,
      autoDisabledAt: null,
    })
  })
})

describe('DELETE /story-repost/config', () => {
  it('forgets the configuration and keeps the history', async () => {
    await configured()
    app.strangers.mentions = [aMention()]
    await ask('POST', '/scan')
    expect(await ask('DELETE', `/config?accountId=${accountId}`)).toEqual({
      status: 200,
      body: { success: true },
    })
    expect((await ask('GET', '/status')).body['config']).toBeNull()
    expect((await ask('GET', '/history')).body['reposts']).toHaveLength(1)
    expect((await ask('DELETE', `/config?accountId=${accountId}`)).status).toBe(200)
  })

  it('lifts no pause of the platform, and no limit: the next set-up finds them', async () => {
    await configured()
    const limits = {
      pausedUntil: START + DAY,
      blockedAt: [START],
      challengedAt: [START],
      repostsToday: 2,
      repostsTodayResetAt: START + HOUR,
    }
    await changeConfig(app.ports, accountId, () => ({ ...limits, signatureOverlay: '{}', memory: 'read' }))
    await ask('DELETE', `/config?accountId=${accountId}`)
    expect(await app.ports.reposts.config(accountId)).toMatchObject({ signatureOverlay: null, memory: null })
    app.clock.advance(MINUTE)
    await configured()
    expect((await ask('GET', '/status')).body['config']).toMatchObject({
      isEnabled: true,
      challengePauseUntil: toIso(START + DAY),
      challengeCount30d: 1,
      repostsToday: 2,
      configuredAt: toIso(START + MINUTE),
      warmUpComplete: false,
    })
    expect(await app.ports.reposts.config(accountId)).toMatchObject(limits)
    expect((await ask('POST', '/scan')).body['code']).toBe('LOGIN_FAILED')
  })

  it('needs to know which account', async () => {
    expect((await ask('DELETE', '/config')).body['code']).toBe('MISSING_PARAM')
    expect((await ask('DELETE', '/config?accountId=7')).body['code']).toBe('INVALID_PARAM')
  })
})

describe('POST /story-repost/scan', () => {
  it('tells what it found that is new, and everything that waits', async () => {
    await configured()
    app.strangers.mentions = [aMention({ posterUsername: 'ana.reads' }), aMention({ gone: 'private' })]
    const { status, body } = await ask('POST', '/scan', { accountId })
    expect(status).toBe(200)
    expect(body).toMatchObject({ detected: 2, pending: 1, skipped: [] })
    expect(body['items']).toMatchObject([
      { status: 'PENDING', originalUsername: 'ana.reads', mediaType: null, postId: null },
      { status: 'EXPIRED', errorMessage: 'The author’s account is private.' },
    ])
    expect((await ask('POST', '/scan')).body).toMatchObject({ detected: 0, pending: 1, items: [] })
  })

  it('counts no story as waiting that has ended at the Worker', async () => {
    await configured()
    const { delegation, reposts } = app.ports
    const over = aRepostRecord({ accountId, runner: 'cloud', expiresAt: START })
    await reposts.addRecords([over])
    Object.assign(delegation, {
      async recall() {
        await moveRecord(reposts, { ...over, runner: 'here', version: over.version + 1 })
        return reposts.config(accountId)
      },
    })
    expect((await ask('POST', '/scan')).body).toMatchObject({ detected: 0, pending: 0 })
  })

  it.each([
    ['no body', {}],
    ['no body, and a type for it', { headers: { 'content-type': 'application/json' } }],
    ['an empty body', { headers: { 'content-type': 'application/json' }, body: '' }],
  ])('may be asked for with %s', async (_, { headers, ...init }: RequestInit) => {
    await configured()
    const sent = {
      ...init,
      method: 'POST',
      headers: { ...bearer(key), ...(headers as Record<string, string>) },
    }
    expect((await app.call('/api/v1/story-repost/scan', sent)).status).toBe(200)
  })

  it('needs a configuration', async () => {
    expect((await ask('POST', '/scan')).body['code']).toBe('CREDENTIALS_NOT_CONFIGURED')
    expect((await ask('POST', '/scan', { accountId })).body['code']).toBe('CREDENTIALS_NOT_CONFIGURED')
    expect((await ask('POST', '/scan', { accountId: crypto.randomUUID() })).body['code']).toBe('NOT_FOUND')
  })

  it('may be asked for before it is enabled', async () => {
    await ask('POST', '/config', { accountId, ...SETTINGS })
    expect((await ask('POST', '/scan')).status).toBe(200)
  })

  it.each([
    ['rate-limited', '429 LOGIN_RATE_LIMITED', '429 LOGIN_RATE_LIMITED'],
    ['challenge', '400 LOGIN_FAILED', '400 LOGIN_FAILED'],
    ['action-blocked', '400 LOGIN_FAILED', '429 LOGIN_RATE_LIMITED'],
    ['banned', '400 LOGIN_FAILED', '400 LOGIN_FAILED'],
    ['session-dead', '400 LOGIN_FAILED', '400 LOGIN_FAILED'],
    ['outdated', '400 LOGIN_FAILED', '400 LOGIN_FAILED'],
    ['not-permitted', '400 CREDENTIALS_NOT_CONFIGURED', '400 LOGIN_FAILED'],
  ] as const)('after %s is answered %s, then %s without a call', async (signal, first, then) => {
    await configured()
    app.strangers.stop = { signal, message: safeText('said so') }
    const answers = [await ask('POST', '/scan'), await ask('POST', '/scan')]
    expect(answers.map(({ status, body }) => `${status} ${String(body['code'])}`)).toEqual([first, then])
    expect(app.strangers.calls).toEqual(['scan'])
  })

  it('says that a code of the owner’s phone is needed', async () => {
    await configured()
    app.strangers.stop = {
      signal: 'session-dead',
      message: safeText('A second factor.'),
      code: 'TWO_FACTOR_REQUIRED',
    }
    const { status, body } = await ask('POST', '/scan')
    expect([status, body['code']]).toEqual([400, 'TWO_FACTOR_REQUIRED'])
  })

  it.each([
    ['token-expired', 401, 'TOKEN_EXPIRED'],
    ['failed', 502, 'PLATFORM_ERROR'],
    ['offline', 502, 'PLATFORM_ERROR'],
  ] as const)('after %s is answered %i %s, and may be tried again', async (signal, status, code) => {
    await configured()
    app.strangers.stop = { signal, message: safeText('said so') }
    const { status: got, body } = await ask('POST', '/scan')
    expect([got, body['code']]).toEqual([status, code])
    expect((await ask('POST', '/scan')).status).toBe(200)
  })

  it('that reached no platform still leaves the next check at the announced time', async () => {
    await configured()
    const { repeatingJobs, reposts } = app.ports
    const job = await repeatingJobs.claim(app.clock.now())
    await repeatingJobs.finish(job?.id ?? '', { runAt: START + 6 * HOUR, error: null, now: START })
    app.strangers.stop = { signal: 'offline', message: safeText('No network.') }
    await ask('POST', '/scan')
    const next = await reposts.config(accountId)
    const { runAt = Infinity } = (await repeatingJobs.get(`story-repost:${accountId}`)) ?? {}
    expect(runAt).toBeLessThanOrEqual(next?.nextPollAt ?? 0)
  })

  it('looks at nothing while nobody can say that the Worker has let go of the account', async () => {
    await configured()
    app.strangers.worker = 'unreachable'
    const { status, body } = await ask('POST', '/scan')
    expect([status, body['code']]).toEqual([502, 'WORKER_UNREACHABLE'])
    expect(app.strangers.calls).toEqual([])
  })

  it('takes no account from the Worker while the data folder is on hold', async () => {
    const recall = () => Promise.reject(new CodedError('INVALID_STATE'))
    app = createTestApp({ delegation: { ...app.ports.delegation, recall } })
    key = await app.newKey()
    accountId = (await app.anAccount()).id
    await configured()
    const { status, body } = await ask('POST', '/scan')
    expect([status, body['code']]).toEqual([400, 'INVALID_STATE'])
    expect(app.strangers.calls).toEqual([])
  })

  it('is made in quiet hours, too: somebody asked for it', async () => {
    await configured()
    app.clock.advance(12 * HOUR)
    const { status, body } = await ask('POST', '/scan')
    expect(status).toBe(200)
    expect(body).toMatchObject({ skipped: [] })
    expect(app.strangers.calls).not.toEqual([])
  })

  it('goes on with the other accounts when one is stopped', async () => {
    await configured()
    const other = await app.anAccount()
    await ask('POST', '/config', { accountId: other.id, ...SETTINGS })
    app.strangers.stop = { signal: 'challenge', message: safeText('Confirm who you are.') }
    app.strangers.mentions = [aMention()]
    expect((await ask('POST', '/scan')).body).toMatchObject({
      detected: 1,
      skipped: [{ accountId, code: 'LOGIN_FAILED', message: 'Confirm who you are.' }],
    })
  })
})

describe('GET /story-repost/history', () => {
  it('lists the newest first, of one account or of all', async () => {
    await configured()
    const { reposts } = app.ports
    const old = aRepostRecord({
      accountId,
      detectedAt: START - DAY,
      status: 'PUBLISHED',
      igPermalink: 'https://p/1',
    })
    const other = aRepostRecord({ detectedAt: START - HOUR })
    await reposts.addRecords([old, other, aRepostRecord({ accountId })])
    const all = (await ask('GET', '/history')).body['reposts'] as { id: string; detectedAt: string }[]
    expect(all.map(({ detectedAt }) => detectedAt)).toEqual([START, START - HOUR, START - DAY].map(toIso))
    const { body } = await ask('GET', `/history?accountId=${accountId}`)
    expect(body['reposts']).toHaveLength(2)
    expect(all[2]).toMatchObject({ id: old.id, status: 'PUBLISHED', igPermalink: 'https://p/1' })
    expect((await ask('GET', '/history?accountId=x')).body['code']).toBe('INVALID_PARAM')
  })

  it('lists one that waits although two hundred have come since', async () => {
    const waiting = aRepostRecord({ accountId, detectedAt: START - HOUR })
    const later = Array.from({ length: 250 }, () => aRepostRecord({ accountId, status: 'DISMISSED' }))
    await app.ports.reposts.addRecords([waiting, ...later])
    const { reposts, hasMore } = (await ask('GET', '/history')).body as {
      reposts: object[]
      hasMore: boolean
    }
    expect(reposts).toHaveLength(200)
    expect(reposts.at(-1)).toMatchObject({ id: waiting.id, status: 'PENDING' })
    expect(hasMore).toBe(true)
  })

  it.each(['here', 'cloud'] as const)(
    'shows a mention (%s) whose story has ended as EXPIRED',
    async (runner) => {
      await app.ports.reposts.addRecords([aRepostRecord({ accountId, runner })])
      app.clock.advance(DAY)
      expect((await ask('GET', '/history')).body['reposts']).toMatchObject([
        { status: 'EXPIRED', errorMessage: 'The story is over, or its author has deleted it.' },
      ])
    },
  )
})
