// Our client against the double of the private API: every scenario that it knows, by log-in and by scan.
import { describe, expect, it } from 'vitest'
import { startChallenge, submitChallenge } from '../../../core/features/private-api/session/challenge.ts'
import { SANDBOX_PRIVATE_API } from '../../../core/features/private-api/hosts.ts'
import { logIntoPrivateApi } from '../../../core/features/private-api/session/login.ts'
import { createPrivateApi } from '../../../core/features/private-api/private-api.ts'
import { createPrivateApiSource } from '../../../core/features/private-api/private-api-source.ts'
import type { PrivateApiLoginDeps } from '../../../core/features/private-api/private-api-deps.ts'
import { createThrottle } from '../../../core/features/private-api/throttle.ts'
import { createUsernameResolver } from '../../../core/features/private-api/resolve-username.ts'
import { withPrivateApiStories } from '../../../core/features/private-api/stories/private-api-stories.ts'
import { importSession } from '../../../core/features/private-api/session/session-import.ts'
import type { AccountRecord } from '../../../core/ports/account-store.ts'
import type { Platform } from '../../../core/ports/platform/platform.ts'
import type { PrivateApiTransport } from '../../../core/ports/reposts/private-api.ts'
import { HOUR, MINUTE, SECOND } from '../../../core/time.ts'
import { sealPassword } from '../../../local-server/private-api/seal-password.ts'
import { privateApiPersonNamed, PRACTICE_CODE } from '../../../local-server/sandbox/private-api/practice.ts'
import {
  PRIVATE_API_SCENARIOS,
  type PrivateApiScenario,
} from '../../../local-server/sandbox/private-api/scenarios.ts'
import { createManualClock } from '../../fakes/manual-clock.ts'
import { createMemoryBlobStore, newMemoryDisk } from '../../fakes/media/memory-blob-store.ts'
import { createMemoryLog } from '../../fakes/memory-log.ts'
import { createMemoryPrivateApiStore } from '../../fakes/reposts/memory-private-api-store.ts'
import { createSeededRandom } from '../../fakes/seeded-random.ts'
import { ACCESS, aStory, single } from '../../core/features/private-api/stories/stories-world.ts'
import { jpeg, NOON, openKitchen, ORIGIN } from '../sandbox/kitchen.ts'

const ACCOUNT = 'a-1'
const NAME = 'demo.kitchen'
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const PERSON = privateApiPersonNamed(NAME) ?? expect.unreachable()

function openWorld(scenario: PrivateApiScenario = 'ok') {
  const clock = createManualClock(NOON)
  const { sandbox } = openKitchen({ clock })
  const random = createSeededRandom()
  const log = createMemoryLog()
  const store = createMemoryPrivateApiStore()
  const pause = (time: number) => {
    clock.advance(time)
    return { over: Promise.resolve(), end: () => {} }
  }
  const world: PrivateApiLoginDeps = {
    fetch: async (input, init) => sandbox.app.request(input, init),
    store,
    accounts: { get: async (id) => ({ id, username: NAME, isSandbox: true }) as AccountRecord },
    throttle: createThrottle({ clock, random, pause }),
    clock,
    random,
    log,
    apiUrl: () => ORIGIN + SANDBOX_PRIVATE_API.api,
    webUrl: () => ORIGIN + SANDBOX_PRIVATE_API.web,
    sealPassword,
  }
  const host = createPrivateApi(world)
  const source = createPrivateApiSource(host, store)
  const request = () => ({
    accountId: ACCOUNT,
    now: clock.now(),
    memory: null,
    isKnown: () => false,
    mayCall: async () => true,
  })
  const login = (password = PERSON.password) =>
    logIntoPrivateApi(world, { accountId: ACCOUNT, username: NAME, password })
  const cookies = Object.entries(PERSON.browser).map(([name, value]) => `${name}=${value}`)
  const signIn = (transport: PrivateApiTransport) =>
    transport === 'web' ? importSession(world, ACCOUNT, cookies.join('; '), BROWSER) : login()
  /** Signs in while all is well; then the scenario begins. */
  const meet = async (transport: PrivateApiTransport) => {
    await signIn(transport)
    sandbox.privateApi.forgetCalls()
    sandbox.privateApi.scenario(NAME, scenario)
  }
  const resolver = createUsernameResolver({ host, clock })
  const disk = newMemoryDisk()
  disk.kept.set('media/key.jpg', jpeg(1080, 1920))
  const blobs = createMemoryBlobStore(disk)
  const official = {
    createContainer: async () => ({ kind: 'ok', value: { containerId: '17900000000000001' } }),
  } as unknown as Platform
  const stories = withPrivateApiStories(official, {
    host,
    sessions: store,
    painter: {
      paint: async () => ({ stagingKey: blobs.stage(jpeg(1080, 1920)), width: 1080, height: 1920, size: 1 }),
    },
    names: resolver,
    blobs,
    media: { get: async () => null },
    clock,
    random,
    webUrl: () => ORIGIN,
    noteStop: async () => {},
  })
  return {
    sandbox,
    clock,
    log,
    host,
    stories,
    login,
    signIn,
    meet,
    source,
    request,
    scan: () => source.scan(request()),
    stored: () => store.get(ACCOUNT),
    start: () => startChallenge(world, ACCOUNT),
    submit: (code: string) => submitChallenge(world, ACCOUNT, code),
    resolver,
    calls: () => sandbox.privateApi.calls(),
  }
}

