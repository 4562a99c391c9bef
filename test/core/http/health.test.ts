import { describe, expect, it } from 'vitest'
import {
  GRAPH_VERSION,
  createVersionCheck,
  latestIn,
  notingVersion,
} from '../../../core/engine/platform/graph/graph-version.ts'
import { DAY, MINUTE, toIso } from '../../../core/time.ts'
import type { Probed } from '../../../core/ports/system.ts'
import { START } from '../../factories.ts'
import { bearer, createTestApp, fromPage } from '../../fakes/test-app.ts'
import { createManualClock } from '../../fakes/manual-clock.ts'

async function healthWith(found: Partial<Probed>): Promise<unknown> {
  const well = { isHeld: false, needsAttention: false, storage: { files: null, database: null } }
  const test = createTestApp({ probe: async () => ({ ...well, ...found }) })
  const response = await test.call('/api/v1/health')
  expect(response.status).toBe(200)
  return response.json()
}

describe('health', () => {
  it('is open and says that all is well, and since when', async () => {
    const test = createTestApp()
    test.clock.advance(90_500)
    expect(await (await test.call('/api/v1/health')).json()).toEqual({
      status: 'healthy',
      timestamp: toIso(START + 90_500),
      services: { database: 'healthy', disk: 'healthy' },
      uptime: 90.5,
      problems: [],
    })
  })

  it('counts the time that passed, not what the wall clock was set to', async () => {
    const test = createTestApp()
    test.clock.jump(-DAY)
    expect(await (await test.call('/api/v1/health')).json()).toMatchObject({ uptime: 0 })
  })

  it('tells the page, too, how long it has run before anybody asked', async () => {
    const test = createTestApp()
    test.clock.advance(90_500)
    const headers = fromPage(await test.signIn())
    expect(await (await test.call('/api/health', { headers })).json()).toMatchObject({ uptime: 90.5 })
  })

  it.each([
    ['a post waits for the user to look', { needsAttention: true }, 'POSTS_NEED_ATTENTION'],
    ['posts wait for the user’s word', { isHeld: true }, 'QUEUE_HELD'],
  ] as const)('is degraded while %s, and says what helps', async (_when, found, code) => {
    expect(await healthWith(found)).toMatchObject({
      status: 'degraded',
      services: { database: 'healthy', disk: 'healthy' },
      problems: [{ code, message: expect.any(String) }],
    })
  })

  it.each([
    ['full', 'DISK_FULL', /disk is full.*Free some space/],
    ['quota', 'DISK_FULL', /quota.*larger quota/],
    ['fileSize', 'DISK_FULL', /largest size.*ulimit -f/],
    ['readOnly', 'DISK_UNWRITABLE', /read-only.*Make it writable/],
    ['unwritable', 'DISK_UNWRITABLE', /another user.*Make it writable/],
    ['missing', 'DISK_UNWRITABLE', /missing.*Put it back/],
    ['openFiles', 'DISK_UNWRITABLE', /allowed to.*ulimit -n/],
    ['openFilesOfSystem', 'DISK_UNWRITABLE', /on this computer.*Close other programs/],
    ['locked', 'DISK_UNWRITABLE', /Another program.*Close that program/],
    ['failing', 'DISK_FAILING', /reports errors.*Back up/],
    ['slow', 'DISK_FAILING', /more than ten seconds.*faster disk/],
    ['damaged', 'DISK_FAILING', /database.*damaged.*restore a backup/],
  ] as const)(
    'is degraded by %s, and names the cause and the one thing to do',
    async (cause, code, message) => {
      expect(await healthWith({ storage: { files: cause, database: null } })).toMatchObject({
        status: 'degraded',
        services: { database: 'healthy', disk: cause },
        problems: [{ code, cause, message: expect.stringMatching(message) }],
      })
    },
  )

  it('says of the database and of the disk what each of them has', async () => {
    expect(await healthWith({ storage: { files: 'full', database: 'locked' } })).toMatchObject({
      services: { database: 'locked', disk: 'full' },
      problems: [{ cause: 'locked' }, { cause: 'full' }],
    })
    expect(await healthWith({ storage: { files: 'failing', database: 'failing' } })).toMatchObject({
      services: { database: 'failing', disk: 'failing' },
      problems: [{ cause: 'failing' }],
    })
  })

  it('is an error when the database cannot be read, and says what to do but not what broke', async () => {
    const test = createTestApp({ probe: () => Promise.reject(new Error('SQLITE_IOERR /home/me')) })
    const response = await test.call('/api/v1/health')
    expect(response.status).toBe(503)
    expect(await response.json()).toEqual({
      error: 'The database cannot be read. Check the data folder and its disk, then start again.',
      code: 'INTERNAL_ERROR',
      status: 503,
    })
  })

  it('is that error for those who send a login, too, which cannot be looked up', async () => {
    const test = createTestApp({ probe: () => Promise.reject(new Error('SQLITE_IOERR')) })
    const logins = [bearer(await test.newKey()), fromPage(await test.signIn())]
    test.ports.keys.findByHash = () => Promise.reject(new Error('SQLITE_IOERR'))
    test.ports.sessions.find = () => Promise.reject(new Error('SQLITE_IOERR'))
    for (const headers of logins) expect((await test.call('/api/v1/health', { headers })).status).toBe(503)
  })

  it('tells a stranger neither version nor name nor place', async () => {
    const text = await (await createTestApp().call('/api/v1/health')).text()
    const told = ['status', 'timestamp', 'services', 'uptime', 'problems']
    expect(Object.keys(JSON.parse(text) as object)).toEqual(told)
  })
})

