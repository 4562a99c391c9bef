// Every call of the platform's clients, as the server is composed of them, to be met by a hostile host; what may come of each,
// and how much memory it may take.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import * as z from 'zod'
import { CodedError } from '../../../../core/coded-error.ts'
import { createGraphPlatform } from '../../../../core/engine/platform/graph/graph-platform.ts'
import { createPartnerLogin } from '../../../../core/engine/platform/logins/partner-login.ts'
import { createPlatformLogin } from '../../../../core/engine/platform/logins/platform-login.ts'
import { createOfficialSource } from '../../../../core/engine/platform/mentions/official-source.ts'
import { createPrivateApi } from '../../../../core/features/private-api/private-api.ts'
import { createThrottle } from '../../../../core/features/private-api/throttle.ts'
import {
  newDevice,
  newMobileSession,
  NO_STATE,
} from '../../../../core/features/private-api/session/session-state.ts'
import { createPartnerPages } from '../../../../core/engine/platform/graph/partner-pages.ts'
import type { PlatformAccess } from '../../../../core/ports/platform/platform.ts'
import { createOutgoing } from '../../../../local-server/undici/undici-fetch.ts'
import { HOUR } from '../../../../core/time.ts'
import { aJob, anAccountRecord, aPost, aPublication, START } from '../../../factories.ts'
import { createManualClock } from '../../../fakes/manual-clock.ts'
import { createMemoryLog } from '../../../fakes/memory-log.ts'
import { createMemoryPrivateApiStore } from '../../../fakes/reposts/memory-private-api-store.ts'
import { createSeededRandom } from '../../../fakes/seeded-random.ts'
import { APP, REDEMPTION } from './logins/scripted-hosts.ts'

export const TOKEN = `IGAA${'Canary7'.repeat(6)}`
const PAGE_TOKEN = `EAA${'Kanari8'.repeat(6)}`
const PATIENCE_MS = 400
/** Limit for this whole process: the host that sends lives in it, and its buffers count. */
export const MOST_MEMORY_MB = 75

export interface HostileCalls {
  readonly fetch: typeof fetch
  readonly names: readonly string[]
  /** Makes the call. Returns in words what is wrong with its outcome. */
  objections(name: string): Promise<string[]>
  close(): Promise<void>
}

/** The clients wait up to a minute; here they mean to wait for less than a second, and the question is whether they do. */
export function openCalls(origin: string): HostileCalls {
  const outgoing = createOutgoing()
  const realTimeout = AbortSignal.timeout.bind(AbortSignal)
  AbortSignal.timeout = () => realTimeout(PATIENCE_MS)
  const { fetch } = outgoing
  const calls = {
    ...publishingCalls(origin, fetch),
    ...loginCalls(origin, fetch),
    ...mentionCalls(origin, fetch),
    ...nativeCalls(origin, fetch),
  }
  return {
    fetch: outgoing.fetch,
    names: Object.keys(calls),
    async objections(name) {
      const outcome: unknown = await calls[name]?.().catch((error: unknown) => error)
      return objectionsTo({ name, outcome })
    },
    async close() {
      AbortSignal.timeout = realTimeout
      await outgoing.close()
    },
  }
}

type Calls = Record<string, () => Promise<unknown>>

const ACCESS: PlatformAccess = {
  accountId: 'b3f0c3b2-6a57-4b0e-9a53-0f3f7c6d1e01',
  igUserId: '17841400000000001',
  token: TOKEN,
  loginMethod: 'partner',
  isSandbox: false,
  page: { id: '100000000000001', token: PAGE_TOKEN },
  pausedUntil: null,
}

function publishingCalls(origin: string, fetch: typeof globalThis.fetch): Calls {
  const hosts = { fetch, graphUrl: () => origin, uploadUrl: () => `${origin}/upload` }
  const [platform, pages] = [createGraphPlatform(hosts), createPartnerPages(hosts)]
  const { payload } = aPublication(aJob(aPost()))
  const picture = { kind: 'image', url: 'https://media.example/x.jpg' } as const
  const bytes = { size: 3, stream: () => new Blob(['abc']).stream() }
  const film = { kind: 'video', url: null } as const
  const [story, reel] = [
    { ...payload, mediaType: 'STORIES' } as const,
    { ...payload, mediaType: 'REELS' } as const,
  ]
  return {
    'create container': () => platform.createContainer(ACCESS, { kind: 'single', payload, source: picture }),
    'create container for bytes': () =>
      platform.createContainer(ACCESS, { kind: 'single', payload: reel, source: film }),
    'send bytes': () => platform.uploadVideo(ACCESS, { containerId: '17', uploadUrl: null }, bytes),
    'read container': () => platform.containerStatus(ACCESS, '17'),
    publish: () => platform.publishContainer(ACCESS, '17'),
    'list media': () => platform.recentMedia(ACCESS, { of: 'posts', limit: 25 }),
    'list stories': () => platform.recentMedia(ACCESS, { of: 'stories', limit: 25 }),
    'read permalink': () => platform.permalink(ACCESS, '17'),
    'read publishing limit': () => platform.publishingQuota(ACCESS),
    'post a comment': () => platform.addComment(ACCESS, '17', 'Hello'),
    'list comments': () => platform.listComments(ACCESS, '17'),
    'switch comments off': () => platform.disableComments(ACCESS, '17'),
    'delete media': () => platform.deleteMedia(ACCESS, '17'),
    'look for media': () => platform.findMedia(ACCESS, { mediaId: '17', permalink: null }),
    'hide a photo': () => pages.prepare(ACCESS, story, { kind: 'image', url: picture.url }),
    'begin a Page video': () => pages.prepare(ACCESS, reel, { kind: 'video', video: bytes }),
    'publish a photo': () =>
      pages.publish(ACCESS, payload, { handle: null, source: { kind: 'image', url: picture.url } }),
    'publish a Page video': () =>
      pages.publish(ACCESS, reel, { handle: '17', source: { kind: 'video', video: bytes } }),
    'read a Page post': () => pages.permalink(ACCESS, payload, { partnerPostId: '17', handle: null }),
  }
}