type World = ReturnType<typeof openWorld>

/** What holds whatever happened. */
async function expectManners({ calls, log, stored }: World): Promise<void> {
  const made = calls()
  expect(made.filter(({ path }) => /seen|approve|friendships|decline/.test(path))).toEqual([])
  const gaps = made.slice(1).map(({ at }, index) => at - (made[index]?.at ?? 0))
  expect(Math.min(3 * SECOND, ...gaps)).toBeGreaterThanOrEqual(3 * SECOND)
  expect(JSON.stringify(log.lines)).not.toMatch(/nosecret|IGT:2|sessionid/)
  expect(JSON.stringify(await stored())).not.toContain(PERSON.password)
}

const LOGINS: Readonly<Record<string, readonly [code: string, why: string]>> = {
  bad_password: ['LOGIN_FAILED', 'did not accept the password'],
  bad_password_but_right: ['LOGIN_FAILED', 'does not trust'],
  two_factor: ['TWO_FACTOR_REQUIRED', 'two-factor'],
  two_step_context_only: ['TWO_FACTOR_REQUIRED', 'two-factor'],
  unusable_password: ['LOGIN_FAILED', 'no password'],
  needs_upgrade: ['LOGIN_FAILED', 'this version'],
  consent_required: ['LOGIN_FAILED', 'agree'],
  rate_limit_error: ['LOGIN_RATE_LIMITED', 'wait'],
  login_429: ['LOGIN_RATE_LIMITED', 'wait'],
  challenge_email: ['LOGIN_FAILED', 'code'],
  challenge_phone: ['LOGIN_FAILED', 'code'],
  code_wrong_then_ok: ['LOGIN_FAILED', 'code'],
  challenge_expired: ['LOGIN_FAILED', 'code'],
  challenge_manual_auth_platform: ['LOGIN_FAILED', 'Instagram app'],
  challenge_native_flow: ['LOGIN_FAILED', 'Instagram app'],
  checkpoint_required: ['LOGIN_FAILED', 'Instagram app'],
  scraping_warning: ['LOGIN_FAILED', 'automated'],
  suspended: ['LOGIN_FAILED', 'suspended'],
  inactive_user: ['LOGIN_FAILED', 'disabled'],
  unsupported_version: ['LOGIN_FAILED', 'this version'],
  wait_few_minutes_400: ['LOGIN_RATE_LIMITED', 'wait'],
  sentry_block: ['LOGIN_RATE_LIMITED', 'network'],
  masked_404: ['LOGIN_FAILED', 'Instagram app'],
  status_fail_200: ['LOGIN_FAILED', 'Sorry'],
}
const SCANS: Readonly<Record<string, readonly [signal: string, calls: number]>> = {
  challenge_email: ['challenge', 1],
  challenge_phone: ['challenge', 1],
  code_wrong_then_ok: ['challenge', 1],
  challenge_expired: ['challenge', 1],
  challenge_manual_auth_platform: ['challenge', 1],
  challenge_native_flow: ['challenge', 1],
  checkpoint_required: ['challenge', 1],
  scraping_warning: ['banned', 1],
  suspended: ['banned', 1],
  inactive_user: ['banned', 1],
  unsupported_version: ['outdated', 1],
  wait_few_minutes_400: ['rate-limited', 1],
  sentry_block: ['banned', 1],
  masked_404: ['challenge', 1],
  needs_upgrade: ['outdated', 1],
  consent_required: ['challenge', 1],
  rate_limit_error: ['rate-limited', 1],
  logged_out_200: ['session-dead', 1],
  read_429: ['rate-limited', 1],
  session_expired_403: ['session-dead', 1],
  session_expired_302_html: ['session-dead', 1],
  require_login_401_throttle: ['rate-limited', 1],
  // Not counting is no reason to stop: the inbox itself is.
  status_fail_200: ['failed', 2],
  inbox_403_1404006: ['failed', 2],
}
/** They change nothing for who logs in or reads. */
const HARMLESS = ['ok', 'sessionid_rotates', 'empty_authorization_header'] as const
const OF_PUBLISHING = [
  'media_needs_reupload',
  'configure_without_media',
  'mention_dropped',
  'feedback_required',
]

