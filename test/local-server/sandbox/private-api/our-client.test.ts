// Our own client against the sandbox's private hosts: both were built from one sheet of facts, and here they meet.
import { describe, expect, it } from 'vitest'
import { configureRequest } from '../../../../core/features/private-api/stories/configure-story.ts'
import { uploadStory } from '../../../../core/features/private-api/stories/upload-story.ts'
import { createPrivateApi } from '../../../../core/features/private-api/private-api.ts'
import { createPrivateApiSetup } from '../../../../core/features/private-api/session-setup.ts'
import { createPrivateApiSource } from '../../../../core/features/private-api/private-api-source.ts'
import type { PrivateApiLoginDeps } from '../../../../core/features/private-api/private-api-deps.ts'
import { createThrottle } from '../../../../core/features/private-api/throttle.ts'
import type { AccountRecord } from '../../../../core/ports/account-store.ts'
import type { MentionCandidate } from '../../../../core/ports/reposts/mention-source.ts'
import { sealPassword } from '../../../../local-server/private-api/seal-password.ts'
import { storyBytes, type StoryKind } from '../../../../local-server/sandbox/mentions/story-media.ts'
import { strangerNamed } from '../../../../local-server/sandbox/mentions/strangers.ts'
import type { PrivateApiScenario } from '../../../../local-server/sandbox/private-api/scenarios.ts'
import { createManualClock } from '../../../fakes/manual-clock.ts'
import { createMemoryLog } from '../../../fakes/memory-log.ts'
import { createMemoryPrivateApiStore } from '../../../fakes/reposts/memory-private-api-store.ts'
import { createSeededRandom } from '../../../fakes/seeded-random.ts'
import { NOON, openKitchen, ORIGIN } from '../kitchen.ts'
import { personNamed } from './private-api-client.ts'

const ID = 'a-1'
const DEMO = personNamed('demo.kitchen')
const COOKIES = Object.entries(DEMO.browser)
  .map(([name, value]) => `${name}=${value}`)
  .join('; ')
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0'

function meet(privateApiScenario: PrivateApiScenario = 'ok') {
  const clock = createManualClock(NOON)
  const random = createSeededRandom(7)
  const { sandbox } = openKitchen({ clock, privateApiScenario })
  const store = createMemoryPrivateApiStore()
  const account = { id: ID, username: 'demo.kitchen', isSandbox: true } as AccountRecord
  const pause = (time: number) => {
    clock.advance(time)
    return { over: Promise.resolve(), end: () => {} }
  }
  const world: PrivateApiLoginDeps = {
    fetch: async (input, init) => sandbox.app.request(input as string, init),
    store,
    accounts: { get: async () => account },
    throttle: createThrottle({ clock, random, pause }),
    clock,
    random,
    log: createMemoryLog(),
    apiUrl: () => `${ORIGIN}/sandbox/i.instagram.com`,
    webUrl: () => `${ORIGIN}/sandbox/www.instagram.com`,
    sealPassword,
  }
  const host = createPrivateApi(world)
  const setup = createPrivateApiSetup(world)
  const source = createPrivateApiSource(host, store)
  const asking = () => ({ accountId: ID, now: clock.now(), mayCall: async () => true })
  return {
    sandbox,
    world,
    host,
    setup,
    source,
    clock,
    asking,
    session: async () => (await store.get(ID))?.session ?? null,
    logIn: (password = DEMO.password) => setup.login({ accountId: ID, username: 'demo.kitchen', password }),
    importBrowser: () => setup.importSession({ accountId: ID, pasted: COOKIES, userAgent: FIREFOX }),
    scan: (memory: string | null = null) => source.scan({ ...asking(), memory, isKnown: () => false }),
  }
}