const NOVEMBER = Date.parse('2026-11-28T12:00:00Z')
const TABLE = (introduced: string) =>
  `<table><tr><th>Version</th><th>Date introduced</th><th>Available until</th></tr>
  <tr><td>v27.0</td><td>${introduced}</td><td>TBD</td></tr>
  <tr><td>v26.0</td><td>July 29, 2026</td><td>TBD</td></tr>
  <tr><td><a href="/x">v25.0</a></td><td>February 18, 2026</td><td>July 29, 2028</td></tr></table>`

describe('the version of the platform’s API', () => {
  const page = (version: string) =>
    `<html><p>The <b>latest</b> Graph API version is: <code>${version}</code></p>`

  function checkOf(...answers: (Response | Error)[]) {
    const clock = createManualClock()
    const addresses: string[] = []
    const fetch = (address: unknown) => {
      addresses.push(String(address))
      const answer = answers.shift() ?? new Error('no more answers')
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    }
    const version = createVersionCheck({ fetch, clock })
    return { clock, check: version.report, version, addresses, asked: () => addresses.length }
  }

  it('is told with what we use', async () => {
    const { clock, check } = checkOf(new Response(page('v99.0')))
    const test = createTestApp({ platformVersion: check })
    const response = await test.call('/api/v1/health/ig-version', { headers: bearer(await test.newKey()) })
    expect(await response.json()).toEqual({
      currentVersion: expect.stringMatching(/^v\d+\.0$/),
      latestVersion: 'v99.0',
      isOutdated: true,
      lastCheckedAt: toIso(clock.now()),
      lastLearnedAt: toIso(clock.now()),
    })
  })

  it('that cannot be learned for days is told apart from one that is the latest', async () => {
    const { clock, check } = checkOf(new Response(page(GRAPH_VERSION)))
    const learned = clock.now()
    expect(await check()).toMatchObject({ isOutdated: false, lastLearnedAt: learned })
    clock.advance(5 * DAY)
    expect(await check()).toMatchObject({
      latestVersion: GRAPH_VERSION,
      isOutdated: false,
      lastCheckedAt: clock.now(),
      lastLearnedAt: learned,
    })
  })

  it('is looked for where its page has moved, on the same host', async () => {
    const moved = (location: string) => new Response('latest v98.0', { status: 301, headers: { location } })
    const { check, addresses } = checkOf(
      moved('/documentation/elsewhere'),
      moved('https://developers.facebook.com/documentation/there'),
      new Response(page('v99.0')),
    )
    expect(await check()).toMatchObject({ latestVersion: 'v99.0' })
    expect(addresses).toEqual([
      'https://developers.facebook.com/documentation/development/graph-api/changelog',
      'https://developers.facebook.com/documentation/elsewhere',
      'https://developers.facebook.com/documentation/there',
    ])
  })

  it.each(['https://evil.example/', 'http://developers.facebook.com/', '//evil.example/'])(
    'is asked of no other place: %s',
    async (location) => {
      const moved = new Response('latest v99.0', { status: 302, headers: { location } })
      const { check, asked } = checkOf(moved, new Response(page('v99.0')))
      expect(await check()).toMatchObject({ latestVersion: null, lastLearnedAt: null })
      expect(asked()).toBe(1)
    },
  )

  it('is not followed for ever', async () => {
    const again = () => new Response('', { status: 302, headers: { location: '/again' } })
    const { check, asked } = checkOf(again(), again(), again(), again(), again(), again())
    expect(await check()).toMatchObject({ latestVersion: null })
    expect(asked()).toBe(4)
  })

  it.each([
    ['the network is gone', new TypeError('fetch failed')],
    ['the page is another', new Response('<p>Log in to continue</p>')],
    [
      'the page moved',
      new Response('latest v99.0', { status: 302, headers: { location: 'https://evil.example' } }),
    ],
    ['the page is broken', new Response('latest v99.0', { status: 500 })],
  ])('is unknown, and nobody outdated, when %s', async (_why, answer) => {
    const { check } = checkOf(answer)
    expect(await check()).toMatchObject({ latestVersion: null, isOutdated: false, lastCheckedAt: START })
  })

  it('is asked for once a day, and after a failure every ten minutes', async () => {
    const { clock, check, asked } = checkOf(new Error('down'), new Response(page('v99.0')), new Error('down'))
    await check()
    clock.advance(10 * MINUTE - 1)
    await check()
    expect(asked()).toBe(1)
    clock.advance(1)
    expect(await check()).toMatchObject({ latestVersion: 'v99.0' })
    clock.advance(DAY - 1)
    await check()
    expect(asked()).toBe(2)
    clock.advance(1)
    // What was known stays known.
    expect(await check()).toMatchObject({ latestVersion: 'v99.0' })
    expect(asked()).toBe(3)
  })

  it('is learnt from an answer of a newer version to a call of ours, which says that ours was retired', async () => {
    const { check, version } = checkOf(new Error('down'))
    const answering =
      (header: string): typeof fetch =>
      async () =>
        new Response('{}', { headers: { 'facebook-api-version': header } })
    const call = (header: string, path: string) =>
      notingVersion(answering(header), version)(`https://graph.example/${path}`)

    await call('v28.0', 'docs/changelog')
    await call('nonsense', `${GRAPH_VERSION}/me`)
    await call(GRAPH_VERSION, `${GRAPH_VERSION}/me`)
    expect(await check()).toMatchObject({ latestVersion: null, isOutdated: false })
    await call('v99.0', `${GRAPH_VERSION}/me`)
    expect(await check()).toMatchObject({ latestVersion: 'v99.0', isOutdated: true })
    await call(GRAPH_VERSION, `${GRAPH_VERSION}/me`)
    expect(await check()).toMatchObject({ latestVersion: null, isOutdated: false })
  })

  it.each([
    ['The latest version is v26.0.', 'v26.0'],
    ['The most recent version of the API is Version 27.0, which was introduced in 2026.', 'v27.0'],
    [TABLE('November 4, 2026'), 'v27.0'],
    [TABLE('Nov 4th, 2026'), 'v27.0'],
    [TABLE('2026-11-04'), 'v27.0'],
    [`The latest is v26.0. ${TABLE('November 4, 2026')}`, 'v27.0'],
    [TABLE('January 20, 2027'), 'v26.0'],
    ['v12.0 September 14, 2021: one-click tokens.', null],
    ['v27.0 — the latest version', 'v27.0'],
    ['Version v12.0 was released in 2021.', null],
    ['', null],
  ])('is read from %j as %j', (text, version) => {
    expect(latestIn(text, NOVEMBER)).toBe(version)
  })
})