describe('the scenarios', () => {
  it('are all covered', () => {
    const known = [...Object.keys(LOGINS), ...Object.keys(SCANS), ...HARMLESS, ...OF_PUBLISHING]
    expect(PRIVATE_API_SCENARIOS.filter((name) => !known.includes(name))).toEqual([])
  })
})

describe('a log-in', () => {
  it.each(Object.entries(LOGINS))(
    'that meets %s ends with its code, and sends no second password',
    async (name, [code, why]) => {
      const world = openWorld()
      world.sandbox.privateApi.scenario(NAME, name as PrivateApiScenario)
      await expect(world.login()).rejects.toMatchObject({ code, message: expect.stringContaining(why) })
      expect(world.calls().map(({ path }) => path)).toEqual(['/api/v1/qe/sync/', '/api/v1/accounts/login/'])
      expect((await world.stored())?.session).toBeNull()
      await expectManners(world)
    },
  )

  it.each(HARMLESS)('that meets %s keeps a session that works', async (name) => {
    const world = openWorld()
    world.sandbox.privateApi.scenario(NAME, name)
    await world.login()
    expect(await world.scan()).toMatchObject({ stop: null })
    expect(await world.scan()).toMatchObject({ stop: null })
    await expectManners(world)
  })

  it('with a wrong password is refused', async () => {
    const world = openWorld()
    await expect(world.login('another one')).rejects.toMatchObject({ code: 'LOGIN_FAILED' })
    await expectManners(world)
  })
})