describe('our client', () => {
  it('logs in with a password, and keeps a session of the app', async () => {
    const { logIn, host, session } = meet()
    await logIn()
    expect(await host.transportOf(ID)).toBe('mobile')
    expect((await session())?.userId).toBe(DEMO.pk)
  })

  it('imports a session of a browser, and keeps it while it rotates', async () => {
    const { importBrowser, scan, session } = meet('sessionid_rotates')
    await importBrowser()
    expect((await scan()).stop).toBeNull()
    expect((await scan()).stop).toBeNull()
    expect((await session())?.cookies['sessionid']).not.toBe(DEMO.browser.sessionid)
  })

  it.each<[PrivateApiScenario, string]>([
    ['ok', 'LOGIN_FAILED'],
    ['bad_password_but_right', 'LOGIN_FAILED'],
    ['two_factor', 'TWO_FACTOR_REQUIRED'],
    ['two_step_context_only', 'TWO_FACTOR_REQUIRED'],
    ['login_429', 'LOGIN_RATE_LIMITED'],
    ['sentry_block', 'LOGIN_RATE_LIMITED'],
    ['suspended', 'LOGIN_FAILED'],
    ['unsupported_version', 'LOGIN_FAILED'],
  ])('meets %s at a login with %s', async (scenario, code) => {
    await expect(meet(scenario).logIn('wrong')).rejects.toMatchObject({ code })
  })

  it.each<PrivateApiScenario>(['challenge_email', 'challenge_phone'])(
    'ends %s with a code',
    async (scenario) => {
      const { logIn, setup, host } = meet(scenario)
      await expect(logIn()).rejects.toMatchObject({ code: 'LOGIN_FAILED' })
      const sent = await setup.startChallenge(ID)
      expect(sent.contactPoint).toBe(scenario === 'challenge_email' ? DEMO.maskedEmail : DEMO.maskedPhone)
      await expect(setup.submitChallenge(ID, '000000')).rejects.toMatchObject({ code: 'LOGIN_FAILED' })
      await setup.submitChallenge(ID, '424242')
      expect(await host.transportOf(ID)).toBe('mobile')
    },
  )

  it.each(['web', 'mobile'])(
    'finds in the strange inbox what there is to repost, by %s',
    async (transport) => {
      const { sandbox, scan, importBrowser, logIn, source, asking } = meet()
      await (transport === 'web' ? importBrowser() : logIn())
      const stories = sandbox.privateApi.strangeInbox('demo.kitchen')
      sandbox.privateApi.forgetCalls()
      const { mentions, stop } = await scan()
      expect(stop).toBeNull()
      const { image, video, generic, appLink, contentRef, legacyVideo, pending, ...rest } = stories
      const live = mentions.filter(({ gone, media }) => gone === null && media !== null)
      const keys = [image, video, generic, appLink, contentRef, legacyVideo, pending].map(
        (pk) => `native:${pk}`,
      )
      expect(live.map(({ key }) => key).toSorted()).toEqual(keys.toSorted())
      const of = (pk: string) => mentions.find(({ key }) => key === `native:${pk}`)
      expect(of(rest.notShareable)?.gone).toBe('not-shareable')
      expect(of(rest.notNamed)?.gone).toBe('not-mentioned')
      expect(of(rest.ofPrivatePoster)?.gone).toBe('private')
      expect(of(rest.reelIsNull)?.gone).toBe('expired')
      expect(of(rest.takenDown)?.gone).toBe('expired')
      expect(of(rest.expired)).toBeUndefined()
      const calls = sandbox.privateApi.calls()
      expect(calls.every(({ at }, index) => index === 0 || at - (calls[index - 1]?.at ?? 0) >= 3000)).toBe(
        true,
      )
      expect(calls.some(({ method, path }) => method === 'POST' && !path.includes('reels_media'))).toBe(false)
      sandbox.mentions.takeDown(image)
      const look = await source.look(asking(), of(image) as MentionCandidate)
      expect(look).toEqual({ kind: 'gone', gone: 'expired' })
    },
  )

  it('gets the media of a story by the address as it was told', async () => {
    const { sandbox, scan, importBrowser } = meet()
    await importBrowser()
    sandbox.mentions.addMention({ username: 'demo.kitchen', kind: 'video' })
    const { mentions } = await scan()
    const media = await sandbox.app.request(mentions[0]?.media?.url ?? '')
    expect((await media.arrayBuffer()).byteLength).toBe(storyBytes('video').length)
  })

  it.each<[PrivateApiScenario, string]>([
    ['read_429', 'rate-limited'],
    ['wait_few_minutes_400', 'rate-limited'],
    ['rate_limit_error', 'rate-limited'],
    ['require_login_401_throttle', 'rate-limited'],
    ['challenge_email', 'challenge'],
    ['checkpoint_required', 'challenge'],
    ['masked_404', 'challenge'],
    ['scraping_warning', 'banned'],
    ['suspended', 'banned'],
    ['inactive_user', 'banned'],
    ['sentry_block', 'banned'],
    ['session_expired_403', 'session-dead'],
    ['session_expired_302_html', 'session-dead'],
    ['logged_out_200', 'session-dead'],
    ['unsupported_version', 'outdated'],
    ['needs_upgrade', 'outdated'],
    ['inbox_403_1404006', 'failed'],
  ])('stops a scan at %s as %s, after one call', async (scenario, signal) => {
    const { sandbox, scan, importBrowser } = meet()
    await importBrowser()
    sandbox.privateApi.scenario('demo.kitchen', scenario)
    sandbox.privateApi.forgetCalls()
    expect((await scan()).stop?.signal).toBe(signal)
    const known = sandbox.privateApi.calls().map(({ path }) => path.split('/').at(-2))
    // A refused badge proves nothing about the inbox.
    expect(known).toEqual(signal === 'failed' ? ['get_badge_count', 'inbox'] : ['get_badge_count'])
  })

  it.each<StoryKind>(['image', 'video'])('publishes a story of an %s with a mention', async (kind) => {
    const { world, host, sandbox, logIn, session, clock } = meet()
    await logIn()
    const uploadId = String(clock.now())
    const [width, height] = kind === 'image' ? [1080, 1920] : [720, 1280]
    const facts = { uploadId, kind, width, height, seconds: kind === 'image' ? 0 : 4 }
    const sent = await uploadStory({ host, random: world.random }, ID, { ...facts, bytes: storyBytes(kind) })
    expect(sent.kind).toBe('ok')
    const pk = strangerNamed('ilse.eats')?.pk ?? ''
    const mentions = [{ pk, username: 'ilse.eats', x: 0.5, y: 0.9 }]
    const container = { ...facts, hasSound: true, mentions }
    const configure = async () => {
      const own = await session()
      if (own === null) throw new Error('the session has gone')
      return host.call(ID, configureRequest(container, own, clock.now()))
    }
    if (kind === 'video') {
      expect(await configure()).toMatchObject({ kind: 'refused', refusal: { httpStatus: 202 } })
      expect(await configure()).toMatchObject({ kind: 'refused', refusal: { httpStatus: 202 } })
    }
    expect(await configure()).toMatchObject({ kind: 'ok' })
    expect(sandbox.live()).toMatchObject([{ kind: 'STORIES', nativeMentions: [{ pk, x: 0.5, y: 0.9 }] }])
  })
})