function loginCalls(origin: string, fetch: typeof globalThis.fetch): Calls {
  const clock = createManualClock()
  const hosts = () => ({ authUrl: origin, apiUrl: origin, graphUrl: origin })
  const platform = createPlatformLogin({ fetch, clock, hosts })
  const partner = createPartnerLogin({ fetch, clock, hosts })
  const token = { token: TOKEN, issuedAt: null, expiresAt: null, scopes: null }
  return {
    'platform: redeem': () => platform.redeem(REDEMPTION),
    'platform: adopt': () => platform.adopt(TOKEN, APP),
    'platform: accounts': () => platform.accounts(token),
    'platform: profile': () => platform.profile(TOKEN, '17'),
    'platform: refresh': async () => platform.refresh?.(TOKEN),
    'partner: redeem': () => partner.redeem(REDEMPTION),
    'partner: adopt': () => partner.adopt(TOKEN, APP),
    'partner: accounts': () => partner.accounts(token),
    'partner: profile': () => partner.profile(TOKEN, '17'),
  }
}

/** What they found does not matter here, but that they end, and what they tell of a stop. */
function mentionCalls(origin: string, fetch: typeof globalThis.fetch): Calls {
  const reach = { graphUrl: () => origin, accessTo: async () => ACCESS, pause: async () => {} }
  const source = createOfficialSource({ ...reach, fetch, fetchMedia: fetch })
  const asking = { accountId: ACCESS.accountId, now: START, mayCall: async () => true }
  const url = `${origin}/ig_messaging_cdn/?asset_id=1&signature=s`
  const story = { itemId: 'm1', threadId: 't1', posterId: '1', storyId: '17', expiresAt: START + HOUR }
  return {
    async 'scan mentions'() {
      const { stop } = await source.scan({ ...asking, memory: null, isKnown: () => false })
      return { kind: stop ? 'refused' : 'ok', stop }
    },
    async 'look at a story'() {
      const look = await source.look(asking, { ...story, media: { kind: null, url } })
      return { kind: look.kind === 'live' ? 'ok' : 'refused', look: { ...look, media: null } }
    },
  }
}

const COOKIE = `canary%3A${'Kanari9'.repeat(6)}`

function nativeCalls(origin: string, fetch: typeof globalThis.fetch): Calls {
  const clock = createManualClock()
  const random = createSeededRandom()
  return {
    async 'read an inbox'() {
      const store = createMemoryPrivateApiStore()
      const session = { ...newMobileSession(newDevice(random), 'night.owl', START), userId: '91' }
      await store.put('a-1', { ...NO_STATE, session: { ...session, cookies: { sessionid: COOKIE } } })
      const throttle = createThrottle({ clock, random, pause: () => ({ over: Promise.resolve(), end() {} }) })
      const account = anAccountRecord({ id: 'a-1', username: 'night.owl' })
      const accounts = { get: async () => account }
      const hosts = { apiUrl: () => origin, webUrl: () => origin }
      const world = { ...hosts, fetch, store, accounts, throttle, clock, random, log: createMemoryLog() }
      const reply = await createPrivateApi(world).call('a-1', {
        method: 'GET',
        path: 'direct_v2/inbox/',
        answer: z.object({ inbox: z.object({}) }),
      })
      return { ...reply, kind: reply.kind === 'stopped' ? 'refused' : reply.kind, logged: world.log.lines }
    },
  }
}

interface Met {
  readonly name: string
  readonly outcome: unknown
}

const SECRETS = [COOKIE, TOKEN, PAGE_TOKEN, APP.secret, REDEMPTION.code]

/** What a caller can work with, and nothing that it must not have: ids are digits, tokens are in no text. */
function objectionsTo({ name, outcome }: Met): string[] {
  const isLogin = /^(platform|partner): (redeem|adopt|accounts)$/.test(name)
  const objections: string[] = []
  const reply = outcome as { kind?: string; value?: unknown } | undefined
  const isReply = ['ok', 'refused', 'unknown'].includes(reply?.kind ?? '')
  const gave = isLogin && outcome !== undefined && !(outcome instanceof Error)
  if (!isReply && !gave && !(isLogin && outcome instanceof CodedError))
    objections.push(`untyped: ${String(outcome)}`)
  const told =
    outcome instanceof Error ? outcome.message : JSON.stringify(isReply && reply?.kind !== 'ok' ? reply : '')
  if (SECRETS.some((secret) => told.includes(secret))) objections.push('tells a secret')
  const shown = JSON.stringify(reply?.value ?? {})
  for (const [, field = '', id = ''] of shown.matchAll(/"(id|containerId|mediaId)":("[^"]*"|[^,}]*)/g))
    if (!/^"\d{1,10000}"$/.test(id)) objections.push(`${field} is ${id.slice(0, 50)}`)
  return objections.map((objection) => `${name}: ${objection}`)
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Megabytes at most, above now, of what is in use on the heap and beside it. */
export function watchMemory(): () => number {
  const used = () => {
    collectGarbage()
    const { heapUsed, external } = process.memoryUsage()
    return (heapUsed + external) / 1024 / 1024
  }
  const before = used()
  let most = before
  const timer = setInterval(() => (most = Math.max(most, used())), 50)
  return () => {
    clearInterval(timer)
    return most - before
  }
}