describe('a challenge', () => {
  const challenged = async (name: PrivateApiScenario) => {
    const world = openWorld()
    world.sandbox.privateApi.scenario(NAME, name)
    await expect(world.login()).rejects.toThrow()
    return world
  }

  it.each([
    ['challenge_email', 'verify_email'],
    ['challenge_phone', 'verify_phone'],
  ] as const)('of %s ends with the code', async (name, stepName) => {
    const world = await challenged(name)
    expect(await world.start()).toMatchObject({ stepName, contactPoint: expect.stringContaining('*') })
    expect(await world.submit(PRACTICE_CODE)).toEqual({ username: NAME })
    expect(await world.scan()).toMatchObject({ stop: null })
    await expectManners(world)
  })

  it('takes the right code after a wrong one', async () => {
    const world = await challenged('code_wrong_then_ok')
    await world.start()
    await expect(world.submit(PRACTICE_CODE)).rejects.toMatchObject({ code: 'LOGIN_FAILED' })
    expect(await world.submit(PRACTICE_CODE)).toEqual({ username: NAME })
    await expectManners(world)
  })

  it('that is over takes none', async () => {
    const world = await challenged('challenge_expired')
    await world.start()
    await expect(world.submit(PRACTICE_CODE)).rejects.toMatchObject({ code: 'NO_ACTIVE_SESSION' })
    await expectManners(world)
  })

  it('in the middle of the app’s session ends with the code, too', async () => {
    const world = openWorld('challenge_email')
    await world.meet('mobile')
    await world.scan()
    await world.start()
    await world.submit(PRACTICE_CODE)
    expect(await world.scan()).toMatchObject({ stop: null })
    await expectManners(world)
  })
})

describe.each(['web', 'mobile'] as const)('a scan with a %s session', (transport) => {
  it.each(Object.entries(SCANS))('that meets %s stops with its signal', async (name, [signal, made]) => {
    const world = openWorld(name as PrivateApiScenario)
    await world.meet(transport)
    expect((await world.scan()).stop).toMatchObject({ signal })
    expect(world.calls()).toHaveLength(made)
    await expectManners(world)
  })

  it('is not tried again with a session that has ended', async () => {
    const world = openWorld('session_expired_302_html')
    await world.meet(transport)
    await world.scan()
    expect((await world.scan()).stop?.signal).toBe('session-dead')
    expect(world.calls()).toHaveLength(1)
    expect(await world.host.transportOf(ACCOUNT)).toBeNull()
  })

  it('takes a log-in that is asked for again after a rest for the end of the session', async () => {
    const world = openWorld('require_login_401_throttle')
    await world.meet(transport)
    expect((await world.scan()).stop?.signal).toBe('rate-limited')
    world.clock.advance(2 * HOUR)
    expect((await world.scan()).stop?.signal).toBe('session-dead')
  })

  it.each(HARMLESS)('goes on through %s', async (name) => {
    const world = openWorld(name)
    await world.meet(transport)
    const { story } = world.sandbox.mentions.addMention({
      username: NAME,
      poster: 'ilse.eats',
      kind: 'video',
    })
    expect(await world.scan()).toMatchObject({
      mentions: [
        { key: `native:${story.pk}`, posterUsername: 'ilse.eats', gone: null, media: { kind: 'video' } },
      ],
      stop: null,
    })
    expect((await world.scan()).stop).toBeNull()
    await expectManners(world)
  })

  it('finds in a strange inbox every story that may be reposted, and why others may not', async () => {
    const world = openWorld()
    await world.meet(transport)
    const stories = world.sandbox.privateApi.strangeInbox(NAME)
    const { mentions, stop } = await world.scan()
    expect(stop).toBeNull()
    const told = Object.fromEntries(
      Object.entries(stories).map(([name, pk]) => {
        const found = mentions.filter(({ storyId }) => storyId === pk)
        return [name, found.map(({ gone, media }) => gone ?? media?.kind)]
      }),
    )
    expect(told).toEqual({
      image: ['image'],
      video: ['video'],
      generic: ['image'],
      appLink: ['image'],
      contentRef: ['image'],
      legacyVideo: ['video'],
      pending: ['image'],
      notShareable: ['not-shareable'],
      notNamed: ['not-mentioned'],
      ofPrivatePoster: ['private'],
      takenDown: ['expired'],
      reelIsNull: ['expired'],
      expired: [],
    })
    expect(world.calls().length).toBeLessThanOrEqual(14)
    await expectManners(world)
  })

  it('leads to a story that can be fetched as it is, and looks at it once more', async () => {
    const world = openWorld()
    await world.meet(transport)
    const { story } = world.sandbox.mentions.addMention({ username: NAME, poster: 'ilse.eats' })
    const [found] = (await world.scan()).mentions
    const answer = await world.sandbox.app.request(found?.media?.url ?? '')
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    await answer.body?.cancel()
    const ref = found ?? expect.unreachable()
    expect(await world.source.look(world.request(), { ...ref, media: null })).toMatchObject({ kind: 'live' })
    world.sandbox.mentions.takeDown(story.pk)
    expect(await world.source.look(world.request(), { ...ref, media: null })).toEqual({
      kind: 'gone',
      gone: 'expired',
    })
  })

  it('knows people by their names', async () => {
    const world = openWorld()
    await world.meet(transport)

    expect(await world.resolver.resolve(ACCOUNT, '@old.town.walks')).toEqual({
      kind: 'found',
      pk: '92000000000123454',
    })
    expect(await world.resolver.resolve(ACCOUNT, 'nobody.at.all')).toEqual({ kind: 'not-found' })
    await expectManners(world)
  })
})

describe('a story that mentions somebody', () => {
  it.each([
    ['ok', []],
    ['mention_dropped', ['ilse.eats']],
  ] as const)('that meets %s is live, and tells who is missing in it: %j', async (name, missing) => {
    const world = openWorld(name)
    await world.meet('mobile')
    const access = { ...ACCESS, accountId: ACCOUNT, isSandbox: true }
    const story = aStory({ storyMentions: [{ username: 'ilse.eats', x: 0.5, y: 0.5 }] })
    const made = await world.stories.createContainer(access, single(story))
    const { containerId } = made.kind === 'ok' ? made.value : expect.unreachable()
    const sent = await world.stories.publishContainer(access, containerId)
    const { mediaId } = sent.kind === 'ok' ? sent.value : expect.unreachable()
    expect(await world.stories.missingMentions?.(access, { containerId, mediaId })).toEqual(missing)
    expect(world.sandbox.live()).toHaveLength(1)
    await expectManners(world)
  })
})

describe('many stories in one day', () => {
  it('make sixty calls at most, with the scans between them, and go out officially after that', async () => {
    const world = openWorld()
    await world.meet('mobile')
    const access = { ...ACCESS, accountId: ACCOUNT, isSandbox: true }
    const story = single(aStory({ storyMentions: [{ username: 'ilse.eats', x: 0.5, y: 0.5 }] }))
    const ways: string[] = []
    for (let n = 0; n < 30; n += 1) {
      world.clock.advance(20 * MINUTE)
      const made = await world.stories.createContainer(access, story)
      const { containerId } = made.kind === 'ok' ? made.value : expect.unreachable()
      ways.push(containerId.startsWith('native:') ? 'private' : 'official')
      if (n % 10 === 0) await world.scan()
      if (ways.at(-1) === 'private') await world.stories.publishContainer(access, containerId)
    }
    expect(ways).toContain('private')
    expect(ways.at(-1)).toBe('official')
    for (let n = 0; n < 5; n += 1) await world.scan()
    expect(world.calls().length).toBeLessThanOrEqual(60)
    expect(await world.scan()).toMatchObject({ mentions: [], stop: { signal: 'offline' } })
    await expectManners(world)
  })
})

describe('the import of a session', () => {
  it.each([
    ['session_expired_302_html', 'LOGIN_FAILED'],
    ['require_login_401_throttle', 'LOGIN_RATE_LIMITED'],
    ['checkpoint_required', 'LOGIN_FAILED'],
    ['masked_404', 'LOGIN_FAILED'],
    ['sentry_block', 'LOGIN_RATE_LIMITED'],
    ['status_fail_200', 'LOGIN_FAILED'],
  ] as const)('that meets %s keeps nothing', async (name, code) => {
    const world = openWorld()
    world.sandbox.privateApi.scenario(NAME, name)
    await expect(world.signIn('web')).rejects.toMatchObject({ code })
    expect((await world.stored())?.session ?? null).toBeNull()
    expect(world.calls()).toHaveLength(1)
  })
})
